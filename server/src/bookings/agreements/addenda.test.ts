import { LATE_CHARGE_DAYS } from '@twende/contract/business-constants.ts'
import { addDays } from '@twende/contract/calendar-day.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readPrivateFile } from '../../private-files/private-files.ts'
import { takeBack } from '../../testing/condition-reports.ts'
import { driverForm } from '../../testing/driving.ts'
import { addCar, addLocation } from '../../testing/fleet.ts'
import { readMails } from '../../testing/mailbox.ts'
import { paidWith } from '../../testing/payments.ts'
import { PASSWORD, type Person } from '../../testing/people.ts'
import { readPdf } from '../../testing/read-pdf.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { type FormFields, postForm } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { makeAddenda } from './addenda.ts'

let market: TestMarket
let staff: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  await addLocation(market.db, 'Nairobi')
  staff = await market.signUp({ role: 'staff', name: 'Joseph Kariuki' })
})
afterAll(() => market.close())
beforeEach(async () => {
  customer = await market.signUp({ name: 'Achieng Ouma' })
})

const seen = async (bookingId: string) =>
  (await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)).data

/** Staff extends a rental by so many days. */
async function extend(bookingId: string, days = 1) {
  const { endDate, dropoffTime, updatedAt } = await seen(bookingId)
  const body = { endDate: addDays(endDate, days), dropoffTime, ...paidWith(), updatedAt }
  await market.call('POST /api/admin/booking/:bookingId/extend', { params: { bookingId }, body }, staff)
}

async function rentOut() {
  const { _id } = await bookCar(market, customer, await addCar(market.db))
  await moveBookingOn(market, staff, _id, 'active')
  return _id
}

const papersOf = (bookingId: string, person = customer) =>
  market.call('GET /api/booking/:bookingId/agreements', { params: { bookingId } }, person)

const tokenOf = (link: string) => link.split('/').at(-1) ?? ''
const read = (token: string) => market.call('GET /api/addendum/:token', { params: { token } })
const accept = (token: string, name = 'Achieng Ouma') =>
  market.call('POST /api/addendum/:token/accept', { params: { token }, body: { name } })

async function addendaOf(bookingId: string) {
  const rows = await market.db
    .selectFrom('agreements')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'addendum')
    .orderBy('sequence')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const file = await readPrivateFile(market.deps, row.file_id)
      return { ...row, text: file ? (await readPdf(file.bytes)).text : '' }
    }),
  )
}

test('an extension by staff waits for its customer, who reads and accepts it by the mailed link; then its paper is made once', async () => {
  const bookingId = await rentOut()
  await extend(bookingId)
  const [waiting, ...others] = (await papersOf(bookingId)).toAccept
  expect(others).toEqual([])
  expect((await papersOf(bookingId, staff)).toAccept).toMatchObject([{ sequence: 1, link: waiting?.link }])
  const { accountId } = customer
  const [mail] = await readMails(market.db, { accountId, kind: 'booking_addendum_to_accept' })
  expect(mail?.body).toContain(new URL(waiting?.link ?? '').pathname)
  const token = tokenOf(waiting?.link ?? '')
  const { acceptedAt, paper } = await read(token)
  expect(acceptedAt).toBeNull()
  for (const part of ['13 Apr 2026, 10:00', '14 Apr 2026, 10:00', 'Ksh 13,500', 'Ksh 18,000', 'Still owed'])
    expect(JSON.stringify(paper)).toContain(part)
  // The page shows nobody's documents: a link may be passed on.
  expect(JSON.stringify(paper)).not.toMatch(/DL1234567|12345678/)
  await makeAddenda(market.deps)
  expect(await addendaOf(bookingId)).toEqual([])
  await accept(token)
  await accept(token, 'Somebody else')
  expect(await papersOf(bookingId)).toMatchObject({ toAccept: [], beingMade: ['handover', 'addendum'] })
  expect(await read(token)).toMatchObject({ paper: null })
  await Promise.all([makeAddenda(market.deps), makeAddenda(market.deps)])
  await makeAddenda(market.deps)
  const [made, ...more] = await addendaOf(bookingId)
  expect(more).toEqual([])
  for (const part of [
    'Addendum to the rental agreement',
    '14 Apr 2026, 10:00',
    'Kilometres included 600 km 800 km',
    'DL1234567',
    'Achieng Ouma accepted this change by the link that we sent',
  ])
    expect(made?.text).toContain(part)
  expect(made?.text).not.toContain('Somebody else')
})

