import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handOver } from '../testing/condition-reports.ts'
import { driverForm } from '../testing/driving.ts'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar, bookingBody, moveBookingOn } from '../testing/renting.ts'
import { postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { deleteOldRefusals } from './refusal-list.ts'

let market: TestMarket
let staff: Person
let admin: Person
let customer: Person
let phones = 0
let phone: string
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  admin = await market.signUp({ role: 'admin' })
})
afterAll(() => market.close())
beforeEach(async () => {
  customer = await market.signUp()
  phone = `07123${String(++phones).padStart(5, '0')}`
})

const today = () => nairobiDay(market.clock.now())
const LIST = 'POST /api/admin/refusal-list'

async function refuse(who: { phone?: string; licenceNumber?: string }, days = 30) {
  const body = {
    ...who,
    reason: 'damage' as const,
    note: 'Left BK1234 with a bent axle',
    until: addDays(today(), days),
  }
  return (await market.call(LIST, { body }, staff)).data
}

const appeal = (
  entryId: string,
  decision: 'kept' | 'lifted',
  by: Person & { idempotencyKey?: string } = admin,
) => {
  const body = { appeal: 'My brother drove', decision, reason: 'Checked with the police' }
  return market.call('POST /api/admin/refusal-list/:entryId/appeal', { params: { entryId }, body }, by)
}

async function book(stated: { phone?: string; licenseNumber?: string } = {}) {
  const carId = await addCar(market.db)
  const body = bookingBody(carId)
  const customerInfo = { ...body.customerInfo, phone, ...stated }
  return market.call('POST /api/booking/create', { body: { ...body, customerInfo } }, customer)
}

test('staff who checks papers sees the entry of their licence or of the phone of who rents, and may add one', async () => {
  const { data: booking } = await book()
  const url = `/api/booking/${booking._id}/driver`
  const sent = await postForm(
    market,
    url,
    { ...(await driverForm({ licenceNumber: 'DL 700 1234' })) },
    customer,
  )
  const { _id: driverId } = sent.json().data
  const look = () => market.call('GET /api/admin/driver/:driverId', { params: { driverId } }, staff)
  const before = await look()
  expect(before).toMatchObject({ refusal: null, hirer: { phone: booking.customerInfo.phone } })
  const { hirer } = before
  const { _id: byPhone } = await refuse({ phone: hirer.phone }, 20)
  expect((await look()).refusal).toEqual({ until: addDays(today(), 20), number: hirer.phone })
  await refuse({ licenceNumber: before.data.licenceNumber }, 10)
  const { refusal } = await look()
  expect(refusal).toEqual({ until: addDays(today(), 10), number: before.data.licenceNumber })
  const query = { search: refusal?.number ?? '' }
  const { data: found } = await market.call('GET /api/admin/refusal-list', { query }, staff)
  expect(found).toHaveLength(1)
  expect(found[0]?._id).not.toBe(byPhone)
})

