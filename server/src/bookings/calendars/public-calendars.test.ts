import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { describe, expect, test } from 'vitest'
import { readCalendarText } from './read-calendar-text.ts'

const window = { from: nairobiInstant('2026-04-01', '09:00'), until: nairobiInstant('2027-04-01', '09:00') }

const calendarOf = (lines: readonly string[], end = '\r\n') =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Elsewhere//EN', ...entry(lines), 'END:VCALENDAR', ''].join(
    end,
  )
const entry = (lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:one@elsewhere', ...lines, 'END:VEVENT']

/** `2026-04-10 08:00`, in Nairobi. */
const shown = (at: Date) =>
  new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

function read(text: string) {
  const result = readCalendarText(text, window, '@calendar.twende.example')
  if (result.problem !== undefined) throw new Error(result.problem)
  return {
    unread: result.unreadEntries,
    names: result.unreadNames,
    busy: result.busy
      .toSorted((a, b) => a.from.getTime() - b.from.getTime())
      .map(({ from, until }) => `${shown(from)} to ${shown(until)}`),
  }
}

/** Zones as programs name them, and how many hours each is ahead of UTC in July. */
const zones: readonly (readonly [string, number])[] = [
  ['E. Africa Standard Time', 3],
  ['South Africa Standard Time', 2],
  ['W. Central Africa Standard Time', 1],
  ['Egypt Standard Time', 3],
  ['Namibia Standard Time', 2],
  ['Mauritius Standard Time', 4],
  ['Greenwich Standard Time', 0],
  ['GMT Standard Time', 1],
  ['W. Europe Standard Time', 2],
  ['Romance Standard Time', 2],
  ['Central Europe Standard Time', 2],
  ['FLE Standard Time', 3],
  ['Russian Standard Time', 3],
  ['Turkey Standard Time', 3],
  ['Arab Standard Time', 3],
  ['Arabian Standard Time', 4],
  ['Pakistan Standard Time', 5],
  ['India Standard Time', 5.5],
  ['China Standard Time', 8],
  ['Tokyo Standard Time', 9],
  ['AUS Eastern Standard Time', 10],
  ['Eastern Standard Time', -4],
  ['Central Standard Time', -5],
  ['Pacific Standard Time', -7],
  ['UTC', 0],
  ['GMT', 0],
  ['Africa/Nairobi', 3],
  ['Africa/Kampala', 3],
  ['/freeassociation.sourceforge.net/Africa/Nairobi', 3],
  ['/example.org/20250101_1/Europe/London', 1],
  ['(UTC+03:00) Nairobi', 3],
  ['(UTC-05:00) Eastern Time (US & Canada)', -5],
  ['GMT+3', 3],
  ['UTC+05:30', 5.5],
  ['e. africa standard time', 3],
]

test.each(zones)('the zone %s is %d hours ahead of UTC in July', (zone, ahead) => {
  const at = `TZID=${/[(:]/.test(zone) ? `"${zone}"` : zone}`
  const { busy } = read(calendarOf([`DTSTART;${at}:20260706T120000`, `DTEND;${at}:20260706T130000`]))
  const from = new Date(Date.UTC(2026, 6, 6, 12) - ahead * 3_600_000)
  expect(busy).toEqual([`${shown(from)} to ${shown(new Date(from.getTime() + 3_600_000))}`])
})

/** Rules of an entry that begins on Monday 6 April 2026, and its days. The first occurrence counts. */
const rules: readonly (readonly [string, readonly string[]])[] = [
  ['FREQ=DAILY;COUNT=2', ['04-06', '04-07']],
  ['FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=6', ['04-06', '04-07', '04-08', '04-09', '04-10', '04-13']],
  ['FREQ=DAILY;BYDAY=SA,SU;COUNT=3', ['04-06', '04-11', '04-12']],
  ['FREQ=DAILY;BYMONTH=5;COUNT=2', ['04-06', '05-01']],
  ['FREQ=DAILY;INTERVAL=10;COUNT=3', ['04-06', '04-16', '04-26']],
  ['FREQ=DAILY;BYMONTHDAY=-1;COUNT=3', ['04-06', '04-30', '05-31']],
  ['FREQ=WEEKLY;COUNT=2', ['04-06', '04-13']],
  ['FREQ=WEEKLY;BYDAY=FR,SA;COUNT=4;WKST=SU', ['04-06', '04-10', '04-11', '04-17']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=4', ['04-06', '04-10', '04-20', '04-24']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU;COUNT=3', ['04-06', '04-19', '04-20']],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=MO;COUNT=3', ['04-06', '04-12', '04-20']],
  ['FREQ=MONTHLY;BYDAY=1MO;COUNT=3', ['04-06', '05-04', '06-01']],
  ['FREQ=MONTHLY;BYDAY=+1MO;COUNT=3', ['04-06', '05-04', '06-01']],
  ['FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', ['04-06', '04-24', '05-29']],
  ['FREQ=MONTHLY;BYDAY=5MO;COUNT=3', ['04-06', '06-29', '08-31']],
  ['FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1;COUNT=3', ['04-06', '05-04', '06-01']],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3', ['04-06', '04-30', '05-29']],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1;COUNT=3', ['04-06', '05-01', '06-01']],
  ['FREQ=MONTHLY;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYSETPOS=-1;COUNT=2', ['04-06', '04-30']],
  ['FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3', ['04-06', '05-31', '07-31']],
  ['FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', ['04-06', '04-30', '05-31']],
  ['FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=4', ['04-06', '04-15', '05-01', '05-15']],
  ['FREQ=MONTHLY;INTERVAL=3;COUNT=3', ['04-06', '07-06', '10-06']],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=2', ['04-06', '11-13']],
  ['FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25;COUNT=2', ['04-06', '12-25']],
  ['FREQ=YEARLY;BYMONTH=10;BYDAY=3MO;COUNT=2', ['04-06', '10-19']],
  ['FREQ=YEARLY;BYMONTH=10;BYDAY=MO;BYSETPOS=-1;COUNT=2', ['04-06', '10-26']],
  ['FREQ=YEARLY;BYMONTH=6,12;BYMONTHDAY=1;COUNT=3', ['04-06', '06-01', '12-01']],
  ['FREQ=YEARLY;BYDAY=20MO;COUNT=2', ['04-06', '05-18']],
  ['FREQ=YEARLY;INTERVAL=2', ['04-06']],
  ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', ['04-06']],
  ['FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=15', ['04-06']],
  ['FREQ=DAILY;UNTIL=20260408', ['04-06', '04-07', '04-08']],
  ['FREQ=DAILY;UNTIL=20260408T045959Z', ['04-06', '04-07']],
]

