import { addDays } from '@twende/contract/calendar-day.ts'
import { driverProblems, LICENCE_CLASSES } from '@twende/contract/drivers/driver-rules.ts'
import { DELETE_WORD } from '@twende/contract/notifications/notification-preferences.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteOldPrivateFiles } from '../private-files/private-files.ts'
import { reportOf, takeBack } from '../testing/condition-reports.ts'
import { carBackWithDeposit, postKeptPart } from '../testing/deposits.ts'
import { driverForm } from '../testing/driving.ts'
import { addExtra } from '../testing/extras.ts'
import { addCar } from '../testing/fleet.ts'
import { PASSWORD, type Person } from '../testing/people.ts'
import { drawEvenSurface } from '../testing/private-files.ts'
import { BOOKING_MORNING, bookCar, bookingBody, historyOf, moveBookingOn } from '../testing/renting.ts'
import { type FormFields, postForm, sendUntilTaken } from '../testing/selling.ts'
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
    const waiting = async () =>
      (await market.call('GET /api/admin/today', {}, staff)).data.counts.driversToCheck
    const before = await waiting()
    const sent = await send()
    expect(sent.statusCode).toBe(200)
    expect(await waiting()).toBe(before + 1)
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
    expect(await waiting()).toBe(before)
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
    expect((await driversOf()).data.map(({ status }) => status)).toEqual(['submitted'])
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

  test.each([
    ['national_id', '12 345 678', '12345678'],
    ['passport', 'ak 123 4567', 'AK1234567'],
    ['refugee_id', 'REF-123 456', 'REF123456'],
    ['east_african_id', 'CM 8910310 ABCDE', 'CM8910310ABCDE'],
  ])('are taken with a %s that is written %s', async (identityKind, identityNumber, stored) => {
    expect((await send({ identityKind, identityNumber })).json().data).toMatchObject({
      identityKind,
      identityNumber: stored,
    })
  })

  test('are refused when a photo shows nothing; a foreign licence is taken where it is said to be one', async () => {
    const nothing = new Blob([new Uint8Array(await drawEvenSurface('shaded'))])
    expect((await send({ licenceFront: nothing })).json().code).toBe('picture_without_detail')
    const second = (await send({ licenceBack: nothing })).json()
    expect(second).toMatchObject({ data: { fields: { licenceBack: second.message } } })
    expect((await driversOf()).data).toEqual([])
    const foreign = { licenceNumber: 'MORGA 657054', licenceOrigin: 'international_permit' }
    expect((await send(foreign)).json().data.licenceNumber).toBe('MORGA657054')
  })

  test('are stored once, however often and by how many requests at once they are sent', async () => {
    const form = await driverForm()
    const url = `/api/booking/${bookingId}/driver`
    const by = { token: customer.token, idempotencyKey: 'the-same-papers-again' }
    const sendSame = () => sendUntilTaken(() => postForm(market, url, form, by))
    const answers = await Promise.all(Array.from({ length: 4 }, sendSame))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.json().data._id)).size).toBe(1)
    await Promise.all(Array.from({ length: 4 }, () => sendUntilTaken(send)))
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

test('one person is told one thing: papers that were sent again do not stand beside the approved ones', async () => {
  await sendAndApprove()
  await send()
  await send({ licenceNumber: 'DL-7654321' })
  expect(await driversOf()).toMatchObject({ isCleared: true, data: [{ status: 'approved' }] })
  const { data, additional } = await market.call(
    'GET /api/admin/booking/:bookingId/drivers',
    { params: { bookingId } },
    staff,
  )
  expect(data).toMatchObject([{ status: 'approved', licenceNumber: 'DL1234567' }])
  expect(additional.unbooked).toBe(0)
})

test('papers that are good until the return take the place of approved ones that are not', async () => {
  await market.call(
    'POST /api/admin/driver/:driverId/approve',
    check((await send({ licenceExpires: '2026-04-20' })).json().data._id),
    staff,
  )
  bookingId = await book('2026-05-10', '2026-05-13')
  expect(await driversOf()).toMatchObject({
    data: [{ status: 'approved', problems: ['driver_licence_ends'] }],
  })
  await send()
  expect(await driversOf()).toMatchObject({ isCleared: false, data: [{ status: 'submitted', problems: [] }] })
})