describe('a person on the refusal list', () => {
  test('cannot book by phone or licence, however it is written, and is not told why', async () => {
    await refuse({ phone: `+254${phone.slice(1)}`, licenceNumber: 'dl 765-4321' })
    const refused = { code: 'hirer_refused', message: expect.not.stringContaining('axle') }
    await expect(book()).rejects.toMatchObject(refused)
    const [first, middle, last] = [phone.slice(0, 4), phone.slice(4, 7), phone.slice(7)]
    for (const written of [
      `${first}.${middle}.${last}`,
      `+254 ${first} ${middle}${last}`,
      `00254${phone.slice(1)}`,
      `\u202a${first}\u2011${middle}\u2011${last}\u202c`,
      `tel:+254-${phone.slice(1)}`,
      `+00254${phone.slice(1)}`,
      `0254 ${phone.slice(1)}`,
      `011 254 ${phone.slice(1)}`,
    ])
      await expect(book({ phone: written }), written).rejects.toMatchObject(refused)
    await expect(book({ phone: '0799000001', licenseNumber: '7654321' })).rejects.toMatchObject(refused)
    await book({ phone: '0799000001', licenseNumber: 'DL7654322' })
  })

  test.each([
    ['+44 7911 123456', '447911123456', '0044 7911 123456', '+44 (0)7911 123456'],
    ['020 271 2345', '+254 20 271 2345', '254202712345', '20 271 2345'],
    ['+256 772 123456', '256772123456', '+256 0772 123456'],
  ])('cannot book by a number of another country or a landline either: %s', async (listed, ...written) => {
    const { _id } = await refuse({ phone: listed })
    for (const text of [listed, ...written]) {
      await expect(book({ phone: text }), text).rejects.toMatchObject({ code: 'hirer_refused' })
      const { data } = await market.call('GET /api/admin/refusal-list', { query: { search: text } }, admin)
      expect(
        data.map((entry) => entry._id),
        text,
      ).toEqual([_id])
    }
  })

  test('sends papers as everybody does, and learns nothing from the answers', async () => {
    const booking = await bookCar(market, customer, await addCar(market.db))
    const url = `/api/booking/${booking._id}/driver`
    await refuse({ licenceNumber: 'DL5550009' })
    const answersTo = async (licenceNumber: string) => {
      const { licenceFront: _, ...withoutPhoto } = await driverForm({ licenceNumber })
      const short = await postForm(market, url, withoutPhoto, customer)
      const whole = await postForm(market, url, await driverForm({ licenceNumber }), customer)
      return [short.json().code, whole.statusCode, whole.json().message]
    }
    const listed = await answersTo('DL5550009')
    expect(listed[0]).toBe('driver_photos_missing')
    expect(listed).toEqual(await answersTo('DL5550010'))
  })

  test('is not approved, and is handed no car', async () => {
    const booking = await bookCar(market, customer, await addCar(market.db))
    await moveBookingOn(market, staff, booking._id, 'confirmed')
    const url = `/api/booking/${booking._id}/driver`
    const sent = await postForm(market, url, await driverForm({ licenceNumber: 'DL5550001' }), customer)
    const params = { driverId: sent.json().data._id }
    const first = await refuse({ licenceNumber: 'DL5550001' })
    const approve = () => market.call('POST /api/admin/driver/:driverId/approve', { params }, staff)
    await expect(approve()).rejects.toMatchObject({
      code: 'hirer_refused',
      message: expect.stringContaining('On the refusal list until'),
    })
    const atCounter = `/api/admin/booking/${booking._id}/driver`
    const again = await postForm(market, atCounter, await driverForm({ licenceNumber: 'DL 5550001' }), staff)
    expect(again.json().code).toBe('hirer_refused')
    await appeal(first._id, 'lifted')
    await approve()
    await refuse({ licenceNumber: 'DL5550001' })
    await expect(handOver(market, staff, booking._id)).rejects.toMatchObject({ code: 'hirer_refused' })
    // Before the first photo is taken.
    const start = {
      params: { bookingId: booking._id, kind: 'handover' as const },
      body: { draftId: uuidv7() },
    }
    await expect(
      market.call('POST /api/admin/booking/:bookingId/condition/:kind/start', start as never, staff),
    ).rejects.toMatchObject({ code: 'hirer_refused' })
  })

  test('is known by a foreign number, however it is written', async () => {
    await refuse({ phone: '+44 7911 123456' })
    await expect(book({ phone: '0044 (7911) 123-456' })).rejects.toMatchObject({ code: 'hirer_refused' })
    await book({ phone: '+44 7911 123457' })
  })

  test('is held back until the last day, and no longer', async () => {
    await refuse({ phone }, 0)
    await expect(book()).rejects.toMatchObject({ code: 'hirer_refused' })
    market.clock.advance(24 * 3_600_000)
    await book()
  })

  test('is found by the whole number only, and stored as a hash', async () => {
    const { _id, phoneEnd } = await refuse({ phone })
    expect(phoneEnd).toBe(phone.slice(-3))
    const found = async (search: string) => {
      const query = { search, state: 'in_force' as const }
      return (await market.call('GET /api/admin/refusal-list', { query }, staff)).data.map((row) => row._id)
    }
    expect(await found(phone)).toEqual([_id])
    expect(await found(`254${phone.slice(1)}`)).toEqual([_id])
    expect(await found('Otieno')).toEqual([])
    expect(await found('12')).toEqual([])
    const stored = await market.db.selectFrom('refusal_list_entries').selectAll().execute()
    expect(stored.length).toBeGreaterThan(0)
    expect(JSON.stringify(stored)).not.toContain(phone.slice(1))
  })
})

describe('an entry of the refusal list', () => {
  test('names a phone or a licence, a reason, and a day within five years', async () => {
    const body = { phone, reason: 'unpaid' as const, note: 'Did not pay', until: addDays(today(), 30) }
    const wrong = [
      { ...body, phone: undefined },
      { ...body, phone: '12' },
      { ...body, note: ' ' },
      { ...body, until: addDays(today(), -1) },
      { ...body, until: addDays(today(), 6 * 365) },
    ]
    for (const given of wrong)
      await expect(market.call(LIST, { body: given }, staff)).rejects.toMatchObject({ code: 'invalid' })
  })

  test('keeps its appeals; one that is lifted holds nobody back, once', async () => {
    const { _id } = await refuse({ phone })
    const pressed = { ...admin, idempotencyKey: 'an-appeal-pressed-twice' }
    await Promise.all([appeal(_id, 'kept', pressed), appeal(_id, 'kept', pressed)])
    await expect(book()).rejects.toMatchObject({ code: 'hirer_refused' })
    await expect(appeal(_id, 'lifted', staff)).rejects.toMatchObject({ status: 403 })
    const ends = await Promise.allSettled([
      appeal(_id, 'lifted'),
      appeal(_id, 'lifted'),
      appeal(_id, 'lifted'),
    ])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(appeal(_id, 'lifted')).rejects.toMatchObject({ code: 'refusal_list_entry_ended' })
    const query = { state: 'lifted' as const, search: phone }
    const { data } = await market.call('GET /api/admin/refusal-list', { query }, staff)
    expect(data[0]?.appeals.map(({ decision, by }) => [decision, by])).toEqual([
      ['kept', admin.name],
      ['lifted', admin.name],
    ])
    await book()
  })

  test('is deleted a year after it ended', async () => {
    const { _id } = await refuse({ phone }, 10)
    const isThere = async () => {
      await deleteOldRefusals(market.deps)
      const rows = await market.db
        .selectFrom('refusal_list_entries')
        .where('id', '=', _id)
        .select('id')
        .execute()
      return rows.length === 1
    }
    market.clock.advance(370 * 24 * 3_600_000)
    expect(await isThere()).toBe(true)
    market.clock.advance(10 * 24 * 3_600_000)
    expect(await isThere()).toBe(false)
  })
})