test.each(rules)('%s', (rule, days) => {
  const { busy, unread } = read(calendarOf(['DTSTART:20260406T050000Z', 'DURATION:PT1H', `RRULE:${rule}`]))
  expect(unread).toBe(0)
  expect(busy.map((period) => period.slice(5, 10))).toEqual(days)
})

type Odd = { what: string; before: string; lines: readonly string[]; busy: readonly string[]; unread: number }
const odd: readonly Odd[] = [
  {
    what: 'a mark at its beginning',
    before: '\ufeff',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'lines that end in a line feed alone',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'a line without a colon',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'THIS IS NO LINE', 'DURATION:PT1H'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'an empty line',
    before: '',
    lines: ['DTSTART:20260406T050000Z', '', 'DURATION:PT1H'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'a bad line of a property that is not read',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'ATTENDEE;CN="x:mailto:a@b.ke', 'DURATION:PT1H'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'a bad priority',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'PRIORITY:high', 'DURATION:PT1H'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'an alarm',
    before: '',
    lines: [
      'DTSTART:20260406T050000Z',
      'DURATION:PT1H',
      'BEGIN:VALARM',
      'TRIGGER:-PT15M',
      'DURATION:PT5M',
      'END:VALARM',
    ],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'an alarm that is not closed',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'BEGIN:VALARM', 'TRIGGER:-PT15M'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'a folded line',
    before: '',
    lines: ['DTSTART:20260406T05', ' 0000Z', 'DURATION:PT1H'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'small letters',
    before: '',
    lines: ['dtstart:20260406T050000Z', 'duration:PT1H'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'small letters in its time',
    before: '',
    lines: ['dtstart:20260406t050000z', 'dtend:20260406t060000z'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'lines of a server before it',
    before: 'Warning: Undefined variable $id in feed.php\r\n\r\n\ufeff',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'a free entry of Outlook',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'],
    busy: [],
    unread: 0,
  },
  {
    what: 'a busy entry of Outlook',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'X-MICROSOFT-CDO-BUSYSTATUS:BUSY'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'an entry out of office',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'X-MICROSOFT-CDO-BUSYSTATUS:OOF'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'a tentative entry',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'STATUS:TENTATIVE'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
  {
    what: 'a free entry',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'TRANSP:TRANSPARENT'],
    busy: [],
    unread: 0,
  },
  {
    what: 'a free entry in small letters',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'TRANSP:transparent'],
    busy: [],
    unread: 0,
  },
  {
    what: 'a cancelled entry',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'],
    busy: [],
    unread: 0,
  },
  {
    what: 'a whole day',
    before: '',
    lines: ['DTSTART;VALUE=DATE:20260406'],
    busy: ['2026-04-06 00:00 to 2026-04-07 00:00'],
    unread: 0,
  },
  {
    what: 'whole days',
    before: '',
    lines: ['DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260409'],
    busy: ['2026-04-06 00:00 to 2026-04-09 00:00'],
    unread: 0,
  },
  {
    what: 'a rule within the day',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'RRULE:FREQ=HOURLY;UNTIL=20260408T050000Z'],
    busy: ['2026-04-06 00:00 to 2026-04-09 00:00'],
    unread: 1,
  },
  {
    what: 'a rule of which a part cannot be read, which blocks the days of the rest',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;BYDAY=MO,XX;COUNT=3'],
    busy: [
      '2026-04-06 00:00 to 2026-04-07 00:00',
      '2026-04-13 00:00 to 2026-04-14 00:00',
      '2026-04-20 00:00 to 2026-04-21 00:00',
    ],
    unread: 1,
  },
  {
    what: 'a zone that nobody knows, each week',
    before: '',
    lines: ['DTSTART;TZID=Nowhere:20260406T080000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2'],
    busy: ['2026-04-06 00:00 to 2026-04-07 00:00', '2026-04-13 00:00 to 2026-04-14 00:00'],
    unread: 1,
  },
  {
    what: 'a rule that is none',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'RRULE:FREQ=SOMETIMES'],
    busy: ['2026-04-06 00:00 to 2026-04-07 00:00'],
    unread: 1,
  },
  {
    what: 'a zone that nobody knows',
    before: '',
    lines: [
      'DTSTART;TZID=Customized Time Zone:20260406T080000',
      'DTEND;TZID=Customized Time Zone:20260408T080000',
    ],
    busy: ['2026-04-06 00:00 to 2026-04-09 00:00'],
    unread: 1,
  },
  {
    what: 'an end that cannot be read',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DTEND:tomorrow'],
    busy: ['2026-04-06 00:00 to 2026-04-07 00:00'],
    unread: 1,
  },
  {
    what: 'an end in a month that is none',
    before: '',
    lines: ['DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:2026-99-99'],
    busy: ['2026-04-06 00:00 to 2026-04-07 00:00'],
    unread: 1,
  },
  {
    what: 'a clock that goes to 99',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DTEND:20260406T990000Z'],
    busy: ['2026-04-06 00:00 to 2026-04-07 00:00'],
    unread: 1,
  },
  {
    what: 'a start in a month that is none',
    before: '',
    lines: ['DTSTART;VALUE=DATE:20261306', 'DURATION:P2D'],
    busy: [],
    unread: 1,
  },
  { what: 'a day that is none', before: '', lines: ['DTSTART:soon', 'DURATION:PT1H'], busy: [], unread: 1 },
  { what: 'no start', before: '', lines: ['DURATION:PT1H'], busy: [], unread: 1 },
  {
    what: 'an end before its start',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DTEND:20260405T050000Z'],
    busy: ['2026-04-06 00:00 to 2026-04-07 00:00'],
    unread: 1,
  },
  {
    what: 'a duration that runs backwards',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:-PT2H'],
    busy: ['2026-04-06 00:00 to 2026-04-07 00:00'],
    unread: 1,
  },
  {
    what: 'a day that ends on itself',
    before: '',
    lines: ['DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260406'],
    busy: ['2026-04-06 00:00 to 2026-04-07 00:00'],
    unread: 0,
  },
  {
    what: 'days that are not said to be days',
    before: '',
    lines: ['DTSTART:20260406', 'DTEND:20260408'],
    busy: ['2026-04-06 00:00 to 2026-04-08 00:00'],
    unread: 0,
  },
  {
    what: 'times that are said to be days',
    before: '',
    lines: ['DTSTART;VALUE=DATE:20260406T050000Z', 'DTEND;VALUE=DATE:20260406T070000Z'],
    busy: ['2026-04-06 08:00 to 2026-04-06 10:00'],
    unread: 0,
  },
  {
    what: 'times with signs between their parts',
    before: '',
    lines: ['DTSTART;TZID="(UTC+03:00) Nairobi":2026-04-06T08:00:00', 'DTEND:2026-04-06T07:00:00Z'],
    busy: ['2026-04-06 08:00 to 2026-04-06 10:00'],
    unread: 0,
  },
  {
    what: 'times without seconds',
    before: '',
    lines: ['DTSTART:20260406T0500Z', 'DTEND:20260406T0700Z'],
    busy: ['2026-04-06 08:00 to 2026-04-06 10:00'],
    unread: 0,
  },
  {
    what: 'changes of all later occurrences',
    before: '',
    lines: [
      'DTSTART:20260406T050000Z',
      'DURATION:PT1H',
      'RECURRENCE-ID;RANGE=THISANDFUTURE:20260406T050000Z',
    ],
    busy: ['2026-04-06 00:00 to 2026-04-07 00:00'],
    unread: 1,
  },
  {
    what: 'periods as more dates',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'RDATE;VALUE=PERIOD:20260410T050000Z/PT1H'],
    busy: ['2026-04-06 00:00 to 2026-04-07 00:00'],
    unread: 1,
  },
  {
    what: 'more dates',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'RDATE:20260410T050000Z,20260411T050000Z'],
    busy: [
      '2026-04-06 08:00 to 2026-04-06 09:00',
      '2026-04-10 08:00 to 2026-04-10 09:00',
      '2026-04-11 08:00 to 2026-04-11 09:00',
    ],
    unread: 0,
  },
  {
    what: 'exceptions',
    before: '',
    lines: [
      'DTSTART:20260406T050000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=3',
      'EXDATE:20260407T050000Z',
    ],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00', '2026-04-08 08:00 to 2026-04-08 09:00'],
    unread: 0,
  },
  {
    what: 'a long name in Swahili',
    before: '',
    lines: ['DTSTART:20260406T050000Z', 'DURATION:PT1H', 'SUMMARY:Gari limekodishwa\\, Ng’ang’a \\; Mombasa'],
    busy: ['2026-04-06 08:00 to 2026-04-06 09:00'],
    unread: 0,
  },
]

