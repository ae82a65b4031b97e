/** Longer texts are not read: no message and its advert reaches half of this. */
export const LONGEST_MPESA_MESSAGE = 1000

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
