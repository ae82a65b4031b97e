/**
 * Words of a seller that ask for money before a buyer has seen the car, in English and Swahili, as they are written here. Staff
 * checks what is found: a warning, and no refusal.
 */

const MONEY = '(?:amana|pesa|hela|fedha|chapaa|malipo|deposit|advance|booking|nusu|nauli)'
/** Between a verb and its money: `send me some money`, `tuma kwanza pesa`. */
const BETWEEN = '(?: (?:me|us|the|a|some|small|your|half|full|first|just|any|kwanza|tu|hiyo|kidogo))*'

const ASKING: readonly RegExp[] = [
  // A deposit of any kind, unless it is said that there is none.
  /(?<!\b(?:no|without|without a|never pay a|any) )\bdeposit\b/,
  /\b(?:western union|money ?gram|world ?remit)\b/,
  new RegExp(`\\b(?:send|transfer|wire|mpesa|pay)${BETWEEN} (?:money|cash|fees?|token|commitment)\\b`),
  /\b(?:transport|delivery|shipping|booking|viewing|reservation|commitment|clearance|clearing|processing|holding|release) fees?\b/,
  /\b(?:fuel|fare|transport|booking|commitment|viewing) money\b/,
  /\bcommitment (?:amount|payment)\b/,
  /\b(?:pay|send|payment)(?: \w+){0,2} (?:first|in advance|up ?front|before (?:viewing|you see|seeing|delivery))\b/,
  /\b(?:advance|up ?front) payment\b/,
  /\b(?:pay|send)(?: \w+){0,3} to (?:hold|reserve|secure|book) (?:it|the car|this car)\b/,
  new RegExp(
    `\\b(?:tuma|utume|nitumie|tutumie|weka|uweke|toa|utoe|lipa|ulipe|lipia|tumeni)${BETWEEN} ${MONEY}\\b`,
  ),
  /\b(?:lipa|ulipe|utalipa|lipia|tuma|utume|malipo) kwanza\b/,
  /\b(?:lipa|ulipe|lipia|tuma|utume)(?: \w+){0,3} (?:kabla ya|kabla hujaona|kabla hujaliona)\b/,
  /\bkabla ya ku(?:ona|liona|tazama)(?: \w+){0,2} (?:lipa|ulipe|utalipa|tuma|utume)\b/,
  /(?<!\b(?:bila|hakuna|bila ya) )\bamana\b/,
  /\b(?:pesa|hela|fedha) (?:ya|za) (?:mafuta|usafiri|nauli|kushikilia|kuhifadhi|booking)\b/,
  /\b(?:ada|gharama) ya (?:kuhifadhi|usafiri|usafirishaji|kuona|kutazama|kushikilia|booking)\b/,
  /\bshikilia gari kwa\b/,
]

/** Whether a text asks for money before a viewing, whatever its capitals, signs and spaces. */
export function asksForMoney(text: string): boolean {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/m-pesa/g, 'mpesa')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return ASKING.some((asking) => asking.test(words))
}
