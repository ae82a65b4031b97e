import { addDays } from '@twende/contract/calendar-day.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import { v7 as uuidv7 } from 'uuid'
import { addCar } from '../fleet.ts'
import {
  type AccessRow,
  addRetiredCar,
  block,
  bookingRequest,
  bookingRow,
  byBooking,
  byCar,
  carUpdatedAt,
  condition,
  everybody,
  type Fixture,
  fleetForm,
  market,
  ownerAndStaff,
  ownerOnly,
  type Request,
  rentalDates,
  signedIn,
  staffOnly,
  today,
} from './fixtures.ts'

/** Who may call the routes of rental cars and bookings. */
export const bookingRows = {
  'GET /api/car/list': { request: () => ({}), status: everybody },
  'GET /api/car/filter-counts': { request: () => ({}), status: everybody },
  'GET /api/car/get/:carId': { request: byCar, status: everybody },
  'GET /api/car/availability/:carId': { request: byCar, status: everybody },
  'GET /api/car/reviews/:carId': { request: byCar, status: everybody },
  'POST /api/booking/quote': {
    request: ({ carId }) => ({ body: { carId, ...rentalDates() } }),
    status: everybody,
  },
  'POST /api/booking/create': { request: ({ carId }) => ({ body: bookingRequest(carId) }), status: signedIn },
  'GET /api/booking/user': { request: () => ({}), status: signedIn },
  'GET /api/booking/stats': { request: () => ({}), status: signedIn },
  'GET /api/booking/:bookingId': { request: byBooking, status: ownerAndStaff },
  'GET /api/booking/:bookingId/refund': { request: byBooking, status: ownerOnly },
  'PUT /api/booking/:bookingId/cancel': {
    request: (fixture) => ({ ...byBooking(fixture), body: { cancellationReason: 'Cancelled by customer' } }),
    status: ownerOnly,
  },
  'POST /api/booking/:bookingId/review': {
    request: (fixture) => ({ ...byBooking(fixture), body: { rating: 5, comment: 'Fine' } }),
    status: ownerOnly,
    booking: 'completed',
  },
  'POST /api/admin/booking/:bookingId/confirm': {
    request: (fixture) => ({ ...byBooking(fixture), body: { note: 'Cash at the office', paidBy: 'cash' } }),
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/handover': {
    request: (fixture) => ({ ...byBooking(fixture), body: condition }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/return': {
    request: (fixture) => ({ ...byBooking(fixture), body: condition }),
    status: staffOnly,
    booking: 'active',
  },
  'POST /api/admin/booking/:bookingId/cancel': {
    request: (fixture) => ({ ...byBooking(fixture), body: { reason: 'The car broke down' } }),
    status: staffOnly,
  },
  'GET /api/booking/:bookingId/deposit': { request: byBooking, status: ownerAndStaff },
  'GET /api/admin/deposits': { request: () => ({}), status: staffOnly },
  'GET /api/admin/booking/:bookingId/deposit': { request: byBooking, status: staffOnly },
  'POST /api/admin/booking/:bookingId/deposit/take': {
    request: async (fixture) => ({ ...(await withDeposit(fixture)), body: { paidBy: 'cash' } }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/deposit/request': {
    request: async (fixture) => ({ ...(await withDeposit(fixture)), body: { phone: nextPhone() } }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/deposit/waive': {
    request: async (fixture) => ({ ...(await withDeposit(fixture)), body: { reason: 'A known customer' } }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/deposit/settle': {
    request: async (fixture) => ({ ...(await withHeldDeposit(fixture)), body: {} }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'GET /api/admin/bookings': { request: () => ({}), status: staffOnly },
  'GET /api/admin/bookings.csv': { request: () => ({}), status: staffOnly },
  'GET /api/admin/booking/:bookingId': { request: byBooking, status: staffOnly },
  'GET /api/admin/calendar': { request: () => ({}), status: staffOnly },
  'POST /api/admin/bookings': {
    request: async () => ({
      body: { ...bookingRequest(await addCar(market.db)), pickupTime: '10:00', dropoffTime: '10:00' },
    }),
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/payment': {
    request: async () => {
      const times = { pickupTime: '10:00', dropoffTime: '10:00' }
      const body = { ...bookingRequest(await addCar(market.db)), ...times } as never
      const staff = await market.signUp({ role: 'staff' })
      const { data } = await market.call('POST /api/admin/bookings', { body }, staff)
      return { params: { bookingId: data._id }, body: { note: 'Cash' } }
    },
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/extend': {
    booking: 'confirmed',
    request: async ({ bookingId }) => {
      const { updated_at } = await bookingRow(bookingId)
      const later = { endDate: addDays(today(), 10), dropoffTime: '10:00', note: 'Cash' }
      return { params: { bookingId }, body: { ...later, updatedAt: updated_at.toISOString() } }
    },
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/complete': {
    booking: 'confirmed',
    request: async ({ bookingId }) => {
      const over = new Date(market.clock.now().getTime() - 3_600_000)
      const began = new Date(over.getTime() - 86_400_000)
      const set = { starts_at: began, ends_at: over }
      await market.db.updateTable('bookings').set(set).where('id', '=', bookingId).execute()
      return { params: { bookingId }, body: { note: 'All on paper' } }
    },
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/no-show': {
    booking: 'confirmed',
    request: async ({ bookingId }) => {
      const missed = new Date(market.clock.now().getTime() - 3_600_000)
      await market.db.updateTable('bookings').set({ starts_at: missed }).where('id', '=', bookingId).execute()
      return { params: { bookingId }, body: {} }
    },
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/block': {
    request: async () => ({ params: { carId: await addCar(market.db) }, body: block() }),
    status: staffOnly,
  },
  'POST /api/admin/block/:blockId/remove': {
    request: async () => {
      const params = { carId: await addCar(market.db) }
      const staff = await market.signUp({ role: 'staff' })
      const { blockId } = await market.call(
        'POST /api/admin/car/:carId/block',
        { params, body: block() },
        staff,
      )
      return { params: { blockId } }
    },
    status: staffOnly,
  },
  'GET /api/admin/cars': { request: () => ({}), status: staffOnly },
  'GET /api/admin/car/:carId': { request: byCar, status: staffOnly },
  'POST /api/admin/cars': { request: async () => ({ form: await fleetForm() }), status: staffOnly },
  'POST /api/admin/car/:carId/update': {
    request: async (fixture) => ({
      ...byCar(fixture),
      form: { price: '5200', updatedAt: await carUpdatedAt(fixture.carId) },
    }),
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/availability': {
    request: (fixture) => ({ ...byCar(fixture), body: { available: false, note: 'At the garage' } }),
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/retire': {
    request: async () => ({ params: { carId: await addCar(market.db) }, body: { reason: 'Sold' } }),
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/restore': {
    request: async () => ({ params: { carId: await addRetiredCar() }, body: {} }),
    status: staffOnly,
  },
} satisfies Partial<Record<RouteKey, AccessRow>>

let phones = 0
const nextPhone = () => `07120${String(++phones).padStart(5, '0')}`

/** Gives the booking a deposit, as if its car had one when it was booked. */
async function withDeposit(fixture: Fixture): Promise<Pick<Request, 'params'>> {
  const deposit = { id: uuidv7(), booking_id: fixture.bookingId, amount: 10_000 }
  await market.db.insertInto('deposits').values(deposit).execute()
  return byBooking(fixture)
}

/** The same, taken in cash, and the car is back. */
async function withHeldDeposit(fixture: Fixture): Promise<Pick<Request, 'params'>> {
  const { params = {} } = await withDeposit(fixture)
  const staff = await market.signUp({ role: 'staff' })
  const by = { params: { bookingId: fixture.bookingId } }
  await market.call(
    'POST /api/admin/booking/:bookingId/deposit/take',
    { ...by, body: { paidBy: 'cash' } },
    staff,
  )
  await market.call('POST /api/admin/booking/:bookingId/handover', { ...by, body: condition }, staff)
  await market.call('POST /api/admin/booking/:bookingId/return', { ...by, body: condition }, staff)
  return { params }
}
