import ICAL from 'ical.js'

/** What is read of an entry; a bad line of anything else changes nothing. */
const READ =
  /^(?:UID|SUMMARY|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|X-MICROSOFT-CDO-BUSYSTATUS)[;:]/i

/** An entry of a calendar: as a component, or undefined where a line of it cannot be read. */
export type CalendarEntry = {
  name: string
  component: ICAL.Component | undefined
  start: ICAL.Component | undefined
  /** Its repetition rule in the words of the file; empty where it happens once. */
  rule: string
}

/** The entries of a text, each read by itself; undefined for what is no whole calendar. */
export function entriesOf(text: string): CalendarEntry[] | undefined {
  const lines = unfolded(text)
  if (!/^BEGIN:VCALENDAR$/i.test(lines[0] ?? '') || !/^END:VCALENDAR$/i.test(lines.at(-1) ?? ''))
    return undefined
  const { entries, zones } = blocksOf(lines)
  const calendar = new ICAL.Component('vcalendar')
  for (const zone of zones) {
    const component = parsed(zone)
    if (component) calendar.addSubcomponent(component)
  }
  return entries.map((entry) => {
    const component = parsed(entry)
    const start = component
      ? undefined
      : parsed(entry.filter((line) => /^(?:BEGIN|END|DTSTART|DTEND|DURATION)[;:]/i.test(line)))
    for (const read of [component, start]) if (read) calendar.addSubcomponent(read)
    const rule = entry.find((line) => /^RRULE[;:]/i.test(line))?.replace(/^[^:]*:/, '') ?? ''
    return { name: nameOf(entry), component, start, rule }
  })
}

/** The lines as they were before they were folded, without a byte order mark and empty lines. */
function unfolded(text: string): string[] {
  return text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
}

/** The lines of each entry and each described zone; entries within entries, such as alarms, are left out. */
function blocksOf(lines: readonly string[]) {
  const entries: string[][] = []
  const zones: string[][] = []
  let open: string[] = []
  let block: string[] = []
  for (const line of lines) {
    const begun = /^BEGIN:(.+)$/i.exec(line)?.[1]?.toUpperCase()
    const ended = /^END:(.+)$/i.exec(line)?.[1]?.toUpperCase()
    // An entry that never ends is left out where the next one begins.
    if (begun === 'VEVENT' || begun === 'VTIMEZONE' || begun === 'VCALENDAR') open = []
    if (begun !== undefined) {
      if (open.length === 0) block = []
      open.push(begun)
    }
    const isZone = open[0] === 'VTIMEZONE'
    const isEntry = open[0] === 'VEVENT' && (open.length === 1 || ended === 'VEVENT')
    if (isZone || (isEntry && (begun ?? ended ?? (READ.test(line) ? line : undefined)) !== undefined))
      block.push(line)
    if (ended === undefined) continue
    if (ended === open[0] && ended === 'VEVENT') entries.push(block)
    if (ended === open[0] && ended === 'VTIMEZONE') zones.push(block)
    if (ended === open.at(-1)) open.pop()
    else if (ended === open[0]) open = []
  }
  return { entries, zones }
}

function parsed(lines: readonly string[]): ICAL.Component | undefined {
  try {
    const read: unknown = ICAL.parse(lines.join('\r\n'))
    return Array.isArray(read) && !Array.isArray(read[0]) ? new ICAL.Component(read) : undefined
  } catch {
    return undefined
  }
}

const LONGEST_NAME = 80

function nameOf(lines: readonly string[]): string {
  const textOf = (name: RegExp) => lines.find((line) => name.test(line))?.replace(/^[^:]*:/, '')
  const written = textOf(/^SUMMARY[;:]/i) || textOf(/^UID[;:]/i) || ''
  return written
    .replace(/\\n/gi, ' ')
    .replace(/\\([,;\\])/g, '$1')
    .trim()
    .slice(0, LONGEST_NAME)
}
