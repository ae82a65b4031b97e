import type { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { type Random, randomInteger } from '../../basic-deps.ts'
import { handOver } from '../condition-reports.ts'
import { nextPlate } from '../fines.ts'
import { addCar } from '../fleet.ts'
import { addSession, type Person, proveEmail } from '../people.ts'
import { refusingAsStated } from '../refusals.ts'
import { BY_MPESA, bookCar, moveBookingOn, payBooking } from '../renting.ts'
import { openTestMarket, type TestMarket } from '../test-app.ts'
import { nothingToActOn, oneOf } from '../walk.ts'

/** A hire firm with a small fleet on which everything happens, and what the walk keeps of it. */
export type RentalWalk = {
  market: TestMarket
  customers: Person[]
  staff: Person
  colleague: Person
  admin: Person
  cars: string[]
  steps: number
  /** Each booking with its money, as it was when its pages were last looked at. */
  seen: Map<string, string>
  /** The last posting for which the books were looked at. */
  seenPosting: string
  listsRead: number
  /** The last mail and the last event of a history that were looked at. */
  seenMail: string
  seenEvent: number
  /** How many phone numbers were asked so far. */
  phones: number
  close(): Promise<void>
}

/** A Wednesday morning, and two days before it. */
const START = new Date('2026-04-01T09:00:00+03:00')
const BEFORE = new Date('2026-03-30T09:00:00+03:00')
const FLEET = [
  { pricePerDay: 2_000, deposit: 0 },
  { pricePerDay: 3_500, deposit: 5_000 },
  { pricePerDay: 9_000, deposit: 10_000 },
]

export async function openRentalWalk(): Promise<RentalWalk> {
  const opened = await openTestMarket({ now: BEFORE, env: { RATE_LIMIT: 'off' } })
  const market = { ...opened, call: refusingAsStated(opened.call) }
  const cars: string[] = []
  for (const facts of FLEET) cars.push(await addCar(market.db, { ...facts, numberPlate: nextPlate() }))
  const customers = [await market.signUp(), await market.signUp(), await market.signUp()]
  for (const customer of customers) await proveEmail(market, customer)
  const staff = await market.signUp({ role: 'staff' })
  const walk: RentalWalk = {
    market,
    customers,
    staff,
    colleague: await market.signUp({ role: 'staff' }),
    admin: await market.signUp({ role: 'admin' }),
    cars,
    steps: 0,
    seen: new Map(),
    seenPosting: '',
    listsRead: 0,
    seenMail: '',
    seenEvent: 0,
    phones: 0,
    close: () => market.close(),
  }
  await sendOut(walk)
  market.clock.set(START)
  await signInAgain(walk)
  await beginDay(walk)
  walk.seenMail = await lastMail(market)
  return walk
}

/** What was mailed before the walk is of an earlier moment. */
async function lastMail({ db }: TestMarket): Promise<string> {
  const mail = await db
    .selectFrom('notifications')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return mail.id
}

/** A car leaves that should be back by the day on which the walk begins, and is not. */
async function sendOut({ market, cars: [, car = ''], customers: [customer], staff }: RentalWalk) {
  if (!customer) return
  const startDate = nairobiDay(BEFORE)
  const out = await bookCar(market, customer, car, { startDate, endDate: addDays(startDate, 1) })
  await moveBookingOn(market, staff, out._id, 'confirmed')
  const request = { params: { bookingId: out._id }, body: { paidBy: 'cash' as const } }
  await market.call('POST /api/admin/booking/:bookingId/deposit/take', request, staff)
  await handOver(market, staff, out._id)
}

/** The day begins with one that waits for its customer, and one of whose price a part is paid. */
async function beginDay({
  market,
  cars: [third = '', , second = ''],
  customers: [, other, last],
  staff,
}: RentalWalk): Promise<void> {
  if (!other || !last) return
  const today = nairobiDay(START)
  const next = await bookCar(market, other, second, { startDate: today, endDate: addDays(today, 1) })
  await moveBookingOn(market, staff, next._id, 'confirmed')
  await confirmWithPart(market, { customer: last, staff, carId: third })
}

async function confirmWithPart(
  market: TestMarket,
  { customer, staff, carId }: { customer: Person; staff: Person; carId: string },
): Promise<void> {
  const startDate = addDays(nairobiDay(START), 1)
  const dates = { startDate, endDate: addDays(startDate, 2) }
  const { _id: bookingId } = await bookCar(market, customer, carId, { ...dates, ...BY_MPESA })
  const body = { paidBy: 'none', note: 'Pays the rest on the day' } as const
  await market.call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, staff)
  await payBooking(market, bookingId, { amount: 1_500 })
}

/** One of the latest bookings, mostly one in these states; a refusal where there is none. */
export async function drawBooking(walk: RentalWalk, draw: Random, statuses: readonly BookingStatus[]) {
  const rows = await walk.market.db
    .selectFrom('bookings')
    .select(['id', 'reference', 'status', 'account_id', 'booked_by', 'car_id', 'final_amount'])
    .select(['start_date', 'end_date', 'pickup_time', 'dropoff_time', 'extra_charges', 'updated_at'])
    .orderBy('id', 'desc')
    .limit(8)
    .execute()
  const isAny = draw() < 0.08
  const booking = oneOf(
    rows.filter(({ status }) => isAny || statuses.some((wanted) => wanted === status)),
    draw,
  )
  if (!booking) throw nothingToActOn()
  const params = { bookingId: booking.id }
  return { ...booking, params }
}
export type DrawnBooking = Awaited<ReturnType<typeof drawBooking>>

/** Its customer; a refusal where it was made at the counter. */
export function customerOf(
  { customers }: RentalWalk,
  { account_id }: Pick<DrawnBooking, 'account_id'>,
): Person {
  const found = customers.find(({ accountId }) => accountId === account_id)
  if (!found) throw nothingToActOn()
  return found
}

export const ANY_STATUS = ['pending', 'confirmed', 'active', 'completed', 'cancelled'] as const
export const RUNNING = ['confirmed', 'active', 'completed'] as const

export const drawStaff = ({ staff, colleague }: RentalWalk, draw: Random) =>
  draw() < 0.5 ? staff : colleague

export function nextPhone(walk: RentalWalk): string {
  walk.phones += 1
  return `0712${String(walk.phones).padStart(6, '0')}`
}

const HOURS = ['09:00', '10:00', '15:00', '18:00'] as const

/** A short rental soon. */
export function drawPeriod({ market }: RentalWalk, draw: Random) {
  const startDate = addDays(nairobiDay(market.clock.now()), Math.floor(draw() * draw() * 8))
  const endDate = addDays(startDate, randomInteger(draw, 1, 3))
  return {
    startDate,
    endDate,
    pickupTime: oneOf(HOURS, draw) ?? '10:00',
    dropoffTime: oneOf(HOURS, draw) ?? '10:00',
  }
}

/** Everybody signs in again, after a time in which sessions end. */
export async function signInAgain(walk: RentalWalk): Promise<void> {
  const { deps } = walk.market
  const again = async (person: Person, role: 'user' | 'staff' | 'admin') => ({
    ...person,
    ...(await addSession(deps, { ...person, role })),
  })
  walk.staff = await again(walk.staff, 'staff')
  walk.colleague = await again(walk.colleague, 'staff')
  walk.admin = await again(walk.admin, 'admin')
  for (const [at, customer] of walk.customers.entries()) walk.customers[at] = await again(customer, 'user')
}
