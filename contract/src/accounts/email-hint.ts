/** Providers that most Kenyans use, and how their names are mistyped. */
const KNOWN = ['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'ymail.com']

/** Names that look mistyped and are real. */
const REAL = new Set([
  'mail.com',
  'email.com',
  'gmx.com',
  'live.com',
  'yahoo.co.uk',
  'outlook.de',
  'hotmail.de',
  'ymail.com',
])

/** The address that was probably meant, `a@gmail.com` for `a@gmail.con`; undefined for one that looks right. */
export function meantEmail(text: string): string | undefined {
  const typed = text.trim().toLowerCase()
  const at = typed.lastIndexOf('@')
  const domain = typed.slice(at + 1)
  if (at < 1 || domain.length < 6 || domain.length > 14) return undefined
  if (KNOWN.includes(domain) || REAL.has(domain)) return undefined
  const meant = KNOWN.find((known) => isMistyped(domain, known))
  return meant && `${typed.slice(0, at)}@${meant}`
}

/** Whether one letter is wrong, missing or too many, or two are swapped; or the ending is another one. */
function isMistyped(typed: string, known: string): boolean {
  if (/^(?:gmail|icloud)\.(?:co|con|cm|om|comm|cpm|vom|xom|co\.ke|ke|net|org)$/.test(typed)) {
    return typed.split('.')[0] === known.split('.')[0]
  }
  const short = typed.length <= known.length ? typed : known
  const long = short === typed ? known : typed
  if (long.length - short.length > 1) return false
  let start = 0
  while (start < short.length && short[start] === long[start]) start += 1
  let end = 0
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1
  const left = short.slice(start, short.length - end)
  const right = long.slice(start, long.length - end)
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
