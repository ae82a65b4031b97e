import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { calendarFile } from '@twende/contract/calendar-file.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCalendarText } from './read-calendar-text.ts'
import { readCalendarInThread } from './read-in-thread.ts'

const window = { from: nairobiInstant('2026-04-01', '09:00'), until: nairobiInstant('2027-04-01', '09:00') }

const calendar = (...lines: string[]) => calendarFile('-//Test//EN', lines)
const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:one@elsewhere', ...lines, 'END:VEVENT']
const read = (text: string) => readCalendarText(text, window, '@calendar.twende.example')

/** `2026-04-10 08:00`, in Nairobi. */
const shown = (at: Date) =>
  new Date(at.getTime() + 3 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
function periods(...lines: string[]) {
  const result = read(calendar(...lines))
  if (result.problem !== undefined) throw new Error(result.problem)
  return {
    unread: result.unreadEntries,
    busy: result.busy
      .toSorted((a, b) => a.from.getTime() - b.from.getTime())
      .map(({ from, until }) => `${shown(from)} to ${shown(until)}`),
  }
}

describe('the time of an entry', () => {
  test.each([
    [
      'in UTC',
      ['DTSTART:20260410T050000Z', 'DTEND:20260412T070000Z'],
      '2026-04-10 08:00 to 2026-04-12 10:00',
    ],
    [
      'without a zone',
      ['DTSTART:20260410T080000', 'DTEND:20260412T100000'],
      '2026-04-10 08:00 to 2026-04-12 10:00',
    ],
    [
      'of a zone of the IANA, in its summer',
      ['DTSTART;TZID=Europe/Berlin:20260410T080000', 'DTEND;TZID=Europe/Berlin:20260410T120000'],
      '2026-04-10 09:00 to 2026-04-10 13:00',
    ],
    [
      'of whole days, the last not included',
      ['DTSTART;VALUE=DATE:20260410', 'DTEND;VALUE=DATE:20260412'],
      '2026-04-10 00:00 to 2026-04-12 00:00',
    ],
    ['of a day without an end', ['DTSTART;VALUE=DATE:20260410'], '2026-04-10 00:00 to 2026-04-11 00:00'],
    [
      'with a duration',
      ['DTSTART:20260410T050000Z', 'DURATION:PT90M'],
      '2026-04-10 08:00 to 2026-04-10 09:30',
    ],
    [
      'that lasts for thousands of years',
      ['DTSTART:20260410T050000Z', 'DURATION:P9000000D'],
      '2026-04-10 08:00 to 2029-01-01 03:00',
    ],
    [
      'that lasts longer than any clock can say',
      ['DTSTART:20260410T050000Z', 'DURATION:P900000000D'],
      '2026-04-10 08:00 to 2029-01-01 03:00',
    ],
    [
      'that began long ago',
      ['DTSTART:00010101T000000Z', 'DTEND:20260412T070000Z'],
      '2025-01-01 03:00 to 2026-04-12 10:00',
    ],
    [
      'that has begun',
      ['DTSTART:20260330T050000Z', 'DTEND:20260402T050000Z'],
      '2026-03-30 08:00 to 2026-04-02 08:00',
    ],
  ])('%s', (_, lines, expected) => {
    expect(periods(...event(...lines))).toEqual({ unread: 0, busy: [expected] })
  })

  test('of a zone that only the file describes is read from there', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:W. Europe Standard Time',
      ...['BEGIN:STANDARD', 'DTSTART:16010101T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
      ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
      ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
      ...['RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT'],
      'END:VTIMEZONE',
    ]
    const at = (day: string) =>
      event(
        `DTSTART;TZID=W. Europe Standard Time:${day}T080000`,
        `DTEND;TZID=W. Europe Standard Time:${day}T090000`,
      )
    expect(periods(...zone, ...at('20260710'), ...at('20261210')).busy).toEqual([
      '2026-07-10 09:00 to 2026-07-10 10:00',
      '2026-12-10 10:00 to 2026-12-10 11:00',
    ])
    expect(periods(...at('20260710'))).toEqual({ unread: 0, busy: ['2026-07-10 09:00 to 2026-07-10 10:00'] })
  })

  test('outside the window, free, cancelled, without length, or ours, takes nothing', () => {
    const time = ['DTSTART:20260410T050000Z', 'DTEND:20260412T070000Z']
    expect(
      periods(
        ...event('DTSTART:20260310T050000Z', 'DTEND:20260312T070000Z'),
        ...event('DTSTART:20270410T050000Z', 'DTEND:20270412T070000Z'),
        ...event(...time, 'TRANSP:TRANSPARENT'),
        ...event(...time, 'STATUS:CANCELLED'),
        ...event('DTSTART:20260410T050000Z'),
        ...['BEGIN:VEVENT', 'UID:0190a5b0@calendar.twende.example', ...time, 'END:VEVENT'],
      ),
    ).toEqual({ unread: 0, busy: [] })
  })
})

