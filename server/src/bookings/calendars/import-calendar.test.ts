import { setTimeout } from 'node:timers/promises'
import type { ImportProblem } from '@twende/contract/bookings/calendar-link-routes.ts'
import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { calendarFile, calendarInstant } from '@twende/contract/calendar-file.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCar } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'
import type { FetchedCalendar } from './fetch-calendar.ts'
import { importCalendars } from './import-calendar.ts'

const TODAY = nairobiDay(BOOKING_MORNING)
const day = (offset: number) => addDays(TODAY, offset)
const ADDRESS = 'https://calendars.example/secret-of-the-calendar.ics'

let market: TestMarket
let staff: Person
let answer: (url: string) => FetchedCalendar | Promise<FetchedCalendar>
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  market.deps.fetchCalendar = async (url) => answer(url)
  staff = await market.signUp({ role: 'staff' })
})
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  await market.db.deleteFrom('calendar_imports').execute()
})
afterAll(() => market.close())

const at = (offset: number, hour = '08:00') => nairobiInstant(day(offset), hour)

/** A calendar with an entry from 8:00 of one day to 8:00 of another, for each pair. */
const calendarOf = (...spans: (readonly [from: number, to: number])[]): FetchedCalendar => ({
  text: calendarFile(
    '-//Test//EN',
    spans.flatMap(([from, to], number) => [
      'BEGIN:VEVENT',
      `UID:${number}@elsewhere`,
      `DTSTART:${calendarInstant(at(from))}`,
      `DTEND:${calendarInstant(at(to))}`,
      'SUMMARY:John Mwangi 0722 000 111',
      'END:VEVENT',
    ]),
  ),
})

async function addImport(carId: string, name = 'Another fleet') {
  const body = { name, address: ADDRESS }
  const { data } = await market.call(
    'POST /api/admin/car/:carId/calendar-imports',
    { params: { carId }, body },
    staff,
  )
  return data
}
const importOf = async (carId: string) => {
  const { data } = await market.call('GET /api/admin/calendar-imports', { query: { carId } }, staff)
  return data[0]
}
const readAll = () => importCalendars(market.deps)

/** The blocks of a car as `from to until`, in days from today; with the hour where it is not 8:00. */
async function blocksOf(carId: string) {
  const rows = await market.db
    .selectFrom('car_blocks')
    .select(['starts_at', 'ends_at'])
    .where('car_id', '=', carId)
    .orderBy('starts_at')
    .execute()
  return rows.map(({ starts_at, ends_at }) => `${shown(starts_at)} to ${shown(ends_at)}`)
}
function shown(instant: Date) {
  const days = (instant.getTime() - at(0).getTime()) / 86_400_000
  return Number.isInteger(days) ? String(days) : days.toFixed(2)
}
const book = async (carId: string, from: number, to: number) =>
  bookCar(market, await market.signUp(), carId, {
    startDate: day(from),
    endDate: day(to),
    pickupTime: '08:00',
    dropoffTime: '08:00',
  })

