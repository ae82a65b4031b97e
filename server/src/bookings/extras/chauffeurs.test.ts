import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addExtra } from '../../testing/extras.ts'
import { addCar } from '../../testing/fleet.ts'
import { paidWith } from '../../testing/payments.ts'
import type { Person } from '../../testing/people.ts'
import { BOOKING_MORNING, bookCar, moveBookingOn } from '../../testing/renting.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let staff: Person

beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  await addExtra(market, { stock: 2 })
})
afterAll(() => market.close())

let month = 3
let day = ''
beforeEach(() => {
  month += 1
  day = `2026-${String(month).padStart(2, '0')}`
})

const withChauffeur = { chauffeur: true } as const
const book = async (from: string, until: string) =>
  bookCar(market, await market.signUp(), await addCar(market.db), {
    startDate: `${day}-${from}`,
    endDate: `${day}-${until}`,
    extras: withChauffeur,
  })
const free = async (from: string, until: string) => {
  const body = {
    carId: await addCar(market.db),
    startDate: `${day}-${from}`,
    endDate: `${day}-${until}`,
    extras: withChauffeur,
  }
  return (await market.call('POST /api/booking/quote', { body })).data.chauffeursFree
}

describe('chauffeurs', () => {
  test('are booked as often at once as there are some, and no more', async () => {
    expect(await free('10', '12')).toBe(2)
    await book('10', '12')
    await book('11', '13')
    expect(await free('10', '12')).toBe(0)
    await expect(book('11', '12')).rejects.toMatchObject({ status: 409, code: 'chauffeurs_taken' })
    await book('14', '15')
  })

  test('drive again once a booking is cancelled', async () => {
    const customer = await market.signUp()
    const carId = await addCar(market.db)
    const dates = { startDate: `${day}-10`, endDate: `${day}-12`, extras: withChauffeur }
    const { _id: bookingId } = await bookCar(market, customer, carId, dates)
    await book('10', '12')
    await expect(book('10', '12')).rejects.toMatchObject({ code: 'chauffeurs_taken' })
    const cancellation = { params: { bookingId }, body: { cancellationReason: '' } }
    await market.call('PUT /api/booking/:bookingId/cancel', cancellation, customer)
    await book('10', '12')
  })

  test('are not extended into a day on which all drive', async () => {
    const booking = await book('10', '12')
    await moveBookingOn(market, staff, booking._id, 'confirmed')
    await book('13', '15')
    await book('13', '15')
    const params = { bookingId: booking._id }
    const { data } = await market.call('GET /api/admin/booking/:bookingId', { params }, staff)
    const body = { endDate: `${day}-14`, dropoffTime: '10:00', ...paidWith(), updatedAt: data.updatedAt }
    await expect(
      market.call('POST /api/admin/booking/:bookingId/extend', { params, body }, staff),
    ).rejects.toMatchObject({ code: 'chauffeurs_taken' })
  })

  test('of several customers at once, one gets the last', async () => {
    await book('10', '12')
    const tries = await Promise.allSettled(Array.from({ length: 4 }, () => book('10', '12')))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('are offered with their number, and not without', async () => {
    const admin = await market.signUp({ role: 'admin' })
    const extra = {
      kind: 'chauffeur',
      price: 2_500,
      stock: null,
      place: null,
      toPlace: null,
      atAddress: false,
      km: null,
    } as const
    await expect(market.call('POST /api/admin/extras', { body: extra }, admin)).rejects.toMatchObject({
      status: 400,
    })
    const written = market.db.updateTable('extras').set({ stock: null }).execute()
    await expect(written).rejects.toMatchObject({ constraint: 'people_and_seats_have_a_stock' })
  })
})
