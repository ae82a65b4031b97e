import { addDays, type Day, daysBetween, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { ApiError } from '@twende/contract/http/call.ts'
import { addMonths, countMonths, type MonthRange } from '@twende/contract/reports/report-month.ts'
import { profit, type ReportFigures, type ReportGroup } from '@twende/contract/reports/report-routes.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { offenceAt, postFine, rentedCar } from '../testing/fines.ts'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'
import { reportRows } from './report-store.ts'

let market: TestMarket
let staff: Person
beforeEach(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterEach(() => market.close())

const report = (by: ReportGroup, range: Partial<MonthRange> = {}) =>
  market.call('GET /api/admin/reports', { query: { by, ...range } }, staff)

const at = (day: Day, time: string) => market.clock.set(nairobiInstant(day, time))

/** A booking of a car that is paid in cash when it is made, at 4,500 a day; picked up and brought back at 10:00. */
async function rent(carId: string, startDate: Day, endDate: Day): Promise<{ id: string; customer: Person }> {
  const customer = await market.signUp()
  const times = { startDate, endDate, pickupTime: '10:00', dropoffTime: '10:00' }
  const { _id: id } = await bookCar(market, customer, carId, times)
  await moveBookingOn(market, staff, id, 'confirmed')
  return { id, customer }
}

const cancel = ({ id, customer }: { id: string; customer: Person }) =>
  market.call('PUT /api/booking/:bookingId/cancel', { params: { bookingId: id }, body: {} }, customer)

const block = (carId: string, startDate: Day, endDate: Day, time: string) =>
  market.call(
    'POST /api/admin/car/:carId/block',
    { params: { carId }, body: { startDate, startTime: time, endDate, endTime: time, reason: 'Service' } },
    staff,
  )

/** Records a cost of a car; returns its id. */
async function spend(carId: string, day: Day, amount: number): Promise<string> {
  const body = { kind: 'repair', amount: String(amount), day, note: '' } as const
  await market.call('POST /api/admin/car/:carId/costs', { params: { carId }, body }, staff)
  const { data } = await market.call(
    'GET /api/admin/car/:carId/costs',
    { params: { carId }, query: {} },
    staff,
  )
  return data.find((cost) => cost.amount === amount)?._id ?? ''
}

const withdrawCosts = (costId: string) =>
  market.call(
    'POST /api/admin/car-cost/:costId/withdraw',
    { params: { costId }, body: { reason: 'Entered twice' } },
    staff,
  )

test('the figures are those that a person counts by hand', async () => {
  const axio = await addCar(market.db, {
    name: 'Toyota Axio',
    category: 'Sedan',
    createdAt: nairobiInstant('2026-03-30', '15:00'),
  })
  const vitz = await addCar(market.db, {
    name: 'Toyota Vitz',
    category: 'Hatchback',
    deposit: 5_000,
    createdAt: nairobiInstant('2026-04-02', '08:00'),
  })
  // April 28, 29, 30 and May 1, Ksh 18,000 paid on April 1.
  const overMonths = await rent(axio, '2026-04-28', '2026-05-02')
  // May 5 and 6; it comes back on May 8, so May 7 is rented too.
  const late = await rent(vitz, '2026-05-05', '2026-05-07')
  // Three days, Ksh 13,500, cancelled on the day before pickup: see below what is kept.
  const cancelled = await rent(vitz, '2026-05-12', '2026-05-15')
  // Cancelled at once: all of Ksh 4,500 goes back.
  await cancel(await rent(axio, '2026-05-20', '2026-05-21'))
  // The noons of May 10, 11 and 12.
  await block(axio, '2026-05-10', '2026-05-13', '08:00')

  at('2026-04-28', '10:00')
  await handOver(market, staff, overMonths.id)
  at('2026-05-02', '10:30')
  await takeBack(market, staff, overMonths.id, {
    charges: [{ kind: 'cleaning', amount: 900 }],
    chargesPayment: { paidBy: 'cash' as const },
  })
  at('2026-05-05', '10:00')
  const params = { bookingId: late.id }
  await market.call(
    'POST /api/admin/booking/:bookingId/deposit/take',
    { params, body: { paidBy: 'cash' } },
    staff,
  )
  await handOver(market, staff, late.id)
  at('2026-05-07', '11:01')
  expect((await report('car')).total).toMatchObject({ lateReturns: 1, depositsHeld: 5_000 })
  at('2026-05-08', '09:00')
  await takeBack(market, staff, late.id)
  at('2026-05-11', '12:00')
  await cancel(cancelled)
  const kept = KEPT_OF_THREE_DAYS

  at('2026-05-20', '12:00')
  await spend(axio, '2026-04-30', 8_000)
  await spend(axio, '2026-05-01', 1_200)
  await spend(vitz, '2026-05-20', 40_000)
  await withdrawCosts(await spend(vitz, '2026-05-20', 4_000))
  const april = {
    _id: '2026-04',
    daysRented: 3,
    daysAvailable: 30 + 29,
    lateReturns: 0,
    // Three of the four days for Ksh 18,000; all that was paid on April 1.
    earned: 13_500,
    received: 18_000 + 9_000 + 13_500 + 4_500,
    costs: 8_000,
  }
  const may = {
    _id: '2026-05',
    daysRented: 1 + 3,
    daysAvailable: 20 - 3 + 20,
    lateReturns: 1,
    earned: 4_500 + 900 + 9_000 + kept,
    received: 900,
    givenBack: 0,
    costs: 41_200,
  }
  const { data: months } = await report('month', { from: '2026-04' })
  expect(months).toMatchObject([april, may])
  const { data: cars } = await report('car', { from: '2026-05' })
  expect(cars).toMatchObject([
    {
      _id: axio,
      name: 'Toyota Axio',
      daysRented: 1,
      daysAvailable: 17,
      earned: 5_400,
      received: 900,
      costs: 1_200,
      lateReturns: 0,
      depositsHeld: 0,
    },
    {
      _id: vitz,
      daysRented: 3,
      daysAvailable: 20,
      earned: 9_000 + kept,
      received: 0,
      costs: 40_000,
      lateReturns: 1,
      depositsHeld: 5_000,
    },
  ])
  const { data: categories, total } = await report('category', { from: '2026-03', to: '2026-04' })
  expect(categories).toMatchObject([
    {
      name: 'Hatchback',
      daysRented: 0,
      daysAvailable: 29,
      earned: 0,
      received: 22_500,
      costs: 0,
      depositsHeld: 5_000,
    },
    { name: 'Sedan', daysRented: 3, daysAvailable: 2 + 30, earned: 13_500, received: 22_500, costs: 8_000 },
  ])
  expect(total).toEqual({
    daysRented: 3,
    daysAvailable: 61,
    earned: 13_500,
    passedOn: 0,
    received: 45_000,
    givenBack: 0,
    fromDeposits: 0,
    costs: 8_000,
    ownFines: 0,
    lateReturns: 0,
    prepaid: 0,
    owed: 0,
    depositsHeld: 5_000,
  })
})

/** One day's price, by the policy of a new market. */
const KEPT_OF_THREE_DAYS = 4_500

test('a car that left the fleet counts until the day before, and a day of two rentals is one day', async () => {
  const carId = await addCar(market.db, { createdAt: nairobiInstant('2026-04-01', '08:00') })
  // It comes back two days early, and is rented again from the same day.
  const early = await rent(carId, '2026-04-03', '2026-04-06')
  at('2026-04-03', '10:00')
  await handOver(market, staff, early.id)
  at('2026-04-04', '08:00')
  await takeBack(market, staff, early.id)
  const again = await rent(carId, '2026-04-04', '2026-04-07')
  at('2026-04-04', '10:00')
  await handOver(market, staff, again.id)
  at('2026-04-07', '10:00')
  await takeBack(market, staff, again.id)
  at('2026-04-10', '09:00')
  await market.call(
    'POST /api/admin/car/:carId/retire',
    { params: { carId }, body: { reason: 'Sold' } },
    staff,
  )
  at('2026-05-10', '09:00')
  const { data } = await report('car')
  expect(data).toMatchObject([{ _id: carId, daysRented: 4, daysAvailable: 9, earned: 27_000 }])
  expect((await report('car', { from: '2026-05' })).data).toEqual([])
})

test('the file has the lines of the page', async () => {
  const carId = await addCar(market.db, { name: '=Toyota', createdAt: nairobiInstant('2026-04-01', '08:00') })
  await market.db.updateTable('cars').set({ number_plate: 'KDA 123A' }).where('id', '=', carId).execute()
  await rent(carId, '2026-04-01', '2026-04-02')
  await spend(carId, '2026-04-01', 6_000)
  const { body, headers } = await market.app.inject({
    url: '/api/admin/reports.csv?from=2026-04&to=2026-04&by=car',
    headers: { token: staff.token },
  })
  expect(headers['content-disposition']).toContain('report-by-car-from-2026-04-to-2026-04-2026-04-01.csv')
  expect(body).toBe(
    [
      '\uFEFFCar,Number plate,Days rented,Days available,Utilisation (%),Earned (Ksh),Fines passed on (Ksh),Money in (Ksh),Money given back (Ksh),Kept from deposits (Ksh),Costs (Ksh),Our own fines (Ksh),Profit (Ksh),Late returns,Prepaid now (Ksh),Owed to us now (Ksh),Deposits held now (Ksh)',
      "'=Toyota,KDA 123A,1,1,100,4500,0,4500,0,0,6000,0,-1500,0,0,0,0",
      '',
      'Total (rows: 1): Days rented 1; Days available 1; Earned (Ksh) 4500; Fines passed on (Ksh) 0; Money in (Ksh) 4500; Money given back (Ksh) 0; Kept from deposits (Ksh) 0; Costs (Ksh) 6000; Our own fines (Ksh) 0; Profit (Ksh) -1500; Late returns 0; Prepaid now (Ksh) 0; Owed to us now (Ksh) 0; Deposits held now (Ksh) 0',
      '',
    ].join('\r\n'),
  )
})

test('a price that is paid ahead is earned day by day, and is prepaid until then', async () => {
  const carId = await addCar(market.db, { createdAt: nairobiInstant('2026-04-01', '08:00') })
  await rent(carId, '2026-04-29', '2026-05-03')
  const { total } = await report('day', { from: '2026-04', to: '2026-04' })
  expect(total).toMatchObject({ received: 18_000, earned: 0, prepaid: 18_000 })
  at('2026-05-01', '12:00')
  expect((await report('day', { from: '2026-04' })).data.filter(({ earned }) => earned > 0)).toMatchObject([
    { _id: '2026-04-29', earned: 4_500, received: 0 },
    { _id: '2026-04-30', earned: 4_500, received: 0 },
    { _id: '2026-05-01', earned: 4_500, received: 0 },
  ])
  const { data: weeks } = await report('week', { from: '2026-04' })
  expect(weeks).toHaveLength(5)
  expect(weeks).toMatchObject([
    // The week of April 1 began in March.
    { _id: '2026-03-30', earned: 0, received: 18_000, daysAvailable: 5 },
    {},
    {},
    {},
    { _id: '2026-04-27', earned: 13_500, received: 0, daysRented: 3, daysAvailable: 5 },
  ])
  expect((await report('month', { from: '2026-04' })).total).toMatchObject({ earned: 13_500, prepaid: 4_500 })
})

test('another car leaves the days and the money before with the car that had them', async () => {
  const [old, other] = [
    await addCar(market.db, { createdAt: nairobiInstant('2026-04-01', '08:00') }),
    await addCar(market.db, { createdAt: nairobiInstant('2026-04-01', '08:00') }),
  ]
  const { id } = await rent(old, '2026-04-29', '2026-05-03')
  at('2026-05-01', '09:00')
  const before = await report('car', { from: '2026-04', to: '2026-04' })
  expect(before.data).toMatchObject([
    { _id: old, earned: 9_000, received: 18_000 },
    { earned: 0, received: 0 },
  ])
  await market.db
    .updateTable('bookings')
    .set({ car_id: other, updated_at: market.clock.now() })
    .where('id', '=', id)
    .execute()
  const { data } = await report('car', { from: '2026-04', to: '2026-04' })
  const money = ({ earned, received }: ReportFigures) => ({ earned, received })
  expect(data.map(money)).toEqual(before.data.map(money))
  at('2026-05-03', '09:00')
  const may = await report('car', { from: '2026-05' })
  expect(may.data.map(({ _id, earned }) => [_id, earned]).filter(([, earned]) => earned !== 0)).toEqual([
    [other, 9_000],
  ])
})

test('days that are added in the next month leave what last month earned', async () => {
  const carId = await addCar(market.db, { createdAt: nairobiInstant('2026-04-01', '08:00') })
  const { id } = await rent(carId, '2026-04-29', '2026-05-02')
  at('2026-04-29', '10:00')
  await handOver(market, staff, id)
  at('2026-05-01', '12:00')
  const { total: before } = await report('month', { from: '2026-04', to: '2026-04' })
  const { data: booking } = await market.call(
    'GET /api/admin/booking/:bookingId',
    { params: { bookingId: id } },
    staff,
  )
  const extension = {
    endDate: '2026-05-04',
    dropoffTime: '10:00',
    paidBy: 'cash',
    updatedAt: booking.updatedAt,
  } as const
  await market.call(
    'POST /api/admin/booking/:bookingId/extend',
    { params: { bookingId: id }, body: extension },
    staff,
  )
  expect((await report('month', { from: '2026-04', to: '2026-04' })).total).toMatchObject({
    earned: before.earned,
    received: before.received,
  })
  at('2026-05-04', '12:00')
  expect((await report('month', { from: '2026-05' })).data).toMatchObject([
    { earned: 13_500, received: 9_000 },
  ])
})

test('a fine of a customer is passed on, and a fine that nobody else pays is our cost', async () => {
  const rental = await rentedCar(market, staff, 'active')
  const paper = { plate: rental.plate, ...offenceAt(market.clock.now()) }
  const charged = await postFine(market, staff, { ...paper, amount: '3000' })
  expect(charged.statusCode).toBe(200)
  const { total } = await report('month')
  expect(total).toMatchObject({ passedOn: 3_000, ownFines: 0, owed: 3_000 })
  const carId = await addCar(market.db, { createdAt: nairobiInstant('2026-03-01', '08:00') })
  await market.db.updateTable('cars').set({ number_plate: 'KDZ 901Z' }).where('id', '=', carId).execute()
  const own = await postFine(market, staff, { ...paper, plate: 'KDZ 901Z', amount: '2000' })
  expect(own.statusCode).toBe(200)
  const { total: after } = await report('month')
  expect(after).toMatchObject({ passedOn: 3_000, ownFines: 2_000, earned: total.earned, costs: total.costs })
  expect(profit(after)).toBe(profit(total) - 2_000)
})

test('months in the wrong order, to come, or too long ago are refused, and none is cut', async () => {
  const refused = async (range: Partial<MonthRange>) =>
    report('car', range).then(
      () => '',
      (error: ApiError) => error.message,
    )
  expect(await refused({ from: '2026-04', to: '2026-03' })).toContain('first month is after the last')
  expect(await refused({ from: '2026-04', to: '2026-05' })).toContain('still to come')
  expect(await refused({ from: '2021-04', to: '2026-04' })).toContain('60 months ago')
  const { from, to, data } = await report('month', { from: '2021-05', to: '2026-04' })
  expect([from, to, data.length]).toEqual(['2021-05', '2026-04', 60])
})

type Rental = {
  car: number
  gap: number
  days: number
  fate: 'back' | 'early' | 'late' | 'charged' | 'cancelled' | 'out'
}

const rental: fc.Arbitrary<Rental> = fc.record({
  car: fc.nat(2),
  gap: fc.integer({ min: 1, max: 20 }),
  days: fc.integer({ min: 1, max: 4 }),
  fate: fc.constantFrom('back', 'early', 'late', 'charged', 'cancelled', 'out'),
})

/** Rents the cars, and one more for each rental that is not over, one after the other, and tells which days of which car were rented. */
async function play(rentals: readonly Rental[], cars: string[]) {
  const rented = new Set<string>()
  for (const { car, gap, days, fate } of rentals) {
    if (fate === 'out') cars.push(await addCar(market.db, { createdAt: market.clock.now() }))
    const carId = cars.at(fate === 'out' ? -1 : car) ?? ''
    const startDate = addDays(nairobiDay(market.clock.now()), gap)
    const endDate = addDays(startDate, days)
    const customer = await market.signUp()
    const times = { startDate, endDate, pickupTime: '08:00', dropoffTime: '18:00' }
    const { _id: id } = await bookCar(market, customer, carId, times)
    await moveBookingOn(market, staff, id, 'confirmed')
    if (fate === 'cancelled') {
      await cancel({ id, customer })
      continue
    }
    const until = fate === 'early' ? addDays(startDate, 1) : addDays(endDate, fate === 'late' ? 1 : 0)
    const rentedUntil = until < endDate ? endDate : until
    for (let day = startDate; day < rentedUntil; day = addDays(day, 1)) rented.add(carId + day)
    at(startDate, '08:00')
    if (fate === 'out') continue
    await handOver(market, staff, id)
    at(until, fate === 'late' ? '09:00' : '18:00')
    const charged = {
      charges: [{ kind: 'cleaning' as const, amount: 700 }],
      chargesPayment: { paidBy: 'cash' as const },
    }
    await takeBack(market, staff, id, fate === 'charged' ? charged : {})
    at(addDays(until, 1), '08:00')
  }
  return rented
}

/** Blocks in the past, which the calendar would refuse where the car was rented. */
const blockAnyhow = (blocks: readonly { carId: string; from: Date; hours: number }[]) =>
  market.asOwner((owner) =>
    owner.transaction().execute(async (tx) => {
      await sql`alter table car_blocks disable trigger user`.execute(tx)
      for (const { carId, from, hours } of blocks) {
        const until = new Date(from.getTime() + hours * 3_600_000)
        await sql`insert into car_blocks (id, car_id, starts_at, ends_at, reason, created_at)
          values (gen_random_uuid(), ${carId}::uuid, ${from}, ${until}, 'Service', ${from})`.execute(tx)
      }
      await sql`alter table car_blocks enable trigger user`.execute(tx)
    }),
  )

/** What the ledger has of money of rentals in a range: what came in, and what was sent back. */
async function ledgerMoney({ from, to }: MonthRange): Promise<{ received: number; givenBack: number }> {
  const { rows } = await sql<{ received: number; givenBack: number }>`
    select coalesce(sum(amount) filter (where refund_id is null), 0)::bigint as received,
      coalesce(-sum(amount) filter (where refund_id is not null), 0)::bigint as "givenBack"
    from ledger_entries as e join ledger_transactions on ledger_transactions.id = transaction_id
    where account in ('mpesa', 'cash', 'card', 'bank', 'cheque') and e.payable_type = 'booking'
      and to_char(e.day, 'YYYY-MM') between ${from} and ${to}`.execute(market.db)
  return rows[0] ?? { received: 0, givenBack: 0 }
}

/** What rentals have of the ledger in all, and what reports have of it on any day. */
async function expectAllIsEarnedOnce(): Promise<void> {
  const { rows } = await sql<{ booking: string; posted: number; spread: number }>`
    select id as booking,
      (select coalesce(-sum(amount), 0) from ledger_entries where account = 'revenue:rental' and payable_id = id)::bigint as posted,
      (select coalesce(sum(amount), 0) from report_entries
        where booking_id = bookings.id and figure in ('price', 'charge', 'passed_on'))::bigint as spread
    from bookings`.execute(market.db)
  for (const { booking, posted, spread } of rows)
    expect({ booking, spread }).toEqual({ booking, spread: posted })
}

/** The price of each rental that was neither changed nor cancelled, day by day: what the rule says, counted apart. */
async function expectEvenDays(): Promise<void> {
  const { rows } = await sql<{ id: string; start: Day; until: Day; amount: number; days: number[] }>`
    select id, start_date as start, end_date as until, final_amount as amount,
      (select array_agg(report_entries.amount::int order by day) from report_entries where booking_id = bookings.id and figure = 'price') as days
    from bookings where status in ('confirmed', 'active', 'completed')`.execute(market.db)
  for (const { id, start, until, amount, days } of rows) {
    const count = daysBetween(start, until)
    const expected = Array.from(
      { length: count },
      (_, place) => Math.floor((amount * (place + 1)) / count) - Math.floor((amount * place) / count),
    )
    expect({ id, days }).toEqual({ id, days: expected })
  }
}

/** What the table of costs has for a range, all cars together. */
async function recordedCosts({ from, to }: MonthRange): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(amount), 0)::bigint as sum from car_costs
    where withdrawn_at is null and to_char(day, 'YYYY-MM') between ${from} and ${to}`.execute(market.db)
  return rows[0]?.sum ?? 0
}

/** The days of each car and month in a range, counted one by one from what is stored. */
async function countDays({ from, to }: MonthRange) {
  const now = market.clock.now()
  const today = nairobiDay(now)
  const cars = await market.db.selectFrom('cars').select(['id', 'created_at', 'retired_at']).execute()
  const blocks = await market.db.selectFrom('car_blocks').selectAll().execute()
  const rentals = await market.db
    .selectFrom('bookings')
    .select(['car_id', 'start_date', 'end_date', 'status', 'returned_at'])
    .where('status', 'in', ['confirmed', 'active', 'completed'])
    .execute()
  const counted = new Map<string, { daysRented: number; daysAvailable: number }>()
  const count = (key: string, isRented: boolean, isAvailable: boolean) => {
    const { daysRented, daysAvailable } = counted.get(key) ?? { daysRented: 0, daysAvailable: 0 }
    counted.set(key, {
      daysRented: daysRented + Number(isRented),
      daysAvailable: daysAvailable + Number(isAvailable),
    })
  }
  for (const { id, created_at, retired_at } of cars) {
    const spans = rentals
      .filter(({ car_id }) => car_id === id)
      .map(({ start_date, end_date, status, returned_at }) => {
        const back = status === 'active' ? now : status === 'completed' ? returned_at : null
        const ends = [addDays(start_date, 1), end_date, ...(back ? [nairobiDay(back)] : [])]
        return { start: start_date, end: ends.toSorted().at(-1) ?? '' }
      })
    const added = [nairobiDay(created_at), ...spans.map(({ start }) => start)].toSorted()[0] ?? ''
    const last = `${addMonths(to, 1)}-01`
    for (let day = `${from}-01`; day < last && day <= today; day = addDays(day, 1)) {
      const noon = nairobiInstant(day, '12:00')
      const isRented = spans.some(({ start, end }) => start <= day && day < end)
      const isBlocked = blocks.some(
        ({ car_id, starts_at, ends_at }) => car_id === id && starts_at <= noon && noon < ends_at,
      )
      const isOfFleet = day >= added && (!retired_at || day < nairobiDay(retired_at))
      const isAvailable = isRented || (isOfFleet && !isBlocked)
      for (const key of [id, day.slice(0, 7)]) count(key, isRented, isAvailable)
    }
  }
  return counted
}

const added = (lines: readonly ReportFigures[], name: keyof ReportFigures) =>
  lines.reduce((sum, line) => sum + line[name], 0)

trial(
  'whatever is rented, charged and cancelled, cars, categories and months add up to the ledger, the costs and the days',
  { full: 15, few: 4, seed: 20261124 },
  async ({ rounds, seed }) => {
    const rentals = fc.array(rental, { minLength: 3, maxLength: 7 })
    const cost = { car: fc.nat(2), day: fc.nat(200), amount: fc.integer({ min: 1, max: 90_000 }) }
    const costs = fc.array(fc.record(cost), { maxLength: 8 })
    const back = fc.tuple(fc.nat(3), fc.nat(3))
    const outOfService = fc.array(
      fc.record({
        car: fc.nat(2),
        day: fc.integer({ min: -70, max: 3 }),
        hours: fc.integer({ min: 1, max: 200 }),
        time: fc.constantFrom('00:00', '12:00', '12:01', '18:30'),
      }),
      { minLength: 3, maxLength: 12 },
    )
    // After which part of its time in the market the first car left it.
    const retirement = fc.option(fc.double({ min: 0, max: 1, noNaN: true }))
    await fc.assert(
      fc.asyncProperty(
        rentals,
        costs,
        outOfService,
        retirement,
        back,
        async (list, spent, outs, retiredAfter, [length, before]) => {
          const categories = ['Sedan', 'Hatchback', 'Sedan']
          const createdAt = market.clock.now()
          const cars: string[] = []
          for (const category of categories) cars.push(await addCar(market.db, { category, createdAt }))
          const rented = await play(list, cars)
          const today = nairobiDay(market.clock.now())
          for (const { car, day, amount } of spent) await spend(cars[car] ?? '', addDays(today, -day), amount)
          await blockAnyhow(
            outs.map(({ car, day, time, hours }) => {
              return { carId: cars[car] ?? '', from: nairobiInstant(addDays(today, day), time), hours }
            }),
          )
          if (retiredAfter !== null) {
            const age = Math.round((market.clock.now().getTime() - createdAt.getTime()) * retiredAfter)
            const retired_at = new Date(createdAt.getTime() + age)
            await market.db
              .updateTable('cars')
              .set({ retired_at })
              .where('id', '=', cars[0] ?? '')
              .execute()
          }
          const to = addMonths(today.slice(0, 7), -before)
          const range = { from: addMonths(to, -length), to }
          const counted = await countDays(range)
          const reports = [
            await report('car', range),
            await report('category', range),
            await report('month', range),
            await report('week', range),
            await report('day', range),
          ]
          const { received, givenBack } = await ledgerMoney(range)
          await expectAllIsEarnedOnce()
          await expectEvenDays()
          const paid = await recordedCosts(range)
          for (const { data, total, by } of reports) {
            expect([by, added(data, 'received'), total.received]).toEqual([by, received, received])
            expect([by, added(data, 'givenBack'), total.givenBack]).toEqual([by, givenBack, givenBack])
            expect([by, added(data, 'costs'), total.costs]).toEqual([by, paid, paid])
            for (const name of ['daysRented', 'daysAvailable', 'lateReturns', 'earned', 'passedOn'] as const)
              expect([name, by, added(data, name)]).toEqual([name, by, reports[0]?.total[name]])
          }
          expect(reports[2]?.data).toHaveLength(countMonths(range))
          for (const { _id, daysRented, daysAvailable } of [reports[0], reports[2]].flatMap(
            (one) => one?.data ?? [],
          ))
            expect({ _id, daysRented, daysAvailable }).toEqual({ _id, ...counted.get(_id) })
          const availableCars = cars.filter((id) => (counted.get(id)?.daysAvailable ?? 0) > 0)
          expect(reports[0]?.data.map(({ _id }) => _id)).toEqual(expect.arrayContaining(availableCars))
          const days = [...rented].filter((one) => {
            const day = one.slice(36)
            return day.slice(0, 7) >= range.from && day.slice(0, 7) <= range.to && day <= today
          })
          const ofTheseCars = reports[0]?.data.filter(({ _id }) => cars.includes(_id)) ?? []
          expect(added(ofTheseCars, 'daysRented')).toBe(days.length)
          const retired = sql`update cars set retired_at = ${market.clock.now()} where retired_at is null`
          await retired.execute(market.db)
        },
      ),
      { numRuns: rounds, seed, endOnFailure: true },
    )
  },
)

test('a report reads the money of rentals and what is held from indexes', async () => {
  const today = nairobiDay(market.clock.now())
  const days = { from: addDays(today, -90), until: today, today, now: market.clock.now() }
  expect(daysBetween(days.from, days.until)).toBe(90)
  const plan = await market.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return sql<Record<'QUERY PLAN', string>>`explain ${reportRows(days, 'car')}`.execute(tx)
  })
  const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  for (const index of [
    'rentals_of_car',
    'report_entries_by_day',
    'ledger_balances_with_deposits',
    'car_costs_by_day',
  ])
    expect(lines).toContain(index)
})
