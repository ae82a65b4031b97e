import { type Day, isDay, nairobiInstant } from '../calendar-day.ts'
import { normaliseKenyanPhone } from './phone-number.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `on 9/7/26 at 2:33 PM`, day first; `mnamo ... saa` in Swahili. */
const figures =
  /\b(?:on|mnamo|tarehe) (\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b(?: (?:at|saa) (\d{1,2}):(\d{2}) ?([AP]M)?)?/i

/** `on 9th Jul 2026 at 2:33 pm`, as the app writes. */
const words =
  /\bon (\d{1,2})(?:st|nd|rd|th) ([A-Z]{3})[A-Z]{0,6} (\d{4})\b(?: at (\d{1,2}):(\d{2}) ?([AP]M)?)?/i

/** Longer texts are not read: no message and its advert reaches half of this. */
export const LONGEST_MPESA_MESSAGE = 1000

/** Ways money moved: to somebody else (`sent`, `paybill`, `till`), to us, or neither; `unknown` is for new wordings. */
export type MpesaMessageKind =
  | 'sent'
  | 'paybill'
  | 'till'
  | 'received'
  | 'reversal'
  | 'airtime'
  | 'withdrawal'
  | 'deposit'
  | 'unknown'

/** What an M-Pesa message says happened. Anybody could have typed the text: it proves nothing by itself. */
export type MpesaMessage = {
  read: true
  /** Ten capitals and digits; nine in very old messages. */
  code: string
  kind: MpesaMessageKind
  /** Whole shillings, and the same in cents, which messages can have. */
  amount: number
  cents: number
  /** When it happened; null when the message does not say, or names a day that does not exist. */
  paidAt: Date | null
  /** Who got the money, or gave it; empty when the message does not say. */
  party: string
  /** The stored form of a number, or as written where stars hide some of its digits. */
  partyPhone: string | null
  /** The account at a paybill. */
  account: string | null
  /** Of a reversal: the code of what was reversed. */
  reversed: string | null
  /** The text holds more than one transaction; this is the first payment of them. */
  several: boolean
}

export type MpesaMessageProblem =
  | 'empty'
  | 'too_long'
  | 'airtel'
  | 'failed'
  | 'fuliza'
  | 'no_code'
  | 'unreadable'
export type MpesaReading = MpesaMessage | { read: false; problem: MpesaMessageProblem }

/** Reads a pasted M-Pesa message: the first payment in it, or why there is none. */
export function readMpesaMessage(text: string): MpesaReading {
  if (text.length > LONGEST_MPESA_MESSAGE) return { read: false, problem: 'too_long' }
  const line = oneLine(text)
  if (line === '') return { read: false, problem: 'empty' }
  const parts = splitTransactions(line)
  const found = parts.map(readTransaction).filter((message) => message !== undefined)
  const message = found.find(({ kind }) => isPayment(kind)) ?? found[0]
  if (message) return { ...message, several: found.length > 1 }
  return { read: false, problem: problemOf(line) ?? (parts.length === 0 ? 'no_code' : 'unreadable') }
}

/** Whether money left the sender's wallet for somebody else. */
export function isPayment(kind: MpesaMessageKind): boolean {
  return kind === 'sent' || kind === 'paybill' || kind === 'till'
}

/** What a text without a payment is instead, as far as its words tell. */
function problemOf(line: string): MpesaMessageProblem | undefined {
  if (/\bfailed\b|insufficient funds/i.test(line)) return 'failed'
  if (/\bfuliza\b/i.test(line)) return 'fuliza'
  if (/\bairtel\b|\bbal ?:|\btid ?:|\btrans(?:action)?\.? ?id\b/i.test(line)) return 'airtel'
  return undefined
}

const MONEY = String.raw`K(?:sh|es)\.? ?(?:K(?:sh|es)\.? ?)?(\d[\d,]*)(?:\.(\d{1,2}))?`
const anyMoney = new RegExp(`(?<![\\w-])${MONEY}`, 'i')
const begins = (kind: MpesaMessageKind, pattern: string) => ({ kind, begin: new RegExp(`^${pattern}`, 'i') })

/** How each kind begins once its date is out of the way; the money comes first among the groups. */
const shapes = [
  begins('received', `You have received ${MONEY} from `),
  begins('received', `Umepokea ${MONEY} kutoka kwa `),
  begins('received', `${MONEY} received from `),
  begins('airtime', `You bought ${MONEY} of airtime`),
  begins('withdrawal', `Withdraw ${MONEY} from `),
  begins('deposit', `Give ${MONEY} cash to `),
  begins('till', `${MONEY} (?:paid to|imelipwa kwa) `),
  begins('sent', `${MONEY} (?:sent to|transferr?ed to|imetumwa kwa) `),
]
const reversal = new RegExp(
  `^Reversal of transaction ([A-Z0-9]{9,10}) has been successfully reversed (?:.{0,60}? )?and ${MONEY}`,
  'i',
)

function readTransaction({ code, story }: Transaction): MpesaMessage | undefined {
  const moment = readMoment(story)
  const undone = reversal.exec(story)
  if (undone) {
    const reversed = (undone[1] ?? '').toUpperCase()
    return toMessage(code, undone[2], undone[3], { kind: 'reversal', moment, reversed })
  }
  const told = withoutMoment(story, moment)
  for (const { kind, begin } of shapes) {
    const match = begin.exec(told)
    if (match) {
      const rest = kind === 'airtime' ? '' : told.slice(match[0].length)
      return toMessage(code, match[1], match[2], { moment, ...readParty(rest, kind) })
    }
  }
  // M-Pesa changes its words now and then, and nobody's payment may be lost over that.
  const money = problemOf(story) === undefined ? anyMoney.exec(withoutWallet(story)) : null
  return money ? toMessage(code, money[1], money[2], { moment, kind: 'unknown' }) : undefined
}

/** What the message tells around its date: some kinds begin with the date, the others end with it. */
function withoutMoment(story: string, moment: Moment | undefined): string {
  const told =
    moment === undefined
      ? story
      : moment.from === 0
        ? story.slice(moment.until).trimStart()
        : story.slice(0, moment.from)
  return withoutWallet(told)
}

function withoutWallet(story: string): string {
  return story
    .replace(/\.? ?(?:New [^.]{0,30}balance (?:is|was)|Transaction cost|Amount you can transact).*$/i, '')
    .trim()
}

type Facts = Partial<Pick<MpesaMessage, 'party' | 'partyPhone' | 'account' | 'reversed'>> & {
  kind: MpesaMessageKind
  moment: Moment | undefined
}

function toMessage(
  code: string,
  shillings: string | undefined,
  hundredths: string | undefined,
  { moment, ...facts }: Facts,
): MpesaMessage | undefined {
  const cents = readCents(shillings ?? '', hundredths ?? '')
  if (cents === undefined) return undefined
  return {
    read: true,
    code,
    amount: Math.floor(cents / 100),
    cents,
    paidAt: moment?.at ?? null,
    party: '',
    partyPhone: null,
    account: null,
    reversed: null,
    several: false,
    ...facts,
  }
}

/** Cents without passing through a fraction; undefined for nothing and for commas in wrong places. */
function readCents(shillings: string, hundredths: string): number | undefined {
  if (!/^(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,10})$/.test(shillings)) return undefined
  const cents = Number(shillings.replaceAll(',', '')) * 100 + Number(hundredths.padEnd(2, '0'))
  return cents > 0 ? cents : undefined
}