test('what a customer changes alone is agreed on, and each change has a paper of its own', async () => {
  const bookingId = await rentOut()
  await extend(bookingId)
  const { updatedAt, endDate, finalAmount, ...rental } = await seen(bookingId)
  const body = {
    startDate: rental.startDate,
    endDate,
    pickupTime: rental.pickupTime,
    dropoffTime: '12:00',
    finalAmount,
    updatedAt,
  }
  await market.call('POST /api/booking/:bookingId/change', { params: { bookingId }, body }, customer)
  expect((await papersOf(bookingId)).toAccept).toHaveLength(1)
  await makeAddenda(market.deps)
  const [made] = await addendaOf(bookingId)
  expect(made?.sequence).toBe(2)
  expect(made?.text).toContain('Achieng Ouma made this change in their own account')
  expect(made?.text).toContain('14 Apr 2026, 12:00')
})

test('a driver who is approved after the handover is added to the agreement once, and accepted by link', async () => {
  const bookingId = await rentOut()
  const send = async (given: FormFields) => {
    const form = await driverForm(given)
    const sent = await postForm(market, `/api/booking/${bookingId}/driver`, form, customer)
    const params = { driverId: sent.json().data._id }
    await market.call('POST /api/admin/driver/:driverId/approve', { params }, staff)
  }
  // Newer papers of somebody whom the agreement names already.
  await send({ licenceExpires: '2045-01-31' })
  expect((await papersOf(bookingId)).toAccept).toEqual([])
  const brother = { fullName: 'Otieno Ouma', licenceNumber: 'DL-7654321', identityNumber: '87654321' }
  await send(brother)
  await send({ ...brother, licenceExpires: '2046-01-31' })
  const waiting = (await papersOf(bookingId)).toAccept
  expect(waiting).toHaveLength(1)
  const [mail] = await readMails(market.db, {
    accountId: customer.accountId,
    kind: 'booking_addendum_to_accept',
  })
  expect(mail?.body).toContain('We approved another driver')
  expect(mail?.body).not.toContain('due back')
  const token = tokenOf(waiting[0]?.link ?? '')
  const { paper } = await read(token)
  expect(JSON.stringify(paper)).toContain('Otieno Ouma')
  expect(JSON.stringify(paper)).not.toMatch(/DL7654321|87654321|13 Apr 2026, 10:00/)
  await accept(token)
  await makeAddenda(market.deps)
  const [made, ...more] = await addendaOf(bookingId)
  expect(more).toEqual([])
  for (const part of ['These people may now drive the car', 'Otieno Ouma', 'DL7654321', 'DL1234567'])
    expect(made?.text).toContain(part)
})

test('letters that the paper of a change cannot show are named to staff before it is accepted', async () => {
  const customerInfo = {
    firstName: 'Achieng \ua840',
    lastName: 'Ouma',
    email: 'achieng@example.com',
    phone: '0712345678',
    address: '12 Moi Avenue',
  }
  const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db), { customerInfo })
  await moveBookingOn(market, staff, bookingId, 'active')
  await extend(bookingId)
  const [waiting] = (await papersOf(bookingId, staff)).toAccept
  expect(waiting?.unprintable).toEqual(['\ua840'])
  await accept(tokenOf(waiting?.link ?? ''))
  await makeAddenda(market.deps)
  expect((await addendaOf(bookingId))[0]?.text).toContain('[U+A840]')
})

test('a driver who leaves the car is taken out of the agreement by an addendum, and may come back', async () => {
  const bookingId = await rentOut()
  const brother = { fullName: 'Otieno Ouma', licenceNumber: 'DL-7654322', identityNumber: '87654322' }
  const sent = await postForm(market, `/api/booking/${bookingId}/driver`, await driverForm(brother), customer)
  const driverId: string = sent.json().data._id
  await market.call('POST /api/admin/driver/:driverId/approve', { params: { driverId } }, staff)
  await accept(tokenOf((await papersOf(bookingId)).toAccept[0]?.link ?? ''))
  const driversOf = () =>
    market.call('GET /api/admin/booking/:bookingId/drivers', { params: { bookingId } }, staff)
  const remove = (who: string, reason = 'He flew home') =>
    market.call(
      'POST /api/admin/booking/:bookingId/driver/:driverId/remove',
      { params: { bookingId, driverId: who }, body: { reason } },
      staff,
    )
  await remove(driverId)
  await expect(remove(driverId)).rejects.toMatchObject({ code: 'driver_wrong_state' })
  const named = (await driversOf()).data.find(({ _id }) => _id === driverId)
  expect(named).toMatchObject({
    status: 'approved',
    takenOut: { reason: 'He flew home', by: 'Joseph Kariuki' },
  })
  const mails = await readMails(market.db, {
    accountId: customer.accountId,
    kind: 'booking_addendum_to_accept',
  })
  expect(mails).toHaveLength(2)
  expect(
    mails.some(({ body }) => body.includes('No longer drivers of the') && body.includes('Otieno Ouma')),
  ).toBe(true)
  const token = tokenOf((await papersOf(bookingId)).toAccept[0]?.link ?? '')
  expect(JSON.stringify(await read(token))).toContain('may not drive the car any more')
  await accept(token)
  await makeAddenda(market.deps)
  const made = (await addendaOf(bookingId)).at(-1)
  expect(made?.text).toContain('These people may not drive the car any more')
  expect(made?.text).not.toContain('DL7654322')
  expect(made?.text).toContain('DL1234567')
  // Whoever is the last one stays, until somebody else is approved.
  const last = (await driversOf()).data.find(({ takenOut }) => takenOut === null)
  await expect(remove(last?._id ?? '')).rejects.toMatchObject({ code: 'driver_is_last' })
  const params = { bookingId, driverId }
  await market.call('POST /api/admin/booking/:bookingId/driver/:driverId/restore', { params }, staff)
  expect((await driversOf()).data.every(({ takenOut }) => takenOut === null)).toBe(true)
  expect((await papersOf(bookingId)).toAccept).toHaveLength(1)
})

