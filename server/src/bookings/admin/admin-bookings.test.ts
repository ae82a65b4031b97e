import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { handOver, takeBack } from '../../testing/condition-reports.ts'
import { addExtra } from '../../testing/extras.ts'
import { addCar } from '../../testing/fleet.ts'
import { bookByMpesa, paidWith, receivePayment } from '../../testing/payments.ts'
import { type Person, proveEmail } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar, historyOf, moveBookingOn } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person
let customer: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
})
afterAll(() => market.close())
beforeEach(async () => {
  market.clock.set(BOOKING_MORNING)
  staff = await market.signUp({ role: 'staff', name: 'Mercy Achieng' })
  customer = await market.signUp()
})

const today = () => nairobiDay(market.clock.now())

function walkIn(carId: string, stated: Record<string, unknown> = {}) {
  return {
    carId,
    startDate: today(),
    endDate: addDays(today(), 2),
    pickupTime: '12:00',
    dropoffTime: '12:00',
    pickupLocation: 'Nairobi',
    dropoffLocation: 'Nairobi',
    customerInfo: { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111' },
    paidBy: 'cash',
    ...stated,
  }
}

const bookAtCounter = (body: ReturnType<typeof walkIn>, headers = {}) =>
  market.call('POST /api/admin/bookings', { body: body as never }, { ...staff, ...headers })

const extend = ({ _id, updatedAt }: AdminBooking, endDate: string) =>
  market.call(
    'POST /api/admin/booking/:bookingId/extend',
    { params: { bookingId: _id }, body: { endDate, dropoffTime: '12:00', ...paidWith(), updatedAt } },
    staff,
  )

const seen = async (bookingId: string) =>
  (await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)).data

async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error.code
  throw error ?? new Error('nothing was refused')
}

const paymentsOf = (bookingId: string) =>
  market.db.selectFrom('payments').selectAll().where('booking_id', '=', bookingId).orderBy('id').execute()

test('a booking whose price came in part is confirmed for the rest, and the books hold the price once', async () => {
  const { booking, paymentId } = await bookByMpesa(market)
  await receivePayment(market, paymentId, 1_000)
  await moveBookingOn(market, staff, booking._id, 'confirmed')
  const payments = await paymentsOf(booking._id)
  expect(payments.map(({ status, amount_received }) => [status, amount_received])).toEqual([
    ['paid', 1_000],
    ['paid', booking.finalAmount - 1_000],
  ])
})

