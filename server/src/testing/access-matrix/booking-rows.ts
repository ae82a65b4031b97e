import { addDays } from '@twende/contract/calendar-day.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import { v7 as uuidv7 } from 'uuid'
import { driverForm } from '../driving.ts'
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
  rentalDates,
  signedIn,
  staffOnly,
  today,
} from './fixtures.ts'

/** The papers of a driver that the owner of the booking has sent; stored directly, as a session may be over by now. */
async function byDriver({ owner }: Fixture) {
  const driverId = uuidv7()
  const at = market.clock.now()
  const papers = {
    full_name: 'Achieng Ouma',
    birth_date: '1990-05-04',
    licence_number: 'DL1234567',
    licence_origin: 'kenya',
    licence_class: 'B',
    licence_expires: '2090-01-31',
    identity_kind: 'national_id',
    identity_number: '12345678',
  }
  const row = { ...papers, id: driverId, account_id: owner.accountId, needed_until: today() }
  await market.db
    .insertInto('drivers')
    .values({ ...row, created_at: at, updated_at: at })
    .execute()
  return { params: { driverId } }
}

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
  'GET /api/booking/:bookingId/drivers': { request: byBooking, status: ownerOnly },
  'POST /api/booking/:bookingId/driver': {
    request: async ({ bookingId }) => ({ params: { bookingId }, form: await driverForm() }),
    status: ownerOnly,
  },
  'GET /api/admin/drivers': { request: () => ({}), status: staffOnly },
  'GET /api/admin/driver/:driverId': { request: byDriver, status: staffOnly },
  'POST /api/admin/driver/:driverId/approve': { request: byDriver, status: staffOnly },
  'POST /api/admin/driver/:driverId/refuse': {
    request: async (fixture) => ({ ...(await byDriver(fixture)), body: { reason: 'details_differ' } }),
    status: staffOnly,
  },
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