test('a driver who is taken out before the handover is named by no agreement, and does not let the car leave', async () => {
  const { _id: bookingId } = await bookCar(market, customer, await addCar(market.db))
  const sent = await postForm(market, `/api/booking/${bookingId}/driver`, await driverForm(), customer)
  const driverId: string = sent.json().data._id
  await market.call('POST /api/admin/driver/:driverId/approve', { params: { driverId } }, staff)
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  const isCleared = async () =>
    (await market.call('GET /api/booking/:bookingId/drivers', { params: { bookingId } }, customer)).isCleared
  expect(await isCleared()).toBe(true)
  const request = { params: { bookingId, driverId }, body: { reason: 'Somebody else drives' } }
  await market.call('POST /api/admin/booking/:bookingId/driver/:driverId/remove', request, staff)
  expect(await isCleared()).toBe(false)
  expect((await papersOf(bookingId)).toAccept).toEqual([])
  const yard = await market.call('GET /api/admin/yard', { query: { day: '2026-04-10' } }, staff)
  expect(yard.data.find((move) => move.bookingId === bookingId)?.missing).toContain('papers')
})

test('before the car is out there is nothing to add to, and a foreign or changed link opens nothing', async () => {
  const { _id } = await bookCar(market, customer, await addCar(market.db))
  await moveBookingOn(market, staff, _id, 'confirmed')
  await extend(_id)
  expect((await papersOf(_id)).toAccept).toEqual([])
  const bookingId = await rentOut()
  await extend(bookingId)
  const token = tokenOf((await papersOf(bookingId)).toAccept[0]?.link ?? '')
  const [id, , hash = ''] = token.split('.')
  for (const other of [`${id}.2.${hash}`, `${id}.1.${hash.slice(1)}x`, `${_id}.1.${hash}`])
    await expect(read(other)).rejects.toMatchObject({ code: 'agreement_not_found' })
})

test('an addendum is never changed in the database; its name goes with the account, its paper later', async () => {
  const bookingId = await rentOut()
  await extend(bookingId)
  const token = tokenOf((await papersOf(bookingId)).toAccept[0]?.link ?? '')
  await accept(token, 'Wanjiku Achieng')
  await makeAddenda(market.deps)
  const row = market.db.updateTable('agreement_addenda').where('booking_id', '=', bookingId)
  await expect(row.set({ accepted_at: new Date() }).execute()).rejects.toThrow('never changed')
  await expect(row.set({ change: '{}' }).execute()).rejects.toThrow('never changed')
  await takeBack(market, staff, bookingId)
  const exported = await market.call('GET /api/user/export', {}, customer)
  expect(JSON.stringify(exported)).toContain((await addendaOf(bookingId))[0]?.number)
  market.clock.advance((LATE_CHARGE_DAYS + 1) * 86_400_000)
  await market.call(
    'POST /api/user/delete',
    { body: { password: PASSWORD, confirmation: 'DELETE' } },
    customer,
  )
  const kept = market.db.selectFrom('agreement_addenda').selectAll().where('booking_id', '=', bookingId)
  expect((await kept.executeTakeFirstOrThrow()).accepter_name).toBe('-')
  expect((await addendaOf(bookingId))[0]?.text).not.toBe('')
  market.clock.set(new Date('2033-01-01T00:00:00+03:00'))
  expect((await addendaOf(bookingId))[0]?.text).toBe('')
})