test.each(odd)('with $what', ({ what, before, lines, busy, unread }) => {
  const text = calendarOf(lines, what.includes('line feed') ? '\n' : '\r\n')
  expect(read(before + text)).toMatchObject({ busy, unread })
})

test('periods that somebody is busy are read, and those that are free are not', () => {
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VFREEBUSY',
    'DTSTART:20260401T000000Z',
    'DTEND:20260501T000000Z',
    'FREEBUSY;FBTYPE=BUSY:20260406T050000Z/20260406T090000Z,20260410T050000Z/PT3H',
    'FREEBUSY:20260412T050000Z/PT1H',
    'FREEBUSY;FBTYPE=FREE:20260411T050000Z/PT3H',
    'END:VFREEBUSY',
    'END:VCALENDAR',
  ].join('\r\n')
  expect(read(text)).toMatchObject({
    busy: [
      '2026-04-06 08:00 to 2026-04-06 12:00',
      '2026-04-10 08:00 to 2026-04-10 11:00',
      '2026-04-12 08:00 to 2026-04-12 09:00',
    ],
    unread: 0,
  })
})

test('a line behind its end leaves out itself: the calendar is whole', () => {
  const text = calendarOf(['DTSTART:20260406T050000Z', 'DURATION:PT1H'])
  const known = read(text)
  expect(known.busy).toHaveLength(1)
  for (const behind of ['<!-- served in 3 ms -->', 'Warning: broken\r\nX', '\u0000', '\ufeff'])
    expect(readCalendarText(text + behind, window, '@calendar.twende.example').problem).toBeUndefined()
})

