/** Some phones cut longer links, and with them the words. */
const LONGEST_LINK = 999

/** A link that opens a chat with `number` (in any form) and `words` already typed; cut to under 1,000 characters. */
export function whatsappChat(number: string, words: string): string {
  let link = `https://wa.me/${number.replace(/\D/g, '')}?text=`
  for (const character of words.toWellFormed()) {
    const longer = link + encodeURIComponent(character)
    if (longer.length > LONGEST_LINK) break
    link = longer
  }
  return link
}

/** As much of the text, on one line, as takes `most` characters in a link. */
export function clipForLink(text: string, most: number): string {
  let clipped = ''
  for (const character of text.toWellFormed().replace(/\s+/g, ' ').trim()) {
    if (encodeURIComponent(clipped + character).length > most) return clipped
    clipped += character
  }
  return clipped
}
