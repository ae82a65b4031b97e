/** The text form of iCalendar (RFC 5545): lines of at most 75 bytes, instants in UTC, texts escaped. */

type CalendarLine = string | undefined

/** A calendar of these lines; what is undefined is left out. */
export function calendarFile(productId: string, lines: readonly CalendarLine[]): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${productId}`,
    'CALSCALE:GREGORIAN',
    ...lines,
    'END:VCALENDAR',
  ]
    .filter((line) => line !== undefined)
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}

/** `20260410T070000Z`. */
export function calendarInstant(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

export function calendarText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
}

const LONGEST_LINE_BYTES = 75
const encoder = new TextEncoder()

/** Long lines go on after a line break and a space; RFC 5545 counts bytes, and no character may be torn. */
function folded(line: string): string {
  let text = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > LONGEST_LINE_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}