describe('the calendar of another program', () => {
  test('blocks the car when it is added, and is kept in step: what moves is moved, what is gone is removed', async () => {
    const carId = await addCar(market.db)
    answer = () => calendarOf([5, 7], [10, 12])
    expect(await addImport(carId)).toMatchObject({
      problem: null,
      blocks: 2,
      conflicts: [],
      host: 'calendars.example',
    })
    expect(await blocksOf(carId)).toEqual(['5 to 7', '10 to 12'])
    await expect(book(carId, 6, 8)).rejects.toMatchObject({ code: 'car_taken' })
    const kept = await market.db.selectFrom('car_blocks').select('id').where('car_id', '=', carId).execute()
    await readAll()
    expect(
      await market.db.selectFrom('car_blocks').select('id').where('car_id', '=', carId).execute(),
    ).toEqual(kept)
    answer = () => calendarOf([6, 8], [20, 21])
    await readAll()
    expect(await blocksOf(carId)).toEqual(['6 to 8', '20 to 21'])
    answer = () => calendarOf()
    await readAll()
    expect(await blocksOf(carId)).toEqual([])
    expect((await book(carId, 6, 8)).status).toBe('pending')
  })

  test('blocks the car for as long as a booking can be made, where an entry does not end before', async () => {
    const carId = await addCar(market.db)
    const entry = ['BEGIN:VEVENT', 'UID:1@elsewhere', `DTSTART:${calendarInstant(at(5))}`]
    answer = () => ({ text: calendarFile('-//Test//EN', [...entry, 'DURATION:P9000000D', 'END:VEVENT']) })
    expect(await addImport(carId)).toMatchObject({ problem: null, blocks: 1 })
    await expect(book(carId, 360, 362)).rejects.toMatchObject({ code: 'car_taken' })
    const kept = await blocksOf(carId)
    market.clock.advance(86_400_000)
    await readAll()
    expect(await blocksOf(carId)).toEqual(kept)
  })

  test('that makes the reading fail changes no block, and staff sees that it failed', async () => {
    const carId = await addCar(market.db)
    answer = () => calendarOf([5, 7])
    await addImport(carId)
    answer = () => Promise.reject(new Error('nobody thought of this'))
    await readAll()
    expect(await importOf(carId)).toMatchObject({ problem: 'failed', blocks: 1 })
    expect(await blocksOf(carId)).toEqual(['5 to 7'])
    answer = () => calendarOf([5, 7])
    await readAll()
    expect(await importOf(carId)).toMatchObject({ problem: null })
  })

  test('shows its blocks on the board with its name, and with nothing of what its entries say', async () => {
    const carId = await addCar(market.db, { name: 'Nissan Note of the board' })
    answer = () => calendarOf([5, 7])
    await addImport(carId, 'Turo')
    const query = { search: 'note of the board' }
    const { data } = await market.call('GET /api/admin/calendar', { query }, staff)
    expect(data[0]?.spans).toMatchObject([{ kind: 'block', label: 'Turo', imported: true }])
    const params = { blockId: data[0]?.spans[0]?._id ?? '' }
    await expect(
      market.call('POST /api/admin/block/:blockId/remove', { params }, staff),
    ).rejects.toMatchObject({
      status: 409,
      code: 'block_is_imported',
    })
    const stored = await Promise.all(
      (['car_blocks', 'calendar_imports', 'audit_log'] as const).map((table) =>
        market.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(stored)).not.toMatch(/Mwangi|0722 000 111/)
    expect(JSON.stringify([stored[2], market.logged, await importOf(carId)])).not.toContain(
      'secret-of-the-calendar',
    )
  })

  test('does not take a time that is booked: the rest is blocked, and staff sees the booking', async () => {
    const carId = await addCar(market.db)
    const booking = await book(carId, 6, 8)
    answer = () => calendarOf([5, 9], [7, 10])
    const added = await addImport(carId)
    expect(added.conflicts).toEqual([
      {
        bookingId: booking._id,
        reference: booking.bookingId,
        startsAt: at(6).toISOString(),
        endsAt: at(8).toISOString(),
      },
    ])
    // The turnaround of two hours after the booking is not taken either.
    expect(await blocksOf(carId)).toEqual(['5 to 6', '8.08 to 10'])
    const params = { bookingId: booking._id }
    await market.call(
      'POST /api/admin/booking/:bookingId/cancel',
      { params, body: { reason: 'Gone' } },
      staff,
    )
    expect((await importOf(carId))?.conflicts).toEqual([])
    await readAll()
    expect(await blocksOf(carId)).toEqual(['5 to 10'])
  })

  test('takes what a hold keeps that was not paid in time', async () => {
    const carId = await addCar(market.db)
    const booking = await book(carId, 6, 8)
    market.clock.advance(3 * 3_600_000)
    answer = () => calendarOf([5, 9])
    expect((await addImport(carId)).conflicts).toEqual([])
    expect(await blocksOf(carId)).toEqual(['5 to 9'])
    const { status } = await market.db
      .selectFrom('bookings')
      .select('status')
      .where('id', '=', booking._id)
      .executeTakeFirstOrThrow()
    expect(status).toBe('cancelled')
  })

  test('leaves blocks of staff and of other calendars as they are', async () => {
    const carId = await addCar(market.db)
    const body = {
      startDate: day(6),
      startTime: '08:00',
      endDate: day(7),
      endTime: '08:00',
      reason: 'Service',
    }
    await market.call('POST /api/admin/car/:carId/block', { params: { carId }, body }, staff)
    answer = () => calendarOf([5, 8])
    await addImport(carId, 'First')
    await addImport(carId, 'Second')
    expect(await blocksOf(carId)).toEqual(['5 to 6', '6 to 7', '7 to 8'])
    await readAll()
    expect(await blocksOf(carId)).toEqual(['5 to 6', '6 to 7', '7 to 8'])
  })

  test('keeps what is over; a block that has begun and is gone ends then', async () => {
    const carId = await addCar(market.db)
    answer = () => calendarOf([1, 2], [3, 6], [8, 9])
    await addImport(carId)
    market.clock.set(at(4))
    answer = () => calendarOf()
    await readAll()
    expect(await blocksOf(carId)).toEqual(['1 to 2', expect.stringMatching(/^3 to 4/)])
    market.clock.set(at(5))
    await readAll()
    expect(await blocksOf(carId)).toEqual(['1 to 2', expect.stringMatching(/^3 to 4/)])
  })

  test('that cannot be read changes no block, and staff sees why and since when', async () => {
    const carId = await addCar(market.db)
    answer = () => calendarOf([5, 7])
    const { readAt } = await addImport(carId)
    const broken: FetchedCalendar[] = [
      ...(['unreachable', 'private_address', 'refused', 'too_large'] as const).map((problem) => ({
        problem,
      })),
      { text: '<title>Sign in</title>' },
    ]
    const seen: (ImportProblem | null | undefined)[] = []
    for (const one of broken) {
      market.clock.advance(900_000)
      answer = () => one
      await readAll()
      const shownToStaff = await importOf(carId)
      seen.push(shownToStaff?.problem)
      expect(shownToStaff).toMatchObject({ readAt, blocks: 1 })
      expect(shownToStaff?.checkedAt).not.toBe(readAt)
    }
    expect(seen).toEqual(['unreachable', 'private_address', 'refused', 'too_large', 'not_a_calendar'])
    expect(await blocksOf(carId)).toEqual(['5 to 7'])
    answer = () => {
      throw new Error('a bug')
    }
    await readAll()
    expect(await blocksOf(carId)).toEqual(['5 to 7'])
    answer = () => calendarOf([5, 7])
    await readAll()
    expect((await importOf(carId))?.problem).toBeNull()
  })

  test('that was cut off frees no day: what is whole in it is added, until a whole one comes', async () => {
    const carId = await addCar(market.db)
    answer = () => calendarOf([5, 7], [10, 12])
    const { readAt } = await addImport(carId)
    const later = calendarOf([6, 8], [20, 21], [30, 31])
    if (later.problem !== undefined) throw new Error(later.problem)
    const text = later.text.slice(0, later.text.lastIndexOf('DTEND'))
    market.clock.advance(900_000)
    answer = () => ({ text })
    await readAll()
    expect(await importOf(carId)).toMatchObject({
      problem: 'cut_off',
      readAt,
      unreadEntries: 1,
    })
    const shownBlocks = await blocksOf(carId)
    expect(shownBlocks.slice(0, 3)).toEqual(['5 to 8', '10 to 12', '20 to 21'])
    expect(shownBlocks).toHaveLength(4)
    await expect(book(carId, 10, 11)).rejects.toMatchObject({ code: 'car_taken' })
    answer = () => later
    await readAll()
    expect(await importOf(carId)).toMatchObject({ problem: null, unreadEntries: 0 })
    expect(await blocksOf(carId)).toEqual(['6 to 8', '20 to 21', '30 to 31'])
  })

  test('names the entries that cannot be read, and blocks their days', async () => {
    const carId = await addCar(market.db)
    const lines = [
      'BEGIN:VEVENT',
      'UID:1@x',
      'SUMMARY:Wedding',
      `DTSTART:${calendarInstant(at(3))}`,
      'DURATION:PT1H',
    ]
    answer = () => ({ text: calendarFile('-//Test//EN', [...lines, 'RRULE:FREQ=HOURLY', 'END:VEVENT']) })
    expect(await addImport(carId)).toMatchObject({
      problem: null,
      unreadEntries: 1,
      unreadNames: ['Wedding'],
      blocks: 1,
    })
  })

  test('that is ours takes nothing: our entries come back through other programs', async () => {
    const carId = await addCar(market.db)
    await book(carId, 6, 8)
    const feed = await market.call('POST /api/admin/calendar-feeds', { body: { name: 'Turo', carId } }, staff)
    const url = feed.address.replace(market.deps.config.publicUrl, '')
    const { body } = await market.app.inject({ method: 'GET', url })
    expect(body).toContain('BEGIN:VEVENT')
    answer = () => ({ text: body })
    expect(await addImport(carId)).toMatchObject({ problem: null, blocks: 0, conflicts: [] })
  })

  test('that is removed blocks the car no more, not even by a reading that is under way', async () => {
    const carId = await addCar(market.db)
    answer = () => calendarOf([5, 7])
    const { _id } = await addImport(carId)
    const late = Promise.withResolvers<FetchedCalendar>()
    answer = () => late.promise
    const reading = readAll()
    const params = { importId: _id }
    await market.call('POST /api/admin/calendar-import/:importId/remove', { params }, staff)
    late.resolve(calendarOf([5, 7]))
    await reading
    expect(await blocksOf(carId)).toEqual([])
    expect(await importOf(carId)).toBeUndefined()
    for (const route of ['read', 'remove'] as const)
      await expect(
        market.call(`POST /api/admin/calendar-import/:importId/${route}`, { params }, staff),
      ).rejects.toMatchObject({ code: 'not_found' })
  })

  test('is added once when the request is sent twice, and read again when staff asks', async () => {
    const carId = await addCar(market.db)
    let asked = 0
    answer = () => {
      asked += 1
      return calendarOf([5, 7])
    }
    const send = () =>
      market.call(
        'POST /api/admin/car/:carId/calendar-imports',
        { params: { carId }, body: { name: 'Turo', address: ADDRESS } },
        { ...staff, idempotencyKey: 'one-calendar' },
      )
    const [first, second] = [await send(), await send()]
    expect(second.data._id).toBe(first.data._id)
    expect(asked).toBe(1)
    const params = { importId: first.data._id }
    await market.call('POST /api/admin/calendar-import/:importId/read', { params }, staff)
    expect(asked).toBe(2)
  })

  test('has an https address without a password; webcal is written for it', async () => {
    const carId = await addCar(market.db)
    const urls: string[] = []
    answer = (url) => {
      urls.push(url)
      return calendarOf()
    }
    const add = (address: string) =>
      market.call(
        'POST /api/admin/car/:carId/calendar-imports',
        { params: { carId }, body: { name: 'Turo', address } },
        staff,
      )
    for (const address of [
      'http://calendars.example/a.ics',
      'file:///etc/passwd',
      'https://a:b@c.example/',
      'a.ics',
      '',
    ])
      await expect(add(address)).rejects.toMatchObject({ code: 'invalid' })
    await add(' webcal://calendars.example/a.ics ')
    expect(urls).toEqual(['https://calendars.example/a.ics'])
  })
})

trial(
  'whatever a calendar says, in turns with bookings: no booking is touched, and its free times are blocked',
  { full: 12, few: 4 },
  async ({ rounds, seed }) => {
    const Span = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 6 }))
    const Step = fc.record({
      calendar: fc.array(Span, { maxLength: 5 }),
      booking: Span,
      advanceHours: fc.nat(30),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { minLength: 1, maxLength: 4 }), async (steps) => {
        market.clock.set(BOOKING_MORNING)
        await market.db.deleteFrom('calendar_imports').execute()
        const carId = await addCar(market.db)
        answer = () => calendarOf()
        await addImport(carId)
        for (const { calendar, booking, advanceHours } of steps) {
          market.clock.advance(advanceHours * 3_600_000)
          await book(carId, booking[0] + 5, booking[0] + 5 + booking[1]).catch(() => {})
          const spans = calendar.map(([from, days]) => [from, from + days] as const)
          answer = () => calendarOf(...spans)
          await readAll()
          const now = market.clock.now()
          const taken = await market.db
            .selectFrom('bookings')
            .select(['starts_at', 'occupied_until', 'status'])
            .where('car_id', '=', carId)
            .where('status', '=', 'pending')
            .execute()
          const blocks = await market.db
            .selectFrom('car_blocks')
            .select(['starts_at', 'ends_at'])
            .where('car_id', '=', carId)
            .execute()
          // Each hour from now on is blocked when the calendar has it and no booking does.
          for (
            let hour = Math.ceil(now.getTime() / 3_600_000);
            hour < at(50).getTime() / 3_600_000;
            hour += 1
          ) {
            const instant = new Date(hour * 3_600_000 + 1)
            const wanted = spans.some(([from, to]) => at(from) <= instant && instant < at(to))
            const booked = taken.some((row) => row.starts_at <= instant && instant < row.occupied_until)
            const blocked = blocks.some((row) => row.starts_at <= instant && instant < row.ends_at)
            expect(blocked).toBe(wanted && !booked)
          }
        }
      }),
      { numRuns: rounds, seed },
    )
  },
)

trial(
  'a booking and a reading of the calendar at the same moment: one of them gets the car',
  { full: 15, few: 5 },
  async ({ rounds }) => {
    let booked = 0
    for (let round = 0; round < rounds; round += 1) {
      await market.db.deleteFrom('calendar_imports').execute()
      const carId = await addCar(market.db)
      answer = () => calendarOf()
      await addImport(carId)
      answer = () => calendarOf([5, 8])
      const customer = await market.signUp()
      const [made] = await Promise.all([
        setTimeout(round % 5).then(() =>
          bookCar(market, customer, carId, { startDate: day(6), endDate: day(7) }).then(
            () => 1,
            (error: unknown) => {
              expect(error).toMatchObject({ code: 'car_taken' })
              return 0
            },
          ),
        ),
        readAll(),
      ])
      booked += made
      const { conflicts = [] } = (await importOf(carId)) ?? {}
      expect(conflicts.length).toBe(made)
      expect((await blocksOf(carId)).length).toBe(made + 1)
    }
    expect(booked).toBeLessThanOrEqual(25)
  },
)