describe('a file that was cut off', () => {
  const whole = [
    'BEGIN:VCALENDAR',
    ...entry(['SUMMARY:Wedding', 'DTSTART:20260410T050000Z', 'DTEND:20260410T090000Z']),
    ...entry([
      'SUMMARY:School',
      'DTSTART;TZID=Africa/Nairobi:20260413T080000',
      'DTEND;TZID=Africa/Nairobi:20260415T170000',
      'RRULE:FREQ=WEEKLY;COUNT=12',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')
  const wedding = '2026-04-10 08:00 to 2026-04-10 12:00'
  const cutAfter = (part: string) => readCut(whole.slice(0, whole.indexOf(part) + part.length))
  function readCut(text: string) {
    const result = readCalendarText(text, window, '@calendar.twende.example')
    if (result.problem !== 'cut_off') throw new Error('it was not cut off')
    const busy = result.busy.map(({ from, until }) => `${shown(from)} to ${shown(until)}`)
    return { busy, names: result.unreadNames }
  }

  test.each([
    ['without its end', '12\r\nEND:VEVENT\r\n', { names: [], last: '2026-06-29 08:00 to 2026-07-01 17:00' }],
    ['in a name', 'SUMMARY:Scho', { names: ['one@elsewhere'], last: wedding }],
    [
      'in a start',
      'Nairobi:20260413T08',
      { names: ['School'], last: '2026-04-13 00:00 to 2026-04-14 00:00' },
    ],
    ['in an end', 'Nairobi:20260415T1', { names: ['School'], last: '2026-04-13 00:00 to 2026-04-16 00:00' }],
    ['in a count', 'COUNT=1', { names: ['School'], last: '2027-03-29 00:00 to 2027-04-01 00:00' }],
    [
      'before the end of an entry',
      'COUNT=12\r\nEND:VEV',
      { names: ['School'], last: '2026-06-29 00:00 to 2026-07-02 00:00' },
    ],
  ])('%s keeps what is whole, and the days of what is not', (_, part, { names, last }) => {
    const read = cutAfter(part)
    expect(read.names).toEqual(names)
    expect(read.busy[0]).toBe(wedding)
    expect(read.busy.at(-1)).toBe(last)
  })

  test('at any place is read without an error, and never less than its whole entries', () => {
    for (let length = whole.indexOf('BEGIN:VEVENT', 40); length < whole.length - 4; length += 1)
      expect(readCut(whole.slice(0, length)).busy).toContain(wedding)
  })
})

test('one hundred calendars are read', () => {
  expect(zones.length + rules.length + odd.length).toBeGreaterThanOrEqual(100)
})

test.each(odd.filter(({ unread }) => unread > 0))(
  'with $what, it is named, and the others are read',
  ({ lines }) => {
    const other = entry(['DTSTART:20260420T050000Z', 'DURATION:PT1H'])
    const text = ['BEGIN:VCALENDAR', ...entry(['SUMMARY:Wedding', ...lines]), ...other, 'END:VCALENDAR'].join(
      '\r\n',
    )
    const { busy, names } = read(text)
    expect(names).toEqual(['Wedding'])
    expect(busy).toContain('2026-04-20 08:00 to 2026-04-20 09:00')
  },
)