const PHONE = String.raw`(?:\+?254|0) ?[17](?: ?[\d*]){8}`
const phoneAtEnd = new RegExp(`(?:^|[ ,:])(${PHONE})$`)
const phoneAtStart = new RegExp(`^(${PHONE})(?: |$)`)

const throughApp = /(?<=[\d*]) via [^,]{1,30}$| via (?:my )?(?:one|m-?pesa |safaricom )app$/i

function readParty(rest: string, kind: MpesaMessageKind) {
  const [to = '', account] = rest.split(/ for account /i, 2)
  const whole = withoutTail(to.replace(throughApp, ''))
  const phone = phoneAtEnd.exec(whole) ?? phoneAtStart.exec(whole)
  const written = phone?.[1]?.replaceAll(' ', '')
  return {
    kind: account !== undefined && kind === 'sent' ? ('paybill' as const) : kind,
    party: withoutTail(phone ? whole.replace(phone[0], '') : whole),
    partyPhone: written === undefined ? null : (normaliseKenyanPhone(written) ?? written),
    account: account === undefined ? null : withoutTail(account),
  }
}

function withoutTail(text: string): string {
  return text.trim().replace(/[ .,:;]{1,5}$/, '')
}

/** The text on one line, single spaces between words, without the marks that phones and chats hide in it. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cf}/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}

/** One `CODE Confirmed.` with what follows it; `from` is where its code stands. */
export type Transaction = { code: string; story: string; from: number }

/** The transactions of a text on one line, in its order; a forwarded text can hold several. */
export function splitTransactions(line: string): Transaction[] {
  const heads = [
    ...line.matchAll(/(?<![A-Z0-9])([A-Z][A-Z0-9]{8,9}) ?(?:confirmed|imethibitishwa)\b[.!,:]? ?/gi),
  ].filter(([, code = '']) => looksLikeCode(code))
  return heads.map((head, place) => ({
    code: (head[1] ?? '').toUpperCase(),
    story: line.slice(head.index + head[0].length, heads[place + 1]?.index),
    from: head.index,
  }))
}

/** A word of nine letters is no code unless it is written in capitals. */
function looksLikeCode(text: string): boolean {
  return /\d/.test(text) || text === text.toUpperCase()
}

/** Where a message tells its date and time, and which moment that is; null for a moment that does not exist. */
type Moment = { from: number; until: number; at: Date | null }

/** Finds the date and time of a message, in Nairobi, a day's start where it tells no time; undefined without a date. */
function readMoment(story: string): Moment | undefined {
  const match = figures.exec(story) ?? words.exec(story)
  if (!match) return undefined
  const [whole, date = '', month = '', year = '', hour = '0', minute = '00', half] = match
  const monthNumber = /\d/.test(month) ? Number(month) : MONTHS.indexOf(month.toLowerCase()) + 1
  const day = `${year.padStart(4, '20')}-${twoDigits(monthNumber)}-${twoDigits(Number(date))}`
  return {
    from: match.index,
    until: match.index + whole.length,
    at: instantOf(day, clockHour(hour, half), minute),
  }
}

/** The hour from 0; `NaN` when no clock shows it. */
function clockHour(text: string, half: string | undefined): number {
  const hour = Number(text)
  if (half === undefined) return hour <= 23 ? hour : Number.NaN
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
}

function instantOf(day: Day, hour: number, minute: string): Date | null {
  if (!isDay(day) || Number.isNaN(hour) || Number(minute) > 59) return null
  return nairobiInstant(day, `${twoDigits(hour)}:${minute}`)
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
