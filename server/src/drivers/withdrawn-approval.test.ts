import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reportOf } from '../testing/condition-reports.ts'
import { driverForm } from '../testing/driving.ts'
import { addCar } from '../testing/fleet.ts'
import { readMails } from '../testing/mailbox.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../testing/renting.ts'
import { type FormFields, postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

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

const REASON = 'NTSA says that this licence was never issued'
const WITHDRAW = 'POST /api/admin/driver/:driverId/withdraw'

async function book(person = customer, dates = { startDate: '2026-04-10', endDate: '2026-04-13' }) {
  return (await bookCar(market, person, await addCar(market.db), dates))._id
}

/** A licence number of its own for each test: a withdrawal reaches all papers of the same licence. */
let licences = 3_000_000
const nextLicence = () => String(++licences)

async function sendPapers(bookingId: string, given: FormFields, person = customer): Promise<string> {
  const form = await driverForm(given)
  return (await postForm(market, `/api/booking/${bookingId}/driver`, form, { token: person.token })).json()
    .data._id
}

async function approve(driverId: string) {
  await market.call('POST /api/admin/driver/:driverId/approve', { params: { driverId } }, staff)
}

async function approved(bookingId: string, given: FormFields, person = customer): Promise<string> {
  const driverId = await sendPapers(bookingId, given, person)
  await approve(driverId)
  return driverId
}

/** Hands the car over as staff does; the helper of other tests would approve a driver first. */
async function handOver(bookingId: string) {
  const report = await reportOf(market, bookingId, { kind: 'handover' })
  const body = { km: 42_000, kmConfirmed: true, fuel: 8, report }
  await market.call('POST /api/admin/booking/:bookingId/handover', { params: { bookingId }, body }, staff)
}

const withdraw = (driverId: string, by = staff, reason = REASON) =>
  market.call(WITHDRAW, { params: { driverId }, body: { reason } }, by)
const ofStaff = (bookingId: string) =>
  market.call('GET /api/admin/booking/:bookingId/drivers', { params: { bookingId } }, staff)
const ofCustomer = (bookingId: string, person = customer) =>
  market.call('GET /api/booking/:bookingId/drivers', { params: { bookingId } }, person)
const mailsTo = ({ accountId }: Person) =>
  readMails(market.db, { accountId, kind: 'booking_driver_withdrawn' })

test('a withdrawn approval stops the handover until new papers are approved, and says why', async () => {
  const bookingId = await book()
  const licenceNumber = nextLicence()
  const driverId = await approved(bookingId, { licenceNumber })
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  const { data, checks } = await withdraw(driverId)
  expect(data).toMatchObject({ status: 'refused', refusalReason: null, withdrawal: { reason: REASON } })
  expect(checks).toMatchObject([
    { outcome: 'approved', reason: null },
    { outcome: 'withdrawn', by: 'Joseph Kariuki', reason: null },
  ])
  expect(await ofCustomer(bookingId)).toMatchObject({
    isCleared: false,
    data: [{ status: 'refused', withdrawal: { reason: REASON } }],
  })
  const [mail, ...others] = await mailsTo(customer)
  expect(others).toEqual([])
  expect(mail?.body).toContain(REASON)
  expect(mail?.body).toContain('We cannot hand over')
  expect(mail?.body).toContain(`/mybookings/${bookingId}`)
  await expect(handOver(bookingId)).rejects.toMatchObject({ code: 'driver_missing' })
  await approved(bookingId, { licenceNumber, licenceExpires: '2041-01-31' })
  expect((await ofStaff(bookingId)).isCleared).toBe(true)
  await handOver(bookingId)
})

test('only an approval is withdrawn, once, with a reason, and by nobody on papers of their own', async () => {
  const bookingId = await book()
  const licenceNumber = nextLicence()
  const driverId = await sendPapers(bookingId, { licenceNumber })
  await expect(withdraw(driverId)).rejects.toMatchObject({ code: 'driver_wrong_state' })
  await approve(driverId)
  await expect(withdraw(driverId, staff, 'x')).rejects.toMatchObject({ code: 'invalid' })
  await expect(withdraw(driverId, customer)).rejects.toMatchObject({ status: 403 })
  const clerk = await market.signUp({ role: 'staff' })
  const theirs = await book(clerk)
  const own = await approved(theirs, { licenceNumber: nextLicence() }, clerk)
  await expect(withdraw(own, clerk)).rejects.toMatchObject({ code: 'own_thing' })
  await withdraw(driverId)
  await expect(withdraw(driverId)).rejects.toMatchObject({ code: 'driver_wrong_state' })
  await expect(
    market.db
      .updateTable('drivers')
      .set({ status: 'approved', withdrawn_at: null, withdrawn_by: null, withdrawal_reason: '' })
      .where('id', '=', driverId)
      .execute(),
  ).rejects.toThrow('stay withdrawn')
})

test('all approved papers with the same licence are withdrawn, whoever sent them; those who rent by them get one mail each', async () => {
  const licenceNumber = nextLicence()
  const mine = await book()
  const brother = await market.signUp()
  const his = await book(brother)
  const later = await book(brother, { startDate: '2026-05-10', endDate: '2026-05-12' })
  const driverId = await approved(mine, { licenceNumber })
  const copyId = await approved(his, { licenceNumber }, brother)
  const sister = { fullName: 'Akinyi Ouma', licenceNumber: nextLicence(), identityNumber: '55667788' }
  await approved(his, sister, brother)
  await withdraw(driverId)
  const copy = { params: { driverId: copyId } }
  expect((await market.call('GET /api/admin/driver/:driverId', copy, staff)).data).toMatchObject({
    status: 'refused',
    withdrawal: { reason: REASON },
  })
  expect(await mailsTo(customer)).toHaveLength(1)
  const mails = await mailsTo(brother)
  expect(mails).toHaveLength(2)
  // Somebody else may still drive there, so nothing is stopped.
  for (const { body } of mails) expect(body).not.toContain('We cannot hand over')
  expect((await ofCustomer(his, brother)).isCleared).toBe(true)
  expect((await ofCustomer(later, brother)).isCleared).toBe(true)
})

test('a car that is out is noted in the yard and on its booking until new papers are approved', async () => {
  const bookingId = await book()
  const licenceNumber = nextLicence()
  await approved(bookingId, { fullName: 'Achieng Ouma', licenceNumber })
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  await handOver(bookingId)
  const [driver] = (await ofStaff(bookingId)).data
  const rows = async () => {
    const yard = await market.call('GET /api/admin/yard', { query: { day: '2026-04-13' } }, staff)
    return yard.data.filter((move) => move.bookingId === bookingId && move.kind === 'return')
  }
  expect(await rows()).toMatchObject([{ withdrawnDrivers: [] }])
  market.clock.advance(5 * 60_000)
  const clerk = await market.signUp({ role: 'staff', name: 'Amina Hassan' })
  await withdraw(driver?._id ?? '', clerk)
  expect(await rows()).toMatchObject([{ withdrawnDrivers: ['Achieng Ouma'] }])
  expect((await ofStaff(bookingId)).data).toMatchObject([
    { withdrawal: { reason: REASON, by: 'Amina Hassan' } },
  ])
  const [mail] = await mailsTo(customer)
  expect(mail?.body).toContain('may not drive')
  expect(mail?.body).not.toContain('We cannot hand over')
  await approved(bookingId, { licenceNumber, licenceExpires: '2041-01-31' })
  expect(await rows()).toMatchObject([{ withdrawnDrivers: [] }])
})
