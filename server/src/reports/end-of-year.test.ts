import { addDays, type Day, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { columnHead } from '@twende/contract/reports/report-labels.ts'
import type { ReportGroup } from '@twende/contract/reports/report-routes.ts'
import { m } from '@twende/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchNamedMoney } from '../payments/reconciliation/match-named-money.ts'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { postKeptPart } from '../testing/deposits.ts'
import { addCar } from '../testing/fleet.ts'
import { paidWith, sendC2bPayment } from '../testing/payments.ts'
import type { Person } from '../testing/people.ts'
import { exported, sumOf } from '../testing/read-export.ts'
import { bookCar } from '../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

const EVE = '2026-12-31'
const NEW_YEAR = '2027-01-01'
const LAST_SECOND = nairobiInstant(NEW_YEAR, '00:00').getTime() - 1_000
const MIDNIGHT = LAST_SECOND + 1_000
const PER_DAY = 4_500
const PRICE = 3 * PER_DAY

let market: TestMarket
let staff: Person
let admin: Person
let longRental: string
beforeAll(async () => {
  market = await openTestMarket({ now: nairobiInstant('2026-12-28', '12:00'), env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
  await playYearsEnd()
})
afterAll(() => market.close())

async function book(startDate: Day, days: number, deposit = 0) {
  const carId = await addCar(market.db, { deposit, pricePerDay: PER_DAY, createdAt: market.clock.now() })
  const times = { pickupTime: '10:00', dropoffTime: '10:00' }
  const period = { startDate, endDate: addDays(startDate, days), ...times }
  const customer = await market.signUp()
  const { _id: id, bookingId: reference } = await bookCar(market, customer, carId, period)
  return { carId, id, reference, params: { bookingId: id } }
}

async function bookPaid(startDate: Day, days: number, deposit = 0) {
  const booking = await book(startDate, days, deposit)
  const request = { params: booking.params, body: paidWith() }
  await market.call('POST /api/admin/booking/:bookingId/confirm', request, staff)
  return booking
}

async function refundDue(): Promise<string> {
  const { id, params } = await bookPaid('2027-01-10', 3)
  const body = { reason: 'Called off' }
  await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff)
  const refund = market.db.selectFrom('refunds').select('id').where('booking_id', '=', id)
  return (await refund.executeTakeFirstOrThrow()).id
}

const at = async (moment: number, work: () => Promise<unknown>) => {
  market.clock.set(new Date(moment))
  await market.clock.standStill(work)
}

/** Money that came in the last second of the year and at midnight, as M-Pesa told of it a little later; refunds and kept parts of the same moments. */
async function playYearsEnd() {
  const long = await bookPaid('2026-12-30', 4)
  longRental = long.carId
  const short = await bookPaid('2026-12-30', 1, 10_000)
  const [first = '', second = ''] = [await refundDue(), await refundDue()]
  market.clock.set(nairobiInstant('2026-12-30', '10:00'))
  const taking = { params: short.params, body: paidWith() }
  await market.call('POST /api/admin/booking/:bookingId/deposit/take', taking, staff)
  for (const { id } of [long, short]) await handOver(market, staff, id)
  market.clock.set(nairobiInstant(EVE, '10:00'))
  await takeBack(market, staff, short.id)
  const photo = await market.db
    .selectFrom('condition_photos')
    .innerJoin('condition_reports', 'condition_reports.id', 'report_id')
    .select('condition_photos.id')
    .where('booking_id', '=', short.id)
    .where('kind', '=', 'return')
    .executeTakeFirstOrThrow()
  market.clock.set(nairobiInstant(EVE, '23:50'))
  const named = [await book('2027-01-20', 3), await book('2027-01-20', 3)]
  const keep = (amount: number) =>
    postKeptPart(market, staff, { bookingId: short.id }, { amount, photoIds: photo.id })
  const send = (refundId: string, paidBy: 'cash' | 'bank') =>
    market.call(
      'POST /api/admin/refund/:refundId/sent',
      { params: { refundId }, body: { paidBy, note: 'Signed for' } },
      staff,
    )
  await at(LAST_SECOND, async () => {
    await send(first, 'cash')
    await keep(2_000)
  })
  await at(MIDNIGHT, async () => {
    await send(second, 'bank')
    await keep(900)
  })
  await at(MIDNIGHT + 30_000, async () => {
    for (const [place, moment] of [LAST_SECOND, MIDNIGHT].entries()) {
      const reference = named[place]?.reference ?? ''
      await sendC2bPayment(market, { amount: PRICE, reference, paidAt: new Date(moment) })
    }
    await matchNamedMoney(market.deps)
  })
  market.clock.set(nairobiInstant('2027-01-03', '10:00'))
  await takeBack(market, staff, long.id)
  market.clock.set(nairobiInstant('2027-01-05', '12:00'))
}

async function figures(by: ReportGroup, month: string, id: string) {
  const range = { from: month, to: month }
  const { data } = await market.call('GET /api/admin/reports', { query: { ...range, by } }, admin)
  const { received, givenBack, fromDeposits } = data.find(({ _id }) => _id === id) ?? {}
  return { received, givenBack, fromDeposits }
}

const days = [
  { day: EVE, month: '2026-12', out: 'cash', kept: 2_000, mpesa: PRICE },
  { day: NEW_YEAR, month: '2027-01', out: 'bank', kept: 900, mpesa: 2 * PRICE },
] as const

test.each(days)(
  'money of the last second of the year, and of midnight, is of its own day: $day',
  async (of) => {
    const { day } = of
    const { data } = await market.call('GET /api/admin/reconciliation', { query: { day } }, admin)
    const moved = (name: string) => data.accounts.find(({ account }) => account === name)
    expect(moved('mpesa')).toMatchObject({ in: PRICE, out: 0, closing: of.mpesa })
    expect(moved(of.out)).toMatchObject({ in: 0, out: PRICE })
    expect(data.totals).toMatchObject({ received: { amount: PRICE }, refunded: { amount: PRICE } })
    const only = { fromDay: day, toDay: day }
    const inList = { query: { queue: 'all' as const, ...only } }
    expect((await market.call('GET /api/admin/payments', inList, admin)).pagination.sum).toBe(PRICE)
    const sent = { query: { queue: 'sent' as const, ...only } }
    expect((await market.call('GET /api/admin/refunds', sent, admin)).pagination.sum).toBe(PRICE)
    const period = `fromDay=${day}&toDay=${day}`
    const payments = await exported(market, admin, `payments.csv?queue=all&${period}`)
    expect(sumOf(payments, m.csv_received_ksh)).toBe(PRICE)
    const refunds = await exported(market, admin, `refunds.csv?queue=sent&${period}`)
    expect(sumOf(refunds, m.csv_amount_ksh)).toBe(PRICE)
  },
)

test.each(days)(
  'the balances at the end of $day have what came until then, in figure and list',
  async (of) => {
    const { day } = of
    const { data } = await market.call('GET /api/admin/balances', { query: { day } }, admin)
    const amounts = { mpesa: of.mpesa, deposits: day === EVE ? 8_000 : 7_100 }
    for (const balance of ['mpesa', 'deposits'] as const) {
      expect(data.figures.find((figure) => figure.balance === balance)?.amount).toBe(amounts[balance])
      const list = await market.call('GET /api/admin/balance-items', { query: { balance, day } }, admin)
      expect(list.pagination.sum).toBe(amounts[balance])
    }
  },
)

test.each(days)('reports have the money of $day in its day and month, and by its method', async (of) => {
  const expected = { received: PRICE, givenBack: PRICE, fromDeposits: of.kept }
  expect(await figures('day', of.month, of.day)).toEqual(expected)
  if (of.day === NEW_YEAR) expect(await figures('month', of.month, of.month)).toEqual(expected)
  const methods = await market.call(
    'GET /api/admin/reports',
    { query: { from: of.month, to: of.month, by: 'method' } },
    admin,
  )
  const method = (id: string) => methods.data.find(({ _id }) => _id === id)
  expect(method('mpesa')).toMatchObject({ received: PRICE })
  expect(method(of.out)).toMatchObject({ givenBack: PRICE })
  const rows = await exported(market, admin, `reports.csv?by=day&from=${of.month}&to=${of.month}`)
  expect(sumOf(rows, () => columnHead('fromDeposits'))).toBe(of.kept)
})

test('the week across the end of the year has both days, and a rental is earned in the year of each of its days', async () => {
  const both = { from: '2026-12', to: '2027-01' }
  const weeks = await market.call('GET /api/admin/reports', { query: { ...both, by: 'week' } }, admin)
  const week = weeks.data.find(({ _id }) => _id === '2026-12-28')
  expect(week).toMatchObject({ givenBack: 2 * PRICE, fromDeposits: 2_900 })
  for (const month of ['2026-12', '2027-01']) {
    const query = { from: month, to: month, by: 'car' as const }
    const { data } = await market.call('GET /api/admin/reports', { query }, admin)
    expect(data.find(({ _id }) => _id === longRental)).toMatchObject({ daysRented: 2, earned: 2 * PER_DAY })
  }
})
