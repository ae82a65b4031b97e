import { DELETE_WORD } from '@twende/contract/notifications/notification-preferences.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldPrivateFiles } from '../private-files/private-files.ts'
import { driverForm } from '../testing/driving.ts'
import { addCar } from '../testing/fleet.ts'
import { PASSWORD, type Person } from '../testing/people.ts'
import { drawEvenSurface } from '../testing/private-files.ts'
import { BOOKING_MORNING, bookCar } from '../testing/renting.ts'
import { type FormFields, postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { deleteOldDrivers } from './read-drivers.ts'

let market: TestMarket
let customer: Person
let staff: Person
let bookingId: string
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())
beforeEach(async () => {
  customer = await market.signUp()
  bookingId = await book('2026-04-10', '2026-04-13')
})

async function book(startDate: string, endDate: string): Promise<string> {
  return (await bookCar(market, customer, await addCar(market.db), { startDate, endDate }))._id
}

const send = async (given: FormFields = {}, idempotencyKey?: string) =>
  postForm(market, `/api/booking/${bookingId}/driver`, await driverForm(given), {
    token: customer.token,
    ...(idempotencyKey ? { idempotencyKey } : {}),
  })
const driversOf = (id = bookingId) =>
  market.call('GET /api/booking/:bookingId/drivers', { params: { bookingId: id } }, customer)
const check = (driverId: string) => ({ params: { driverId } })
const storedFiles = () => market.db.selectFrom('private_files').select('id').execute()

async function sendAndApprove(): Promise<string> {
  const driverId: string = (await send()).json().data._id
  await market.call('POST /api/admin/driver/:driverId/approve', check(driverId), staff)
  return driverId
}

describe('papers that a customer sends', () => {
  test('wait for staff, who see the photos, approve them, and are recorded', async () => {
    const sent = await send()
    expect(sent.statusCode).toBe(200)
    const { data } = sent.json()
    expect(data).toMatchObject({ status: 'submitted', licenceNumber: 'DL1234567', refusalReason: null })
    expect((await driversOf()).isCleared).toBe(false)
    const list = await market.call('GET /api/admin/drivers', {}, staff)
    expect(list.data.map(({ _id }) => _id)).toContain(data._id)
    const page = await market.call('GET /api/admin/driver/:driverId', check(data._id), staff)
    expect(page.data.photos.map(({ kind }) => kind)).toEqual([
      'licence_front',
      'licence_back',
      'identity_front',
    ])
    const [front] = page.data.photos
    const open = async (token: string) =>
      (await market.app.inject({ url: front?.thumbnailLink ?? '', headers: { token } })).statusCode
    expect([await open(staff.token), await open(customer.token)]).toEqual([200, 404])
    await market.call('POST /api/admin/driver/:driverId/approve', check(data._id), staff)
    expect(await driversOf()).toMatchObject({ isCleared: true, data: [{ status: 'approved', problems: [] }] })
    const again = market.call(
      'POST /api/admin/driver/:driverId/refuse',
      { ...check(data._id), body: { reason: 'not_genuine' } },
      staff,
    )
    await expect(again).rejects.toMatchObject({ code: 'driver_wrong_state' })
    const { checks } = await market.call('GET /api/admin/driver/:driverId', check(data._id), staff)
    expect(checks).toMatchObject([{ outcome: 'approved', reason: null }])
  })

  test('are refused with a reason that the customer sees, and may be sent again', async () => {
    const { data } = (await send()).json()
    const body = { reason: 'photo_unreadable' } as const
    await market.call('POST /api/admin/driver/:driverId/refuse', { ...check(data._id), body }, staff)
    expect(await driversOf()).toMatchObject({
      isCleared: false,
      data: [{ status: 'refused', refusalReason: 'photo_unreadable' }],
    })
    expect((await send()).statusCode).toBe(200)
    expect((await driversOf()).data.map(({ status }) => status)).toEqual(['submitted', 'refused'])
  })

  test.each([
    [{ birthDate: '2003-04-11' }, 'driver_too_young'],
    [{ licenceClass: 'A2' }, 'driver_class_insufficient'],
    [{ licenceExpires: '2026-04-12' }, 'driver_licence_ends'],
    [{ licenceNumber: '12' }, 'invalid'],
    [{ licenceNumber: 'MORGA657054', licenceOrigin: 'kenya' }, 'invalid'],
    [{ identityNumber: 'none' }, 'invalid'],
    [{ licenceBack: undefined }, 'driver_photos_missing'],
  ])('are refused in a sentence, and nothing of them is kept: %o', async (given, code) => {
    const before = await storedFiles()
    const answer = await send(given)
    expect(answer.json()).toMatchObject({ code, message: expect.stringMatching(/^[A-Z].+\.$/) })
    expect((await driversOf()).data).toEqual([])
    expect(await storedFiles()).toEqual(before)
  })

  test('are refused when a photo shows nothing; a foreign licence is taken where it is said to be one', async () => {
    const nothing = new Blob([new Uint8Array(await drawEvenSurface('shaded'))])
    expect((await send({ licenceFront: nothing })).json().code).toBe('picture_without_detail')
    expect((await driversOf()).data).toEqual([])
    const foreign = { licenceNumber: 'MORGA 657054', licenceOrigin: 'international_permit' }
    expect((await send(foreign)).json().data.licenceNumber).toBe('MORGA657054')
  })

  test('are stored once, however often and by how many requests at once they are sent', async () => {
    const form = await driverForm()
    const url = `/api/booking/${bookingId}/driver`
    const by = { token: customer.token, idempotencyKey: 'the-same-papers-again' }
    const answers = await Promise.all(Array.from({ length: 4 }, () => postForm(market, url, form, by)))
    expect(new Set(answers.map((answer) => answer.json().data._id)).size).toBe(1)
    await Promise.all(Array.from({ length: 4 }, () => send()))
    const waiting = (await driversOf()).data.filter(({ status }) => status === 'submitted')
    expect(waiting).toHaveLength(1)
  })

  test('are nobody else’s: another customer can neither read nor send them for this booking', async () => {
    await send()
    const other = await market.signUp()
    const params = { bookingId }
    const read = market.call('GET /api/booking/:bookingId/drivers', { params }, other)
    await expect(read).rejects.toMatchObject({ code: 'booking_not_found' })
    const sent = await postForm(market, `/api/booking/${bookingId}/driver`, await driverForm(), other)
    expect(sent.json().code).toBe('booking_not_found')
  })
})

