import type { FleetCar } from '@twende/contract/cars/car.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handOver, takeBack } from '../testing/condition-reports.ts'
import { addCar, addCategory, addLocation } from '../testing/fleet.ts'
import { carForm } from '../testing/fleet-form.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, BY_MPESA, bookCar, payBooking } from '../testing/renting.ts'
import { drawPhoto, type FormFields, postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  await addCategory(market.db, 'Sedan')
  await addLocation(market.db, 'Nairobi')
})
afterAll(() => market.close())
beforeEach(async () => {
  staff = await market.signUp({ role: 'staff' })
})

async function add(stated: FormFields = {}) {
  const answer = await postForm(market, '/api/admin/cars', await carForm(stated), staff)
  return { status: answer.statusCode, body: answer.json() }
}

async function added(stated: FormFields = {}): Promise<FleetCar> {
  const { body } = await add(stated)
  return body.data
}

async function update(car: FleetCar, fields: FormFields, by = staff) {
  const url = `/api/admin/car/${car._id}/update`
  const answer = await postForm(market, url, { updatedAt: car.updatedAt, ...fields }, by)
  return { status: answer.statusCode, body: answer.json() }
}

const seen = (carId: string) => market.call('GET /api/admin/car/:carId', { params: { carId } }, staff)
const shown = (carId: string) => market.call('GET /api/car/get/:carId', { params: { carId } })
const retire = (carId: string) =>
  market.call('POST /api/admin/car/:carId/retire', { params: { carId }, body: { reason: 'Sold' } }, staff)
describe('a new car', () => {
  test('is in the public fleet at once, with everything that was said of it', async () => {
    await market.call('GET /api/car/list', {})
    const car = await added({
      image2: await drawPhoto(),
      specs: JSON.stringify({ engine: '1.3 L', power: ' ' }),
    })
    const { data } = await market.call('GET /api/car/list', {})
    const listed = data.find(({ _id }) => _id === car._id)
    expect(listed).toMatchObject({ name: 'Mazda Demio', price: 4_800, kmPerDay: 150, deposit: 10_000 })
    expect(listed).toMatchObject({ available: true, specs: { engine: '1.3 L' }, category: 'Sedan' })
    expect(listed?.pictures).toHaveLength(2)
  })

  test('has a number plate that staff sees, however it was typed, and the public does not', async () => {
    const car = await added({ numberPlate: ' kdq-123 b' })
    expect(car.numberPlate).toBe('KDQ 123B')
    const found = async (search: string) =>
      (await market.call('GET /api/admin/cars', { query: { search } }, staff)).data.map(({ _id }) => _id)
    for (const search of ['KDQ 123B', 'kdq123b', 'kdq', '123b demio'])
      expect(await found(search)).toEqual([car._id])
    expect(JSON.stringify(await shown(car._id))).not.toContain('KDQ')
    expect(JSON.stringify(await market.call('GET /api/car/list', {}))).not.toContain('KDQ')
    const searched = await market.call('GET /api/car/list', { query: { search: 'KDQ 123B' } })
    expect(searched.data.map(({ _id }) => _id)).not.toContain(car._id)
  })

  test('is refused with a plate of another car or of no known form, and the other keeps its own', async () => {
    const first = await added({ numberPlate: 'KDQ 200A' })
    expect(await add({ numberPlate: 'kdq200a' })).toMatchObject({
      status: 409,
      body: { code: 'number_plate_taken' },
    })
    expect(await add({ numberPlate: 'HELLO' })).toMatchObject({
      status: 400,
      body: { code: 'invalid', data: { fields: { numberPlate: expect.stringContaining('123A') } } },
    })
    const second = await added()
    expect(second.numberPlate).toBeNull()
    expect((await update(second, { numberPlate: 'KDQ 200A' })).body.code).toBe('number_plate_taken')
    const kept = await update(first, { name: 'Mazda Demio 2018' })
    expect(kept.body.data).toMatchObject({ name: 'Mazda Demio 2018', numberPlate: 'KDQ 200A' })
    const without = await update(kept.body.data, { numberPlate: '' })
    expect(without.body.data.numberPlate).toBeNull()
    expect((await update(second, { numberPlate: 'KDQ 200A' })).body.data.numberPlate).toBe('KDQ 200A')
  })

  test('needs a picture, a category and a place that we have, and a price', async () => {
    expect((await add({ image1: undefined })).body.code).toBe('car_needs_picture')
    expect((await add({ category: 'Boat' })).body.code).toBe('category_unknown')
    expect((await add({ location: 'Atlantis' })).body.code).toBe('location_unknown')
    expect(await add({ price: '0' })).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(await add({ specs: '[{"engine":' })).toMatchObject({ status: 400, body: { code: 'invalid' } })
  })

  test('takes no file that is no picture, and none under another name', async () => {
    const hostile = new Blob(['<svg onload="alert(1)"/>'], { type: 'image/jpeg' })
    const cut = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16])], { type: 'image/jpeg' })
    expect(await add({ image1: hostile })).toMatchObject({ status: 415 })
    expect(await add({ image2: cut })).toMatchObject({ status: 422 })
    expect(await add({ image5: await drawPhoto() })).toMatchObject({ status: 400 })
  })
})