test('a car with a chauffeur waits for no papers, and staff is not told that it does', async () => {
  const { _id } = await addExtra(market, { price: 2_000 })
  const carId = await addCar(market.db)
  const booking = await bookCar(market, customer, carId, { extras: { chauffeur: true } })
  const params = { bookingId: booking._id }
  expect(await market.call('GET /api/admin/booking/:bookingId/drivers', { params }, staff)).toMatchObject({
    isCleared: true,
    data: [],
  })
  await market.db.deleteFrom('extras').where('id', '=', _id).execute()
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

describe('a car leaves only with somebody who may drive it', () => {
  const handOver = async (id = bookingId) => {
    const report = await reportOf(market, id, { kind: 'handover' })
    const body = { km: 42_000, fuel: 8, report }
    return market.call(
      'POST /api/admin/booking/:bookingId/handover',
      { params: { bookingId: id }, body },
      staff,
    )
  }
  const seenByStaff = (id = bookingId) =>
    market.call('GET /api/admin/booking/:bookingId/drivers', { params: { bookingId: id } }, staff)
  const waive = (by: Person, id = bookingId) =>
    market.call(
      'POST /api/admin/booking/:bookingId/driver/waive',
      { params: { bookingId: id }, body: { reason: 'The licence is being renewed' } },
      by,
    )
  beforeEach(() => moveBookingOn(market, staff, bookingId, 'confirmed'))

  test('not before its papers are approved', async () => {
    const { data } = (await send()).json()
    await expect(handOver()).rejects.toMatchObject({ code: 'driver_missing' })
    expect(await seenByStaff()).toMatchObject({
      isCleared: false,
      waiver: null,
      data: [{ fullName: 'Achieng Ouma', status: 'submitted', problems: [] }],
    })
    await market.call('POST /api/admin/driver/:driverId/approve', check(data._id), staff)
    expect(await seenByStaff()).toMatchObject({ isCleared: true, data: [{ status: 'approved' }] })
    expect((await handOver()).data.status).toBe('active')
  })

  test('the database refuses it too', async () => {
    const moved = market.db
      .updateTable('bookings')
      .set({ status: 'active' })
      .where('id', '=', bookingId)
      .execute()
    await expect(moved).rejects.toMatchObject({ constraint: 'driver_is_approved_before_handover' })
    const waived = market.db
      .insertInto('driver_waivers')
      .values({
        booking_id: bookingId,
        waived_by: staff.accountId,
        waived_at: BOOKING_MORNING,
        reason: 'Hurry',
      })
      .execute()
    await expect(waived).rejects.toMatchObject({ constraint: 'driver_is_waived_by_an_admin' })
  })

  test('or with the written reason of an admin, which is in the history of the booking', async () => {
    const admin = await market.signUp({ role: 'admin' })
    await expect(waive(staff)).rejects.toMatchObject({ code: 'forbidden' })
    await waive(admin)
    expect(await seenByStaff()).toMatchObject({
      isCleared: true,
      waiver: { by: admin.name, reason: 'The licence is being renewed' },
    })
    await expect(waive(admin)).rejects.toMatchObject({ code: 'driver_not_missing' })
    expect((await handOver()).data.status).toBe('active')
    expect(await historyOf(market, bookingId)).toContainEqual(
      expect.objectContaining({ actor: 'staff', note: 'The licence is being renewed' }),
    )
  })

  test('staff enters the papers of a customer at the counter, and they are good for that booking alone', async () => {
    const walkIn = async () => {
      const { customerInfo, ...rest } = bookingBody(await addCar(market.db))
      const { paymentMethod: _, ...body } = { ...rest, customerInfo: { ...customerInfo, email: '' } }
      const made = await market.call(
        'POST /api/admin/bookings',
        { body: { ...body, pickupTime: '10:00', dropoffTime: '10:00', paidBy: 'cash' } },
        staff,
      )
      return made.data._id
    }
    const [first, second] = [await walkIn(), await walkIn()]
    const url = `/api/admin/booking/${first}/driver`
    const { data } = (await postForm(market, url, await driverForm(), staff)).json()
    await market.call('POST /api/admin/driver/:driverId/approve', check(data._id), staff)
    expect((await seenByStaff(first)).isCleared).toBe(true)
    expect(await seenByStaff(second)).toMatchObject({ isCleared: false, data: [] })
    await expect(handOver(second)).rejects.toMatchObject({ code: 'driver_missing' })
    expect((await handOver(first)).data.status).toBe('active')
    const exported = await market.call('GET /api/user/export', {}, staff)
    expect(exported.data.drivers).toEqual([])
  })

  test('the rule of the database is the rule of the contract', async () => {
    const days = fc.integer({ min: 0, max: 36_000 }).map((count) => addDays('1940-02-29', count))
    const nearBirthday = fc.tuple(days, fc.integer({ min: -2, max: 2 })).map(([born, off]) => ({
      birthDate: born,
      pickupDay: addDays(`${Number(born.slice(0, 4)) + 23}-03-01`, off),
    }))
    const some = fc.record({
      days: fc.oneof(nearBirthday, fc.record({ birthDate: days, pickupDay: days })),
      length: fc.integer({ min: 0, max: 60 }),
      left: fc.integer({ min: -2, max: 70 }),
      licenceClass: fc.constantFrom(...LICENCE_CLASSES),
    })
    const cases = fc
      .sample(some, 2000)
      .map(({ days: { birthDate, pickupDay }, length, left, licenceClass }) => {
        const driver = { birthDate, licenceClass, licenceExpires: addDays(pickupDay, left) }
        return { driver, rental: { pickupDay, returnDay: addDays(pickupDay, length) } }
      })
    const { rows } = await sql<{ may: boolean }>`
      select may_drive(
        jsonb_populate_record(null::drivers, jsonb_build_object('status', 'approved', 'birth_date', one -> 'driver' -> 'birthDate',
          'licence_class', one -> 'driver' -> 'licenceClass', 'licence_expires', one -> 'driver' -> 'licenceExpires')),
        (one -> 'rental' ->> 'pickupDay')::date, (one -> 'rental' ->> 'returnDay')::date) as may
      from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) as one`.execute(market.db)
    const expected = cases.map(({ driver, rental }) => driverProblems(driver, rental).length === 0)
    expect(expected.filter(Boolean).length).toBeGreaterThan(100)
    expect(rows.map(({ may }) => may)).toEqual(expected)
  })
})

describe('additional drivers', () => {
  afterEach(async () => {
    await market.db.deleteFrom('extras').execute()
  })

  const seenBy = async (id: string) => {
    const params = { bookingId: id }
    const own = await market.call('GET /api/booking/:bookingId/drivers', { params }, customer)
    const ofStaff = await market.call('GET /api/admin/booking/:bookingId/drivers', { params }, staff)
    expect(ofStaff.additional).toEqual(own.additional)
    return own.additional
  }
  const approve = async (licenceNumber: string) => {
    const { data } = (await send({ licenceNumber, identityNumber: licenceNumber.slice(-7) })).json()
    await market.call('POST /api/admin/driver/:driverId/approve', check(data._id), staff)
  }

  test('who are booked are compared with the papers that were sent, at the price that was booked', async () => {
    const { _id } = await addExtra(market, { kind: 'additional_driver', price: 1_000 })
    const days = { startDate: '2026-04-20', endDate: '2026-04-23' }
    const extras = { additionalDrivers: 2 }
    bookingId = (await bookCar(market, customer, await addCar(market.db), { ...days, extras }))._id
    expect(await seenBy(bookingId)).toEqual({ booked: 2, approved: 0, missing: 2, unbooked: 0, price: 1_000 })
    await approve('DL-1111111')
    await approve('DL-2222222')
    await send({ licenceNumber: 'DL-3333333', identityNumber: '3333333' })
    expect(await seenBy(bookingId)).toMatchObject({ approved: 1, missing: 0, unbooked: 0 })
    await market.db.updateTable('extras').set({ price: 5_000 }).where('id', '=', _id).execute()
    expect(await seenBy(bookingId)).toMatchObject({ price: 1_000 })
  })

  test('who may drive and are not booked are told with the price of the day, and to nobody where they cost nothing', async () => {
    await approve('DL-1111111')
    await approve('DL-2222222')
    expect(await seenBy(bookingId)).toEqual({ booked: 0, approved: 0, missing: 0, unbooked: 0, price: 0 })
    await addExtra(market, { kind: 'additional_driver', price: 1_500 })
    expect(await seenBy(bookingId)).toMatchObject({ booked: 0, unbooked: 1, price: 1_500 })
  })
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
    await moveBookingOn(market, staff, bookingId, 'completed')
    market.clock.set(new Date('2026-07-12T12:00:00+03:00'))
    await deleteOldDrivers(market.deps)
    expect(await left(files)).toHaveLength(3)
    market.clock.set(new Date('2026-07-13T12:00:00+03:00'))
    await deleteOldDrivers(market.deps)
    expect(await left(files)).toEqual([])
    market.clock.set(BOOKING_MORNING)
  })

  test('not while a later rental needs them', async () => {
    const files = await filesOfDriver(await sendAndApprove())
    await moveBookingOn(market, staff, bookingId, 'completed')
    const later = await book('2026-05-10', '2026-05-13')
    await moveBookingOn(market, staff, later, 'active')
    const leftAt = async (day: string) => {
      market.clock.set(new Date(`${day}T12:00:00+03:00`))
      await deleteOldDrivers(market.deps)
      const rest = await left(files)
      market.clock.set(BOOKING_MORNING)
      return rest.length
    }
    expect(await leftAt('2026-09-01')).toBe(3)
    await takeBack(market, staff, later)
    expect(await leftAt('2026-08-11')).toBe(3)
    expect(await leftAt('2026-08-12')).toBe(0)
  })

  test('not while a charge of the rental is disputed', async () => {
    const files = await filesOfDriver(await sendAndApprove())
    await moveBookingOn(market, staff, bookingId, 'active')
    const charges = [{ kind: 'cleaning', amount: 1_500 } as const]
    await takeBack(market, staff, bookingId, { charges, chargesPayment: { paidBy: 'cash' as const } })
    const params = { bookingId }
    const dispute = { params, body: { charge: 0, reason: 'It was clean' } }
    await market.call('POST /api/booking/:bookingId/dispute', dispute, customer)
    const leftAt = async (day: string) => {
      market.clock.set(new Date(`${day}T12:00:00+03:00`))
      await deleteOldDrivers(market.deps)
      const rest = await left(files)
      market.clock.set(BOOKING_MORNING)
      return rest.length
    }
    expect(await leftAt('2027-03-01')).toBe(3)
    const decision = { params, body: { charge: 0, decision: 'kept', reason: 'It is on the photo' } } as const
    await market.call('POST /api/admin/booking/:bookingId/dispute/decide', decision, staff)
    expect(await leftAt('2027-03-01')).toBe(0)
  })

  test('not while a kept part of the deposit of the rental is disputed', async () => {
    const { customer: renter, params, photoId } = await carBackWithDeposit(market, staff)
    const answer = await postKeptPart(market, staff, params, { photoIds: photoId })
    const keptPart: string = answer.json().data.deposit.kept[0]._id
    const dispute = { params, body: { keptPart, reason: 'It was there before' } }
    await market.call('POST /api/booking/:bookingId/dispute', dispute, renter)
    const ofRental = market.db.updateTable('drivers').set({ needed_until: '2026-04-13' })
    await ofRental.where('booking_id', '=', params.bookingId).execute()
    const leftLater = async () => {
      market.clock.set(new Date('2027-03-01T12:00:00+03:00'))
      await deleteOldDrivers(market.deps)
      market.clock.set(BOOKING_MORNING)
      const rest = market.db.selectFrom('drivers').select('id').where('booking_id', '=', params.bookingId)
      return (await rest.execute()).length
    }
    expect(await leftLater()).toBe(1)
    const decision = { params, body: { keptPart, decision: 'kept', reason: 'It is on the photo' } } as const
    await market.call('POST /api/admin/booking/:bookingId/dispute/decide', decision, staff)
    expect(await leftLater()).toBe(0)
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