test('a customer who is known is not asked again, unless the licence ends before the return', async () => {
  const driverId = await sendAndApprove()
  await market.db
    .updateTable('drivers')
    .set({ licence_expires: '2026-06-03' })
    .where('id', '=', driverId)
    .execute()
  expect((await driversOf(await book('2026-05-30', '2026-06-03'))).isCleared).toBe(true)
  const later = await driversOf(await book('2026-06-01', '2026-06-04'))
  expect(later).toMatchObject({ isCleared: false, data: [{ problems: ['driver_licence_ends'] }] })
})

test('one of two members of staff decides, however close together they are', async () => {
  const { data } = (await send()).json()
  const other = await market.signUp({ role: 'staff' })
  const body = { reason: 'details_differ' } as const
  const outcomes = await Promise.allSettled([
    market.call('POST /api/admin/driver/:driverId/approve', check(data._id), staff),
    market.call('POST /api/admin/driver/:driverId/refuse', { ...check(data._id), body }, other),
  ])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { checks } = await market.call('GET /api/admin/driver/:driverId', check(data._id), staff)
  expect(checks).toHaveLength(1)
})

describe('papers are deleted with their photos', () => {
  const filesOfDriver = async (driverId: string) => {
    const row = market.db.selectFrom('drivers').selectAll().where('id', '=', driverId)
    const { licence_front, licence_back, identity_front } = await row.executeTakeFirstOrThrow()
    return [licence_front, licence_back, identity_front].filter((id) => id !== null)
  }
  const left = async (ids: string[]) => {
    await deleteOldPrivateFiles(market.deps)
    return market.db.selectFrom('private_files').select('id').where('id', 'in', ids).execute()
  }

  test('90 days after the last day of the rental that needed them', async () => {
    const files = await filesOfDriver(await sendAndApprove())
    market.clock.set(new Date('2026-07-12T12:00:00+03:00'))
    await deleteOldDrivers(market.deps)
    expect(await left(files)).toHaveLength(3)
    market.clock.set(new Date('2026-07-13T12:00:00+03:00'))
    await deleteOldDrivers(market.deps)
    expect(await left(files)).toEqual([])
    market.clock.set(BOOKING_MORNING)
  })

  test('with the account', async () => {
    const files = await filesOfDriver(await sendAndApprove())
    const cancelling = { params: { bookingId }, body: { cancellationReason: '' } }
    await market.call('PUT /api/booking/:bookingId/cancel', cancelling, customer)
    const body = { password: PASSWORD, confirmation: DELETE_WORD }
    await market.call('POST /api/user/delete', { body }, customer)
    expect(await left(files)).toEqual([])
  })
})