describe('a booking at the counter', () => {
  test('is confirmed at once, with the price of the car and the money in the ledger', async () => {
    const { data } = await bookAtCounter(walkIn(await addCar(market.db)))
    expect(data).toMatchObject({
      status: 'confirmed',
      paymentStatus: 'paid',
      totalDays: 2,
      bookedBy: 'Mercy Achieng',
    })
    expect(await paymentsOf(data._id)).toMatchObject([
      { method: 'cash', status: 'paid', amount: data.finalAmount },
    ])
    const mine = await market.call('GET /api/booking/user', {}, staff)
    expect(mine.bookings).toEqual([])
  })

  test('may be left to be paid, and belongs to the customer whose address it has', async () => {
    await proveEmail(market.deps, customer)
    const info = { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111', email: customer.email }
    const { data } = await bookAtCounter(
      walkIn(await addCar(market.db), { paidBy: 'none', customerInfo: info }),
    )
    expect(data).toMatchObject({ paymentStatus: 'pending', account: { email: customer.email } })
    expect(await paymentsOf(data._id)).toEqual([])
    expect((await market.call('GET /api/booking/user', {}, customer)).bookings).toHaveLength(1)
  })

  test('left to be paid is paid once, whole, by whatever came in', async () => {
    const { data } = await bookAtCounter(walkIn(await addCar(market.db), { paidBy: 'none' }))
    const take = () =>
      market.call(
        'POST /api/admin/booking/:bookingId/owed',
        { params: { bookingId: data._id }, body: { ...paidWith(), amount: data.finalAmount } },
        staff,
      )
    const ends = await Promise.allSettled([take(), take(), take()])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await seen(data._id)).toMatchObject({ paymentStatus: 'paid' })
    expect(await paymentsOf(data._id)).toMatchObject([{ amount: data.finalAmount, status: 'paid' }])
  })

  test('is refused for days on which the car is booked, and taken for days on which it is free', async () => {
    const carId = await addCar(market.db)
    await bookCar(market, customer, carId, { startDate: addDays(today(), 1), endDate: addDays(today(), 3) })
    expect(await refusal(bookAtCounter(walkIn(carId)))).toBe('car_taken')
    const later = { startDate: addDays(today(), 4), endDate: addDays(today(), 5) }
    expect((await bookAtCounter(walkIn(carId, later))).data.status).toBe('confirmed')
  })

  test('of ten staff members at once for one car, one gets it', async () => {
    const carId = await addCar(market.db)
    const tries = Array.from({ length: 10 }, () => bookAtCounter(walkIn(carId)))
    const ends = await Promise.allSettled(tries)
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('prolonging', () => {
  test('adds days at the price of a day now, and says what came in for them', async () => {
    const carId = await addCar(market.db)
    const { data } = await bookAtCounter(walkIn(carId))
    await market.db.updateTable('cars').set({ price_per_day: 9_000 }).where('id', '=', carId).execute()
    const longer = await extend(data, addDays(today(), 5))
    expect(longer.data).toMatchObject({ totalDays: 5, finalAmount: 2 * data.pricePerDay + 27_000 })
    const sums = (await paymentsOf(data._id)).map(({ amount }) => amount)
    expect(sums).toEqual([data.finalAmount, 27_000])
  })

  test('is refused when somebody else has the car then, and changes nothing', async () => {
    const carId = await addCar(market.db)
    const { data } = await bookAtCounter(walkIn(carId))
    await bookCar(market, customer, carId, { startDate: addDays(today(), 4), endDate: addDays(today(), 6) })
    expect(await refusal(extend(data, addDays(today(), 5)))).toBe('car_taken')
    expect((await seen(data._id)).totalDays).toBe(2)
    expect(await paymentsOf(data._id)).toHaveLength(1)
  })

  test('of two staff members at the same moment, one wins and the other is told', async () => {
    const { data } = await bookAtCounter(walkIn(await addCar(market.db)))
    market.clock.advance(1000)
    const ends = await Promise.allSettled([
      extend(data, addDays(today(), 4)),
      extend(data, addDays(today(), 5)),
    ])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await paymentsOf(data._id)).toHaveLength(2)
  })

  test('only goes forward', async () => {
    const { data } = await bookAtCounter(walkIn(await addCar(market.db)))
    expect(await refusal(extend(data, addDays(today(), 1)))).toBe('rental_dates_invalid')
  })
})

describe('money that goes back to a customer at the counter', () => {
  async function cancelled(customerInfo: Record<string, string>) {
    const { data } = await bookAtCounter(walkIn(await addCar(market.db), { customerInfo }))
    const params = { bookingId: data._id }
    market.clock.advance(1000)
    const body = { reason: 'Changed plans' }
    await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff)
    return data
  }

  test('is sent to that customer, not to whoever typed the booking', async () => {
    const info = { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111', email: 'otieno@example.com' }
    const { bookingId: reference } = await cancelled(info)
    const admin = await market.signUp({ role: 'admin' })
    for (const query of [
      { queue: 'due' as const, search: reference },
      { queue: 'due' as const, search: 'Okello' },
    ]) {
      const { data } = await market.call('GET /api/admin/refunds', { query }, admin)
      expect(data.filter((refund) => refund.reference === reference)).toMatchObject([
        // Cash has no number that paid.
        {
          customer: { name: 'Otieno Okello', email: 'otieno@example.com' },
          contactPhone: '0722000111',
        },
      ])
      expect(JSON.stringify(data)).not.toContain('Achieng')
    }
    const query = { queue: 'due' as const, search: 'Achieng' }
    const ofStaff = await market.call('GET /api/admin/refunds', { query }, admin)
    expect(ofStaff.data.map((refund) => refund.reference)).not.toContain(reference)
  })

  test('is told to the address that the customer gave, and to nobody where there is none', async () => {
    const toldOf = async (reference: string) =>
      (await market.db.selectFrom('notifications').selectAll().where('kind', '=', 'refund_sent').execute())
        .filter(({ params }) => JSON.stringify(params).includes(reference))
        .map(({ recipient }) => recipient)
    const info = { firstName: 'Otieno', lastName: 'Okello', phone: '0722000111' }
    for (const [customerInfo, expected] of [
      [{ ...info, email: 'otieno@example.com' }, ['otieno@example.com']],
      [info, []],
    ] as const) {
      const { bookingId: reference } = await cancelled(customerInfo)
      const admin = await market.signUp({ role: 'admin' })
      const query = { queue: 'due' as const, search: reference }
      const [refund] = (await market.call('GET /api/admin/refunds', { query }, admin)).data
      const params = { refundId: refund?._id ?? '' }
      await market.call('POST /api/admin/refund/:refundId/sent', { params, body: paidWith() }, admin)
      expect(await toldOf(reference)).toEqual(expected)
    }
  })
})

describe('at the return', () => {
  test('what is charged beyond the rental is kept, told, and must say how it was paid', async () => {
    const { data } = await bookAtCounter(walkIn(await addCar(market.db)))
    await handOver(market, staff, data._id)
    const back = { km: 42_400, fuel: 4, charges: [{ what: 'Fuel', amount: 2_500 }] }
    expect(await refusal(takeBack(market, staff, data._id, back))).toBe('invalid')
    const chargesPayment = { paidBy: 'card', note: 'Slip 17' } as const
    const done = await takeBack(market, staff, data._id, { ...back, chargesPayment })
    expect(done.data).toMatchObject({
      status: 'completed',
      extraCharges: 2_500,
      handoverReturn: { km: 42_400, fuel: 4, charges: [{ kind: 'other', what: 'Fuel', amount: 2_500 }] },
    })
    expect((await historyOf(market, data._id)).at(-1)?.note).toContain('Fuel Ksh 2,500')
    expect((await paymentsOf(data._id)).at(-1)).toMatchObject({
      amount: 2_500,
      method: 'card',
      note: 'Slip 17',
    })
  })

  test('and at the handover, the odometer of the car is what was read last', async () => {
    const carId = await addCar(market.db)
    const { data } = await bookAtCounter(walkIn(carId))
    const odometer = async () =>
      (await market.call('GET /api/admin/car/:carId', { params: { carId } }, staff)).data.odometer
    expect(await odometer()).toBeNull()
    await handOver(market, staff, data._id, { km: 42_000 })
    expect(await odometer()).toBe(42_000)
    market.clock.advance(3_600_000)
    const read = { odometer: 50_000, odometer_read_at: market.clock.now() }
    await market.db.updateTable('cars').set(read).where('id', '=', carId).execute()
    market.clock.advance(3_600_000)
    expect(await refusal(takeBack(market, staff, data._id, { km: 42_400 }))).toBe('reading_unlikely')
    expect(await odometer()).toBe(50_000)
    await takeBack(market, staff, data._id, { km: 42_400, kmConfirmed: true })
    expect(await odometer()).toBe(42_400)
  })
})

describe('a customer who does not come', () => {
  test('loses what the terms keep, and no more', async () => {
    const { data } = await bookAtCounter(walkIn(await addCar(market.db), { endDate: addDays(today(), 4) }))
    const missed = () =>
      market.call(
        'POST /api/admin/booking/:bookingId/no-show',
        { params: { bookingId: data._id }, body: { note: 'Called twice' } },
        staff,
      )
    expect(await refusal(missed())).toBe('booking_wrong_state')
    market.clock.advance(6 * 3_600_000)
    expect((await missed()).data).toMatchObject({ status: 'cancelled', paymentStatus: 'refunding' })
    const refunds = await market.db
      .selectFrom('refunds')
      .selectAll()
      .where('booking_id', '=', data._id)
      .execute()
    expect(refunds).toMatchObject([{ amount: 3 * data.pricePerDay }])
  })
})

describe('the desk', () => {
  test('has each booking in the queue where it waits', async () => {
    const search = `Q${Date.now()}`
    const info = { firstName: search, lastName: 'Okello', phone: '0722000111', email: 'o@example.com' }
    const asked = await bookCar(market, customer, await addCar(market.db), { customerInfo: info })
    const counter = await bookAtCounter(walkIn(await addCar(market.db), { customerInfo: info }))
    const out = await bookAtCounter(
      walkIn(await addCar(market.db), { customerInfo: info, endDate: addDays(today(), 1) }),
    )
    await handOver(market, staff, out.data._id)
    const found = async (queue: 'toConfirm' | 'pickups' | 'returns' | 'overdue' | 'all') => {
      const { data } = await market.call('GET /api/admin/bookings', { query: { queue, search } }, staff)
      return data.map(({ _id }) => _id)
    }
    expect(await found('toConfirm')).toEqual([asked._id])
    expect(await found('pickups')).toEqual([counter.data._id])
    expect(await found('returns')).toEqual([])
    market.clock.advance(20 * 3_600_000)
    expect(await found('returns')).toEqual([out.data._id])
    expect(await found('toConfirm')).toEqual([])
    market.clock.advance(8 * 3_600_000)
    expect(await found('overdue')).toEqual([out.data._id])
    expect(await found('all')).toHaveLength(3)
  })

  test('takes the bookings it looks at home as a table', async () => {
    const search = `T${Date.now()}`
    const info = { firstName: search, lastName: '=1+1', phone: '+254722000111' }
    const { data } = await bookAtCounter(walkIn(await addCar(market.db), { customerInfo: info }))
    await bookAtCounter(walkIn(await addCar(market.db)))
    const url = `/api/admin/bookings.csv?search=${search}`
    const admin = await market.signUp({ role: 'admin' })
    const table = await market.app.inject({ url, headers: { token: admin.token } })
    const [head, row, end] = table.body.split('\r\n')
    expect(head).toMatch(/^\uFEFFReference,Status,/)
    expect(row).toContain(`${data.bookingId},Confirmed,Paid,,${search},'=1+1,0722 000 111,`)
    expect(end).toBe('')
    // Phones and e-mails are for admins.
    const ofStaff = await market.app.inject({ url, headers: { token: staff.token } })
    expect(ofStaff.body).toContain(`${data.bookingId},Confirmed,Paid,,${search},'=1+1,`)
    expect(ofStaff.body).not.toContain('722 000 111')
    // Sending a file is no trouble to be told of.
    await market.call('GET /api/admin/bookings', { query: { search } }, staff)
    expect(market.logged.filter((line) => line.includes('reply.sent'))).toEqual([])
  })

  test('sees in the table what the extras of a booking are, and what they cost', async () => {
    await addExtra(market, { kind: 'child_seat', price: 500, stock: 3 })
    await addExtra(market, { kind: 'extra_km', price: 3_000, km: 200 })
    const extras = { childSeats: 2, extraKm: 200 }
    const { data } = await bookAtCounter(walkIn(await addCar(market.db), { extras }))
    const url = `/api/admin/bookings.csv?search=${data.bookingId}`
    const table = await market.app.inject({ url, headers: { token: staff.token } })
    const [head, row] = table.body.split('\r\n')
    expect(head).toContain(',Extras (Ksh),Extras,Total (Ksh),')
    expect(row).toContain(`,4000,Child seats: 2 × Ksh 500; Extra kilometres: 200 km,${data.finalAmount},`)
    await market.db.deleteFrom('extras').execute()
  })

  test('is told what would go back before it cancels, and what is owed afterwards', async () => {
    const { data } = await bookAtCounter(walkIn(await addCar(market.db)))
    const params = { bookingId: data._id }
    const money = async () =>
      (await market.call('GET /api/admin/booking/:bookingId', { params }, staff)).money
    const paid = data.finalAmount
    expect(await money()).toMatchObject({ paid, owedBack: 0, backIfCancelled: paid })
    const body = { reason: 'The car broke down' }
    await market.call('POST /api/admin/booking/:bookingId/cancel', { params, body }, staff)
    expect(await money()).toEqual({
      paid: 0,
      owed: 0,
      dueAtHandover: 0,
      owedBack: paid,
      wentBack: 0,
      backIfCancelled: 0,
      backIfNoShow: 0,
    })
    const { id: refundId } = await market.db
      .selectFrom('refunds')
      .select('id')
      .where('booking_id', '=', data._id)
      .executeTakeFirstOrThrow()
    await market.call(
      'POST /api/admin/refund/:refundId/sent',
      { params: { refundId }, body: paidWith() },
      staff,
    )
    expect(await money()).toMatchObject({ owedBack: 0, wentBack: paid })
  })

  test('reads in the history who did what, with dates and amounts', async () => {
    const { data } = await bookAtCounter(walkIn(await addCar(market.db)))
    const params = { bookingId: data._id }
    const { updatedAt, dropoffTime } = data
    const endDate = addDays(data.endDate, 1)
    const body = { endDate, dropoffTime, paidBy: 'cash' as const, code: '', note: 'At the gate', updatedAt }
    await market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff)
    const { timeline } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
    expect(timeline.at(-1)).toMatchObject({
      person: staff.name,
      note: expect.stringMatching(/^Return .+ → .+ · Ksh [\d,]+ · Cash · At the gate$/),
    })
    expect(timeline[0]).toMatchObject({
      person: staff.name,
      note: expect.stringMatching(/^Ksh [\d,]+ · Cash/),
    })
  })

  test('sees every car with what takes it', async () => {
    const name = `Calendar ${Date.now()}`
    const carId = await addCar(market.db, { name })
    const booked = await bookCar(market, customer, carId, {
      startDate: addDays(today(), 1),
      endDate: addDays(today(), 3),
    })
    await moveBookingOn(market, staff, booked._id, 'confirmed')
    const block = {
      startDate: addDays(today(), 5),
      startTime: '08:00',
      endDate: addDays(today(), 6),
      endTime: '18:00',
      reason: 'New tyres',
    }
    const { blockId } = await market.call(
      'POST /api/admin/car/:carId/block',
      { params: { carId }, body: block },
      staff,
    )
    const look = async () =>
      (await market.call('GET /api/admin/calendar', { query: { search: name, days: 10 } }, staff)).data[0]
    expect((await look())?.spans).toMatchObject([
      { kind: 'booking', _id: booked._id, status: 'confirmed', label: 'Achieng Ouma' },
      { kind: 'block', _id: blockId, label: 'New tyres' },
    ])
    expect(
      await refusal(bookAtCounter(walkIn(carId, { startDate: block.startDate, endDate: block.endDate }))),
    ).toBe('car_taken')
    await market.call('POST /api/admin/block/:blockId/remove', { params: { blockId } }, staff)
    expect((await look())?.spans).toHaveLength(1)
  })
})

test('staff sees how our messages reach a customer: by the form at the counter, by the account otherwise, or not at all', async () => {
  const reachOf = async (bookingId: string) => (await seen(bookingId)).reach
  const phone = '0722000111'
  const none = await bookAtCounter(walkIn(await addCar(market.db)))
  expect(await reachOf(none.data._id)).toEqual({ email: null, isMuted: false, phone })
  const customerInfo = { firstName: 'Otieno', lastName: 'Okello', phone, email: 'otieno@example.com' }
  const some = await bookAtCounter(walkIn(await addCar(market.db), { customerInfo }))
  expect(await reachOf(some.data._id)).toEqual({ email: 'otieno@example.com', isMuted: false, phone })
  const { _id } = await bookCar(market, customer, await addCar(market.db), { customerInfo })
  const { email } = await market.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', customer.accountId)
    .executeTakeFirstOrThrow()
  expect(await reachOf(_id)).toEqual({ email, isMuted: false, phone })
  const account = market.db.updateTable('accounts').where('id', '=', customer.accountId)
  await account.set({ muted: ['bookings'] }).execute()
  expect(await reachOf(_id)).toEqual({ email, isMuted: true, phone })
})
