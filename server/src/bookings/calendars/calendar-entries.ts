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

type Entries = { entries: CalendarEntry[]; isCutOff: boolean }

/** The entries of a text, each read by itself, and whether it ends before its end; undefined for what is no calendar. */
export function entriesOf(text: string): Entries | undefined {
  const given = unfolded(text)
  const start = given.findIndex((line) => /^BEGIN:VCALENDAR$/i.test(line))
  if (start < 0) return undefined
  const lastMark = given.findLast((line) => /^(?:BEGIN|END):V\w+$/i.test(line))
  const isCutOff = !/^END:VCALENDAR$/i.test(lastMark ?? '')
  // What a server wrote before a calendar, or behind its end, is no line of it.
  const lines = given.slice(start)
  const { entries, zones } = blocksOf(withBusyPeriods(isCutOff ? withoutCutLine(lines) : lines))
  const calendar = new ICAL.Component('vcalendar')
  for (const zone of zones) {
    const component = parsed(zone)
    if (component) calendar.addSubcomponent(component)
  }
  const read = entries.map(({ lines: entry, isWhole }) => {
    const component = isWhole ? parsed(entry) : undefined
    const start = component
      ? undefined
      : parsed(entry.filter((line) => /^(?:BEGIN|END|DTSTART|DTEND|DURATION)[;:]/i.test(line)))
    for (const known of [component, start]) if (known) calendar.addSubcomponent(known)
    const rule = entry.find((line) => /^RRULE[;:]/i.test(line))?.replace(/^[^:]*:/, '') ?? ''
    return { name: nameOf(entry), component, start, rule }
  })
  return { entries: read, isCutOff }
}

/**
 * The lines of a text that was cut off, the last of which may be a part of one. Of a part, what can only take more time
 * counts: the day of a start, the whole day of an end, a rule without its last narrowing.
 */
function withoutCutLine(lines: readonly string[]): string[] {
  const last = lines.at(-1) ?? ''
  if (/^(?:BEGIN|END):V\w+$/i.test(last)) return [...lines]
  const start = /^DTSTART[^:]*:(\d{8})/i.exec(last)?.[1]
  const end = /^DTEND[^:]*:(\d{8})/i.exec(last)?.[1]
  const rule = /^RRULE:/i.test(last) ? last.replace(/;[^;]*$/, '') : undefined
  const known = start ? `DTSTART;VALUE=DATE:${start}` : end ? `DTEND:${end}T235900` : (rule ?? '')
  return [...lines.slice(0, -1), ...(known ? [known] : [])]
}

/** The lines as they were before they were folded, without a byte order mark and empty lines. */
function unfolded(text: string): string[] {
  return text
    .replace(/\uFEFF/g, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')
    .map((line) => plainTime(line.trimEnd()))
    .filter((line) => line !== '')
}

const TIME =
  /^(DTSTART|DTEND)((?:;[\w-]+=(?:"[^"]*"|[^";:]*))*):(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d))?(Z?))?$/i

/** Days and times as the standard writes them: many programs put signs between their parts, or say neither days nor seconds. */
function plainTime(line: string): string {
  const [, name, given = '', year, month, day, hour, minute, second = '00', zone] = TIME.exec(line) ?? []
  if (name === undefined) return line
  const others = given.replace(/;VALUE=[^;:]*/gi, '')
  const date = `${year}${month}${day}`
  if (hour === undefined) return `${name};VALUE=DATE${others}:${date}`
  return `${name}${others}:${date}T${hour}${minute}${second}${zone?.toUpperCase()}`
}

/** Calendars that only say when somebody is busy have no entries: each period becomes one. */
function withBusyPeriods(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const [, given = '', periods] = /^FREEBUSY((?:;[^:]*)?):(.+)$/i.exec(line) ?? []
    if (periods === undefined) return [line]
    if (/FBTYPE=FREE(?:;|$)/i.test(given)) return []
    return periods.split(',').flatMap((period) => {
      const [from = '', until = ''] = period.split('/')
      const end = until.startsWith('P') ? `DURATION:${until}` : `DTEND:${until}`
      return ['BEGIN:VEVENT', `UID:${period}`, `DTSTART:${from}`, end, 'END:VEVENT']
    })
  })
}

/** The lines of each entry and each described zone; entries within entries, such as alarms, are left out. */
function blocksOf(lines: readonly string[]) {
  const entries: { lines: string[]; isWhole: boolean }[] = []
  const zones: string[][] = []
  let open: string[] = []
  let block: string[] = []
  // An entry that does not end before the next one begins is not whole.
  const leave = () => {
    if (open[0] === 'VEVENT') entries.push({ lines: [...block, 'END:VEVENT'], isWhole: false })
    open = []
  }
  for (const line of lines) {
    const begun = /^BEGIN:(.+)$/i.exec(line)?.[1]?.toUpperCase()
    const ended = /^END:(.+)$/i.exec(line)?.[1]?.toUpperCase()
    if (begun === 'VEVENT' || begun === 'VTIMEZONE' || begun === 'VCALENDAR' || ended === 'VCALENDAR') leave()
    if (begun !== undefined) {
      if (open.length === 0) block = []
      open.push(begun)
    }
    const isZone = open[0] === 'VTIMEZONE'
    const isEntry = open[0] === 'VEVENT' && (open.length === 1 || ended === 'VEVENT')
    if (isZone || (isEntry && (begun ?? ended ?? (READ.test(line) ? line : undefined)) !== undefined))
      block.push(line)
    if (ended === undefined) continue
    if (ended === open[0] && ended === 'VEVENT') entries.push({ lines: block, isWhole: true })
    if (ended === open[0] && ended === 'VTIMEZONE') zones.push(block)
    if (ended === open.at(-1)) open.pop()
    else if (ended === open[0]) open = []
  }
  leave()
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
