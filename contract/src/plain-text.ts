/** What cannot be seen, or turns what stands beside it around; a blank cell of Braille looks like nothing too. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]/gu
/** Scripts whose letters are told by these marks whether to join. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Malayalam}\p{Script=Sinhala}]/u
const PICTURE = /\p{Extended_Pictographic}/u

/** Text on one line: what breaks a line becomes a space, and what nobody sees is left out. */
export function plainLine(text: string): string {
  return seen(text.replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')).trim()
}

/** Text that may have paragraphs: only what nobody sees is left out. */
export function plainParagraphs(text: string): string {
  return seen(text.replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')).trim()
}

function seen(text: string): string {
  return text.replace(UNSEEN, (mark, at: number) => (belongs(mark, text, at) ? mark : ''))
}

/** Whether the mark makes one sign of its neighbours: a family of emojis, a letter of Arabic. */
function belongs(mark: string, text: string, at: number): boolean {
  if (mark === '\n' || mark === '\t') return true
  const [before = ''] = text.slice(Math.max(0, at - 2), at).match(/.$/su) ?? []
  const [after = ''] = text.slice(at + mark.length, at + mark.length + 2).match(/^./su) ?? []
  if (mark === '\u{FE0E}' || mark === '\u{FE0F}') return /\p{Emoji}/u.test(before)
  if (mark !== '\u{200C}' && mark !== '\u{200D}') return false
  const joinsPictures =
    /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F})/u.test(before) && PICTURE.test(after)
  return joinsPictures || (JOINING.test(before) && JOINING.test(after))
}