describe('a change', () => {
  test('is seen by everybody at once and written down', async () => {
    const car = await added()
    expect((await shown(car._id)).data.price).toBe(4_800)
    expect((await update(car, { price: '5200', name: 'Mazda Demio 2016' })).status).toBe(200)
    expect((await shown(car._id)).data).toMatchObject({ price: 5_200, name: 'Mazda Demio 2016' })
    const rows = await market.db
      .selectFrom('audit_log')
      .selectAll()
      .where('subject_id', '=', car._id)
      .orderBy('id')
      .execute()
    expect(rows.at(-1)).toMatchObject({
      before: { price_per_day: 4_800 },
      after: { price_per_day: 5_200 },
    })
  })

  test('of two made at once, one is saved and the other is told', async () => {
    const colleague = await market.signUp({ role: 'staff' })
    for (let round = 0; round < 5; round++) {
      const car = await added()
      const answers = await Promise.all([
        update(car, { price: 5_000 }),
        update(car, { price: 5_500 }, colleague),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const lost = answers.find(({ status }) => status === 409)
      expect(lost?.body.code).toBe('changed_meanwhile')
      const won = answers.find(({ status }) => status === 200)
      expect((await seen(car._id)).data.price).toBe(won?.body.data.price)
    }
  })

  test('puts pictures in order, adds and removes them', async () => {
    const car = await added({ image2: await drawPhoto(), image3: await drawPhoto() })
    const [first, second, third] = car.pictures.map(({ address }) => address)
    const fields = { pictures: '["3","image1","1"]', image1: await drawPhoto() }
    const { body } = await update(car, fields)
    const addresses = body.data.pictures.map(({ address }: { address: string }) => address)
    expect(addresses).toHaveLength(3)
    expect([addresses[0], addresses[2]]).toEqual([third, first])
    expect(addresses).not.toContain(second)
  })

  test.each([
    ['none left', '[]', 'car_needs_picture'],
    ['one twice', '["1","1"]', 'invalid'],
    ['one that is not there', '["1","4"]', 'invalid'],
    ['a file that was not sent', '["image1"]', 'invalid'],
    ['no list', '{"1":"2"}', 'invalid'],
  ])('of the pictures to %s is refused', async (_, pictures, code) => {
    const car = await added()
    expect((await update(car, { pictures })).body.code).toBe(code)
    expect((await seen(car._id)).data.pictures).toEqual(car.pictures)
  })
})

describe('a car leaves the fleet', () => {
  test('and comes back as it was', async () => {
    const { _id: carId } = await added()
    await retire(carId)
    await expect(shown(carId)).rejects.toMatchObject({ code: 'car_not_found' })
    await expect(retire(carId)).rejects.toMatchObject({ code: 'car_is_retired' })
    const params = { carId }
    await market.call('POST /api/admin/car/:carId/restore', { params, body: {} }, staff)
    expect((await shown(carId)).data.available).toBe(true)
  })

  test('never while it is booked, and the desk says by whom', async () => {
    const carId = await addCar(market.db)
    const customer = await market.signUp()
    await bookCar(market, customer, carId)
    await expect(retire(carId)).rejects.toMatchObject({ code: 'car_has_bookings' })
    const { data } = await seen(carId)
    expect(data).toMatchObject({ liveBookings: 1, retiredAt: null })
    expect(data.nextBooking?.status).toBe('pending')
    expect(data.nextBooking?.reference).toMatch(/^BK/)
  })

  describe('and no booking of it comes back', () => {
    const gone = { code: 'car_is_retired', message: expect.stringContaining('Restore it') }
    const undo = (bookingId: string) =>
      market.call(
        'POST /api/admin/booking/:bookingId/undo',
        { params: { bookingId }, body: { note: 'Typed in the wrong line' } },
        staff,
      )

    async function booked() {
      market.clock.set(BOOKING_MORNING)
      const carId = await addCar(market.db)
      const customer = await market.signUp()
      const booking = await bookCar(market, customer, carId, BY_MPESA)
      return { carId, customer, bookingId: booking._id, price: booking.finalAmount }
    }

    test('by an undone cancellation, until the car is restored', async () => {
      const { carId, bookingId } = await booked()
      await payBooking(market, bookingId)
      const body = { reason: 'Called off by phone' }
      await market.call('POST /api/admin/booking/:bookingId/cancel', { params: { bookingId }, body }, staff)
      await retire(carId)
      await expect(undo(bookingId)).rejects.toMatchObject(gone)
      await market.call('POST /api/admin/car/:carId/restore', { params: { carId }, body: {} }, staff)
      expect((await undo(bookingId)).data.status).toBe('confirmed')
    })

    test('by an undone return, or a loss that is withdrawn', async () => {
      const returned = await booked()
      await payBooking(market, returned.bookingId)
      await handOver(market, staff, returned.bookingId)
      await takeBack(market, staff, returned.bookingId)
      await retire(returned.carId)
      await expect(undo(returned.bookingId)).rejects.toMatchObject(gone)

      const lost = await booked()
      await payBooking(market, lost.bookingId)
      await handOver(market, staff, lost.bookingId)
      const request = { params: { bookingId: lost.bookingId }, body: { reason: 'Stolen' } }
      const admin = await market.signUp({ role: 'admin' })
      for (const who of [staff, admin])
        await market.call('POST /api/admin/booking/:bookingId/lost', request, who)
      await retire(lost.carId)
      await market.call('POST /api/admin/booking/:bookingId/lost/withdraw', request, staff)
      await expect(
        market.call('POST /api/admin/booking/:bookingId/lost/withdraw', request, admin),
      ).rejects.toMatchObject(gone)
    })

    test('by money that comes when its time to pay is over: that goes back', async () => {
      const { carId, bookingId, price } = await booked()
      market.clock.advance(24 * 3_600_000)
      await retire(carId)
      await payBooking(market, bookingId)
      const { data, money } = await market.call(
        'GET /api/admin/booking/:bookingId',
        { params: { bookingId } },
        staff,
      )
      expect(data.status).not.toBe('confirmed')
      expect(money.owedBack).toBe(price)
    })

    test('by staff that confirms a hold that ran out', async () => {
      const { carId, bookingId } = await booked()
      market.clock.advance(24 * 3_600_000)
      await retire(carId)
      const body = { paidBy: 'cash', note: '' } as const
      await expect(
        market.call('POST /api/admin/booking/:bookingId/confirm', { params: { bookingId }, body }, staff),
      ).rejects.toMatchObject(gone)
    })
  })

  test('and whoever books it at that moment gets it, or it is gone: never both', async () => {
    const customer = await market.signUp()
    for (let round = 0; round < 6; round++) {
      const carId = await addCar(market.db)
      const other = round % 2 === 0 ? customer : await market.signUp()
      const answers = await Promise.allSettled([bookCar(market, other, carId), retire(carId)])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      if (answers[0]?.status === 'fulfilled') {
        const body = { reason: 'Out of the way' }
        const params = { bookingId: answers[0].value._id }
        await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff)
      }
    }
  })
})

test('a car that is not offered stays in the list but cannot be rented, and its bookings stand', async () => {
  const { _id: carId } = await added()
  const body = { available: false, note: 'At the garage' }
  await market.call('POST /api/admin/car/:carId/availability', { params: { carId }, body }, staff)
  expect((await shown(carId)).data.available).toBe(false)
})

test('the desk finds cars by name, category, place and state, and counts them', async () => {
  const name = 'Nissan Leaf'
  await addLocation(market.db, 'Kisumu')
  const car = await added({ name, location: 'Kisumu' })
  const gone = await added({ name })
  await retire(gone._id)
  const find = async (query: object) => {
    const { data } = await market.call('GET /api/admin/cars', { query }, staff)
    return data.map(({ _id }) => _id)
  }
  expect(await find({ search: 'leaf' })).toEqual([car._id, gone._id])
  expect(await find({ search: 'leaf kisumu' })).toEqual([car._id])
  expect(await find({ search: 'leaf', show: 'retired' })).toEqual([gone._id])
  expect(await find({ search: 'leaf', show: 'unavailable' })).toEqual([])
  expect(await find({ search: 'leaf', category: 'sedan', show: 'available' })).toEqual([car._id])
  const { counts } = await market.call('GET /api/admin/cars', {}, staff)
  expect(counts.all).toBe(counts.available + counts.unavailable + counts.retired)
})