describe('an entry that repeats', () => {
  const days = (rule: string, ...more: string[]) =>
    periods(
      ...event('DTSTART:20260406T050000Z', 'DTEND:20260406T060000Z', `RRULE:${rule}`, ...more),
    ).busy.map((period) => period.slice(5, 10))

  test.each([
    ['FREQ=DAILY;COUNT=3', ['04-06', '04-07', '04-08']],
    ['FREQ=DAILY;INTERVAL=2;UNTIL=20260410T050000Z', ['04-06', '04-08', '04-10']],
    ['FREQ=DAILY;UNTIL=20260408', ['04-06', '04-07', '04-08']],
    ['FREQ=WEEKLY;BYDAY=MO,WE;COUNT=4', ['04-06', '04-08', '04-13', '04-15']],
    ['FREQ=MONTHLY;COUNT=3', ['04-06', '05-06', '06-06']],
    ['FREQ=MONTHLY;BYDAY=1MO;COUNT=3', ['04-06', '05-04', '06-01']],
    ['FREQ=MONTHLY;BYMONTHDAY=6;UNTIL=20260607T000000Z', ['04-06', '05-06', '06-06']],
    ['FREQ=YEARLY', ['04-06']],
  ])('%s', (rule, expected) => {
    expect(days(rule)).toEqual(expected)
  })

  test('ends with the window, and leaves out the dates that are excepted', () => {
    expect(days('FREQ=WEEKLY').length).toBe(52)
    expect(
      days('FREQ=DAILY;COUNT=4', 'EXDATE:20260401T050000Z,20260407T050000Z', 'EXDATE:20260408T050000Z'),
    ).toEqual(['04-06', '04-09'])
    expect(days('FREQ=DAILY;COUNT=1', 'RDATE:20260501T050000Z')).toEqual(['04-06', '05-01'])
  })

  test('keeps the hour of its own clock over the end of its summer', () => {
    const { busy } = periods(
      ...event(
        'DTSTART;TZID=Europe/Berlin:20261020T080000',
        'DTEND;TZID=Europe/Berlin:20261020T090000',
        'RRULE:FREQ=WEEKLY;COUNT=2',
      ),
    )
    expect(busy).toEqual(['2026-10-20 09:00 to 2026-10-20 10:00', '2026-10-27 10:00 to 2026-10-27 11:00'])
  })

  test('may have one occurrence moved, and another cancelled', () => {
    const { busy } = periods(
      ...event('DTSTART;VALUE=DATE:20260406', 'DTEND;VALUE=DATE:20260407', 'RRULE:FREQ=DAILY;COUNT=4'),
      ...event(
        'RECURRENCE-ID;VALUE=DATE:20260407',
        'DTSTART;VALUE=DATE:20260420',
        'DTEND;VALUE=DATE:20260421',
      ),
      ...event('RECURRENCE-ID;VALUE=DATE:20260408', 'DTSTART;VALUE=DATE:20260408', 'STATUS:CANCELLED'),
    )
    expect(busy.map((period) => period.slice(5, 10))).toEqual(['04-06', '04-09', '04-20'])
  })

  test.each([
    ['FREQ=SECONDLY', ['04-06 to 2027-04-03']],
    ['FREQ=HOURLY;COUNT=3', ['04-06 to 2026-04-09']],
    ['FREQ=DAILY;BYHOUR=8', ['04-06 to 2027-04-03']],
    ['FREQ=DAILY;INTERVAL=1000000000', ['04-06 to 2026-04-07']],
    ['FREQ=WEEKLY;BYSETPOS=1;BYDAY=MO;COUNT=2', ['04-06 to 2026-04-07', '04-13 to 2026-04-14']],
    ['FREQ=YEARLY;BYWEEKNO=20', ['04-06 to 2026-04-07']],
    ['FREQ=YEARLY;BYYEARDAY=100', ['04-06 to 2026-04-07']],
    ['FREQ=NEVER', ['04-06 to 2026-04-07']],
  ])('%s is counted as not read and blocks its days (%j), and the other entries are read', (rule, days) => {
    expect(
      periods(
        ...event('DTSTART:20260406T050000Z', 'DTEND:20260406T060000Z', `RRULE:${rule}`),
        ...event('DTSTART:20260410T050000Z', 'DTEND:20260410T060000Z'),
      ),
    ).toEqual({
      unread: 1,
      busy: [
        ...days.map((span) => `2026-${span.replace(' to ', ' 00:00 to ')} 00:00`),
        '2026-04-10 08:00 to 2026-04-10 09:00',
      ].sort(),
    })
  })

  test('on a thread, a reading that takes too long ends as too many entries', async () => {
    const text = calendar(...event('DTSTART:20260406T050000Z', 'DURATION:PT1H'))
    const asked = { text, window, ownUids: '@calendar.twende.example' }
    expect(await readCalendarInThread(asked)).toEqual({
      busy: [expect.anything()],
      unreadEntries: 0,
      unreadNames: [],
    })
    expect(await readCalendarInThread(asked, 1)).toEqual({ problem: 'too_many_entries' })
  })

  test('each day since long ago is read, but not for thousands of years', () => {
    const since = (year: string) =>
      periods(...event(`DTSTART:${year}0406T050000Z`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY'))
    expect(since('1990').busy.length).toBe(365)
    expect(since('0100').unread).toBe(1)
  })
})

describe('what is no calendar', () => {
  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['an address book', 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Otieno\r\nEND:VCARD\r\n'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({ problem: 'not_a_calendar' })
  })

  test('an entry that never ends is named, and blocks its days', () => {
    const { busy, unread } = periods(
      ...event('DTSTART:20260410T050000Z', 'DTEND:20260412T050000Z').slice(0, -1),
      ...event('DTSTART:20260420T050000Z', 'DTEND:20260420T070000Z'),
    )
    expect(unread).toBe(1)
    expect(busy).toHaveLength(2)
  })

  test('one with thousands of entries is refused', () => {
    const many = Array.from({ length: 2_001 }, () =>
      event('DTSTART:20260410T050000Z', 'DURATION:PT1H'),
    ).flat()
    expect(read(calendar(...many))).toEqual({ problem: 'too_many_entries' })
    const often = Array.from({ length: 6 }, () =>
      event('DTSTART:20260410T050000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'),
    ).flat()
    expect(read(calendar(...often))).toEqual({ problem: 'too_many_entries' })
  })

  test('an empty one is a calendar', () => {
    expect(read(calendar())).toEqual({ busy: [], unreadEntries: 0, unreadNames: [] })
  })

  test('whatever stands in it, it is read or refused', () => {
    const word = fc.constantFrom(
      ...['BEGIN:VEVENT', 'END:VEVENT', 'BEGIN:VTIMEZONE', 'END:VTIMEZONE', 'DTSTART:20260410T050000Z'],
      ...['DTSTART:', 'DTSTART;VALUE=DATE:2026', 'DTEND:99999999T999999Z', 'DURATION:P999999999W', 'RRULE:'],
      ...[
        'RRULE:FREQ=DAILY',
        'EXDATE:x',
        'RDATE;VALUE=PERIOD:20260410T050000Z/PT1H',
        'RECURRENCE-ID:1',
        ':',
        ' x',
      ],
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 12 }), (lines) => {
        const result = read(calendar(...lines))
        for (const { from, until } of result.problem === undefined ? result.busy : [])
          expect(from.getTime()).toBeLessThan(until.getTime())
      }),
      { numRuns: 500 },
    )
  })
})
