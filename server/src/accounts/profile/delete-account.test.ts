import { LATE_CHARGE_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldDrivers } from '../../drivers/read-drivers.ts'
import { deleteOldPrivateFiles } from '../../private-files/private-files.ts'
import { agreementOf } from '../../testing/agreements.ts'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { carBackWithDeposit } from '../../testing/deposits.ts'
import { addApprovedDriver } from '../../testing/driving.ts'
import { nextPlate, offenceAt, postFine } from '../../testing/fines.ts'
import { addCar } from '../../testing/fleet.ts'
import { paidWith } from '../../testing/payments.ts'
import { PASSWORD, type Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING })
  staff = await market.signUp({ role: 'staff' })
})
beforeEach(() => market.clock.set(BOOKING_MORNING))
afterAll(() => market.close())

const DAY = 86_400_000
const leave = (person: Person) =>
  market.call('POST /api/user/delete', { body: { password: PASSWORD, confirmation: 'DELETE' } }, person)

/** What keeps a person from leaving; nothing if they could leave. */
const refusal = (person: Person) =>
  leave(person).then(
    () => '',
    ({ message }: { message: string }) => message,
  )

/** A rental whose car came back. */
async function returned() {
  const plate = nextPlate()
  const customer = await market.signUp()
  const booking = await bookCar(market, customer, await addCar(market.db, { numberPlate: plate }))
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  await handOver(market, staff, booking._id)
  const offence = offenceAt(market.clock.now())
  await takeBack(market, staff, booking._id)
  return { plate, customer, offence, bookingId: booking._id, reference: booking.bookingId }
}

describe('an account stays', () => {
  test('while fines and charges of a rental may still come, and it is said until when', async () => {
    const { customer, reference } = await returned()
    const free = addDays(nairobiDay(market.clock.now()), LATE_CHARGE_DAYS)
    expect(await refusal(customer)).toBe(
      `Fines and charges of booking ${reference} may still come. You can delete your account from ${showDay(free)}.`,
    )
    market.clock.advance((LATE_CHARGE_DAYS - 1) * DAY)
    expect(await refusal(customer)).toContain(reference)
    market.clock.advance(DAY)
    expect(await refusal(customer)).toBe('')
  })

  test('while its owner owes money', async () => {
    const { customer, reference, bookingId, plate, offence } = await returned()
    expect((await postFine(market, staff, { plate, ...offence, amount: '25000' })).statusCode).toBe(200)
    market.clock.advance((LATE_CHARGE_DAYS + 1) * DAY)
    expect(await refusal(customer)).toBe(
      `You still owe Ksh 25,000 for ${reference}. Pay it first, or contact us.`,
    )
    const body = { amount: 25_000, ...paidWith() }
    await market.call('POST /api/admin/booking/:bookingId/owed', { params: { bookingId }, body }, staff)
    expect(await refusal(customer)).toBe('')
  })

  test('while we hold its deposit, and until the deposit has been sent back', async () => {
    const { customer, params } = await carBackWithDeposit(market, staff)
    market.clock.advance((LATE_CHARGE_DAYS + 1) * DAY)
    expect(await refusal(customer)).toMatch(
      /^We still hold your deposit of Ksh 10,000 \(DEP\d+\)\. You can delete your account once it is back with you\.$/,
    )
    await market.call('POST /api/admin/booking/:bookingId/deposit/settle', { params, body: {} }, staff)
    expect(await refusal(customer)).toBe('We still owe you a refund. Please wait until it has reached you.')
  })

  test('while a charge is disputed that nobody has decided on', async () => {
    const { customer, reference, plate, offence, bookingId } = await returned()
    const { data: fine } = (await postFine(market, staff, { plate, ...offence })).json()
    const body = { fine: fine._id, reason: 'I was not there' }
    await market.call('POST /api/booking/:bookingId/dispute', { params: { bookingId }, body }, customer)
    market.clock.advance((LATE_CHARGE_DAYS + 1) * DAY)
    expect(await refusal(customer)).toContain(
      `Our staff has still to decide on what you disputed in booking ${reference}.`,
    )
  })
})

test('papers of a rental outlive the account until their own day', async () => {
  const customer = await market.signUp()
  const booking = await bookCar(market, customer, await addCar(market.db, { numberPlate: nextPlate() }))
  const params = { bookingId: booking._id }
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  await handOver(market, staff, booking._id)
  await takeBack(market, staff, booking._id)
  // As if the customer had sent them.
  const sent = { account_id: customer.accountId, needed_until: booking.endDate }
  await market.db.updateTable('drivers').set(sent).where('booking_id', '=', booking._id).execute()
  // Somebody else's, sent for a later rental that was cancelled.
  const later = { startDate: '2027-01-10', endDate: '2027-01-13' }
  const cancelled = await bookCar(market, customer, await addCar(market.db), later)
  await addApprovedDriver(market, cancelled._id)
  const ofLater = { account_id: customer.accountId, needed_until: cancelled.endDate }
  market.clock.advance(DAY)
  await market.db
    .updateTable('drivers')
    .set({ ...ofLater, created_at: market.clock.now() })
    .where('booking_id', '=', cancelled._id)
    .execute()
  const cancelling = { params: { bookingId: cancelled._id }, body: { cancellationReason: '' } }
  await market.call('PUT /api/booking/:bookingId/cancel', cancelling, customer)
  const { file_id } = await agreementOf(market, booking._id)
  market.clock.advance((LATE_CHARGE_DAYS + 1) * DAY)
  expect(await refusal(customer)).toBe('')
  const left = async () => {
    await deleteOldDrivers(market.deps)
    await deleteOldPrivateFiles(market.deps)
    const drivers = market.db.selectFrom('drivers').select('id').where('account_id', '=', customer.accountId)
    const file = market.db.selectFrom('private_files').select('id').where('id', '=', file_id)
    return { drivers: (await drivers.execute()).length, agreements: (await file.execute()).length }
  }
  expect(await left()).toEqual({ drivers: 1, agreements: 1 })
  const agreements = await market.call('GET /api/booking/:bookingId/agreements', { params }, staff)
  expect(agreements.data[0]?.link).toMatch(/^\/api\/private-file\//)
  market.clock.set(new Date('2026-07-13T12:00:00+03:00'))
  expect(await left()).toEqual({ drivers: 0, agreements: 1 })
  market.clock.set(new Date('2032-04-12T12:00:00+03:00'))
  expect(await left()).toEqual({ drivers: 0, agreements: 1 })
  market.clock.set(new Date('2032-04-14T12:00:00+03:00'))
  expect(await left()).toEqual({ drivers: 0, agreements: 0 })
})
