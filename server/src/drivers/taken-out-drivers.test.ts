import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { driverForm } from '../testing/driving.ts'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../testing/renting.ts'
import { type FormFields, postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { deleteOldDrivers } from './read-drivers.ts'

let market: TestMarket
let customer: Person
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff', name: 'Joseph Kariuki' })
})
afterAll(() => market.close())
beforeEach(async () => {
  customer = await market.signUp()
})

const REASON = 'Had a crash last week'
const LICENCE = { licenceNumber: '4000001', identityNumber: '40000001' }

async function book(): Promise<string> {
  const dates = { startDate: '2026-04-10', endDate: '2026-04-13' }
  const { _id } = await bookCar(market, customer, await addCar(market.db), dates)
  await moveBookingOn(market, staff, _id, 'confirmed')
  return _id
}

async function approved(bookingId: string, given: FormFields = LICENCE): Promise<string> {
  const form = await driverForm(given)
  const sent = await postForm(market, `/api/booking/${bookingId}/driver`, form, { token: customer.token })
  const driverId: string = sent.json().data._id
  await market.call('POST /api/admin/driver/:driverId/approve', { params: { driverId } }, staff)
  return driverId
}

const takeOut = (bookingId: string, driverId: string) => {
  const route = 'POST /api/admin/booking/:bookingId/driver/:driverId/remove'
  return market.call(route, { params: { bookingId, driverId }, body: { reason: REASON } }, staff)
}
const putBack = (bookingId: string, driverId: string) => {
  const route = 'POST /api/admin/booking/:bookingId/driver/:driverId/restore'
  return market.call(route, { params: { bookingId, driverId } }, staff)
}
const driversOf = (bookingId: string) =>
  market.call('GET /api/admin/booking/:bookingId/drivers', { params: { bookingId } }, staff)
const papersOf = (driverId: string) =>
  market.call('GET /api/admin/driver/:driverId', { params: { driverId } }, staff)
async function historyOf(bookingId: string) {
  const params = { bookingId }
  const { timeline } = await market.call('GET /api/booking/:bookingId', { params }, customer)
  const desk = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
  const last = desk.timeline.at(-1)
  const { what, note, at = '' } = timeline.at(-1) ?? {}
  const hours = (market.clock.now().getTime() - Date.parse(at)) / 3_600_000
  return { what, note, person: last?.person, isNow: hours >= 0 && hours < 1 }
}

test('a driver who was taken out stays out when new papers are approved, until staff puts the driver back', async () => {
  const bookingId = await book()
  const first = await approved(bookingId)
  await takeOut(bookingId, first)
  const newer = await approved(bookingId, { ...LICENCE, licenceExpires: '2041-05-05' })
  const { isCleared, data } = await driversOf(bookingId)
  expect({ isCleared, takenOut: data[0]?.takenOut?.reason }).toEqual({ isCleared: false, takenOut: REASON })
  const { reference } = await market.db
    .selectFrom('bookings')
    .select('reference')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  expect((await papersOf(newer)).takenOutOf).toEqual([{ _id: bookingId, reference, reason: REASON }])
  const params = { bookingId }
  const own = await market.call('GET /api/booking/:bookingId/drivers', { params }, customer)
  expect(own).toMatchObject({ isCleared: false, data: [{ isTakenOut: true }] })
  await putBack(bookingId, newer)
  expect(await driversOf(bookingId)).toMatchObject({ isCleared: true, data: [{ takenOut: null }] })
  expect((await papersOf(newer)).takenOutOf).toEqual([])
})

test('the person drives in other bookings meanwhile', async () => {
  const bookingId = await book()
  const driverId = await approved(bookingId)
  const other = await book()
  await takeOut(bookingId, driverId)
  expect((await driversOf(other)).isCleared).toBe(true)
})

test('the history of a booking names who was taken out, put back, or lost the approval, by whom, when and why', async () => {
  const bookingId = await book()
  const driverId = await approved(bookingId)
  const name = (await papersOf(driverId)).data.fullName
  const by = { person: 'Joseph Kariuki', isNow: true }
  await takeOut(bookingId, driverId)
  const takenOut = { what: 'Driver taken out of this booking', note: `${name}: ${REASON}` }
  expect(await historyOf(bookingId)).toEqual({ ...takenOut, ...by })
  await putBack(bookingId, driverId)
  expect(await historyOf(bookingId)).toEqual({ what: 'Driver put back into this booking', note: name, ...by })
  const body = { reason: 'The licence is forged' }
  await market.call('POST /api/admin/driver/:driverId/withdraw', { params: { driverId }, body }, staff)
  const withdrawn = { what: 'Approval of a driver withdrawn', note: `${name}: The licence is forged` }
  expect(await historyOf(bookingId)).toEqual({ ...withdrawn, ...by })
})

test('names and reasons leave the history with the papers, 90 days after the booking', async () => {
  const bookingId = await book()
  const driverId = await approved(bookingId)
  await approved(bookingId, { licenceNumber: '4000002', identityNumber: '40000002' })
  await takeOut(bookingId, driverId)
  await handOver(market, staff, bookingId)
  await takeBack(market, staff, bookingId)
  const notesAt = async (day: string) => {
    market.clock.set(new Date(`${day}T12:00:00+03:00`))
    await deleteOldDrivers(market.deps)
    market.clock.set(BOOKING_MORNING)
    const notes = market.db.selectFrom('booking_history').select(['event', 'note'])
    const rows = await notes.where('booking_id', '=', bookingId).execute()
    return rows.filter(({ event }) => event === 'takeOutDriver').map(({ note }) => note)
  }
  expect(await notesAt('2026-07-12')).toEqual([expect.stringContaining(REASON)])
  expect(await notesAt('2026-07-13')).toEqual([''])
})
