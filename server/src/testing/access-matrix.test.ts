import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { type RouteKey, routes } from '@twende/contract/routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveMessage } from '../content/contact-message-store.ts'
import { uuidv7 } from '../db/new-id.ts'
import { createWorkers } from '../jobs/workers.ts'
import { addCar, addCategory, addLocation } from './fleet.ts'
import { carForm } from './fleet-form.ts'
import { bookByMpesa, paymentInReview, refundDue, tellOfMoney } from './money.ts'
import { addSession, PASSWORD, type Person } from './people.ts'
import { moveBookingOn } from './renting.ts'
import { addApp } from './second-factors.ts'
import {
  createListing,
  drawCode,
  type FormFields,
  moveListingOn,
  mpesaMessage,
  postForm,
  sellFields,
} from './selling.ts'
import { addProduct, deliveryAddress, moveOrderTo, placeOrder, type ReachedState } from './shopping.ts'
import { openTestMarket, type TestMarket } from './test-app.ts'

/** Every route × every kind of caller. A route without a row does not compile, and is counted below. */

type CallerKind = 'none' | 'other' | 'owner' | 'staff' | 'admin' | 'revoked'
const callers: readonly CallerKind[] = ['none', 'other', 'owner', 'staff', 'admin', 'revoked']

type World = {
  carId: string
  bookingId: string
  paymentId: string
  listingId: string
  productId: string
  orderId: string
  owner: Person
}
type Request = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormFields
}
type Row = {
  /** A request that is right in everything but who sends it. */
  ask: (world: World) => Request | Promise<Request>
  status: Record<CallerKind, number>
  /** The booking's state the request needs. */
  booking?: 'pending' | 'confirmed' | 'active' | 'completed'
  /** A car for sale in the state that the request needs; without it, there is none. */
  listing?: 'waiting' | 'paid' | 'live' | 'edited' | 'suspended'
  /** The order's state the request needs; without it, there is none. */
  order?: ReachedState
}

const everybody = { none: 200, other: 200, owner: 200, staff: 200, admin: 200, revoked: 200 }
const signedIn = { none: 401, other: 200, owner: 200, staff: 200, admin: 200, revoked: 401 }
const staffOnly = { none: 401, other: 403, owner: 403, staff: 200, admin: 200, revoked: 401 }
const adminOnly = { ...staffOnly, staff: 403 }
/** What is another's looks as if it were not there, to staff as well: they have routes of their own. */
const ownerOnly = { none: 401, other: 404, owner: 200, staff: 404, admin: 404, revoked: 401 }
const ownerAndStaff = { ...ownerOnly, staff: 200, admin: 200 }

const signedInButLate = { none: 401, other: 409, owner: 409, staff: 409, admin: 409, revoked: 401 }

const NOBODYS_CHALLENGE = 'x'.repeat(43)
const nobodysPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
}
const nobodysAddress = 'nobody@example.com'
const byCar = ({ carId }: World) => ({ params: { carId } })
const byBooking = ({ bookingId }: World) => ({ params: { bookingId } })
const byPayment = ({ paymentId }: World) => ({ params: { paymentId } })
const byListing = ({ listingId }: World) => ({ params: { listingId } })
const bySale = ({ listingId }: World) => ({ params: { carId: listingId } })
const byId = ({ listingId }: World) => ({ body: { id: listingId } })
const byProduct = ({ productId }: World) => ({ params: { productId } })
const byOrder = ({ orderId }: World) => ({ params: { orderId } })
const byOwner = ({ owner }: World) => ({ params: { accountId: owner.accountId } })
const byNewcomer = async () => ({ params: { accountId: (await market.signUp()).accountId } })
const oneItem = ({ productId }: World) => ({ body: { itemId: productId } })
const oneOf = ({ productId }: World) => [{ _id: productId, quantity: 1 }]
const productForm = async () => ({
  image1: (await sellFields(market.clock.now())).image1,
  name: `Keyboard ${++keyboards}`,
  description: 'Quiet keys.',
  category: 'Accessories',
  price: '2500',
  onHand: '4',
})
const fleetForm = () => carForm({ category: 'Hatchback', location: 'Nairobi' })
let keyboards = 0
const condition = { km: 50_000, fuel: 'full', note: '' }

const rows: Record<RouteKey, Row> = {
  'POST /api/user/register': {
    ask: () => ({ body: { name: 'New', email: freshEmail(), password: 'a fine long password' } }),
    status: everybody,
  },
  'POST /api/user/login': {
    ask: ({ owner }) => ({ body: { email: owner.email, password: 'a fine long password' } }),
    status: everybody,
  },
  'POST /api/user/forgot-password': { ask: () => ({ body: { email: nobodysAddress } }), status: everybody },
  'POST /api/user/verify-code': {
    ask: () => ({ body: { email: nobodysAddress, code: '123456' } }),
    status: { none: 400, other: 400, owner: 400, staff: 400, admin: 400, revoked: 400 },
  },
  'POST /api/user/verify-link': {
    ask: () => ({ body: { secret: 'x'.repeat(43) } }),
    status: { none: 400, other: 400, owner: 400, staff: 400, admin: 400, revoked: 400 },
  },
  'POST /api/user/reset-password': {
    ask: () => ({ body: { email: nobodysAddress, newPassword: 'a fine long password' } }),
    status: { none: 403, other: 403, owner: 403, staff: 403, admin: 403, revoked: 403 },
  },
  'POST /api/user/logout': { ask: () => ({}), status: signedIn },
  'POST /api/user/logout-everywhere': { ask: () => ({}), status: signedIn },
  'GET /api/user/sessions': { ask: () => ({}), status: signedIn },
  'POST /api/user/session/:sessionId/end': {
    ask: ({ owner }) => ({ params: { sessionId: owner.sessionId } }),
    status: ownerOnly,
  },
  'GET /api/user/me': { ask: () => ({}), status: signedIn },
  'POST /api/user/update': { ask: () => ({ body: { name: 'Wanjiku' } }), status: signedIn },
  'POST /api/user/change-password': {
    ask: () => ({ body: { oldPassword: PASSWORD, newPassword: 'another fine long password' } }),
    status: signedIn,
  },
  'GET /api/user/export': { ask: () => ({}), status: signedIn },
  // Nobody leaves with a booking under way, and nobody who works here leaves by themselves.
  'POST /api/user/delete': {
    ask: () => ({ body: { password: PASSWORD, confirmation: 'DELETE' } }),
    status: { ...signedIn, owner: 409, staff: 409, admin: 409 },
  },
  'POST /api/user/second-factor': {
    ask: () => ({ body: { challenge: NOBODYS_CHALLENGE, code: '123456' } }),
    status: { none: 409, other: 409, owner: 409, staff: 409, admin: 409, revoked: 409 },
  },
  'POST /api/user/proof-question': { ask: () => ({}), status: signedIn },
  'POST /api/user/proof': {
    ask: () => ({ body: { challenge: NOBODYS_CHALLENGE, password: PASSWORD } }),
    status: signedInButLate,
  },
  'GET /api/user/second-factors': { ask: () => ({}), status: signedIn },
  'POST /api/user/second-factors/app': { ask: () => ({}), status: signedIn },
  'POST /api/user/second-factors/app/confirm': {
    ask: () => ({ body: { challenge: NOBODYS_CHALLENGE, code: '123456' } }),
    status: signedInButLate,
  },
  'POST /api/user/second-factors/app/remove': { ask: () => ({}), status: signedIn },
  'POST /api/user/second-factors/passkey': { ask: () => ({}), status: signedIn },
  'POST /api/user/second-factors/passkey/confirm': {
    ask: () => ({ body: { challenge: NOBODYS_CHALLENGE, name: 'Phone', passkey: nobodysPasskey } }),
    status: signedInButLate,
  },
  'POST /api/user/second-factors/passkey/:passkeyId/remove': {
    ask: () => ({ params: { passkeyId: uuidv7() } }),
    status: signedIn,
  },
  'POST /api/user/second-factors/recovery-codes': { ask: () => ({}), status: signedInButLate },
  'POST /api/admin/person/:accountId/reset-second-factor': {
    ask: async () => {
      const person = await market.signUp()
      await addApp(market, person)
      return { params: { accountId: person.accountId }, body: { reason: 'Lost the phone' } }
    },
    status: adminOnly,
  },
  'POST /api/contact': {
    ask: () => ({ body: { name: 'Amina', email: freshEmail(), message: 'Do you deliver to Thika?' } }),
    status: everybody,
  },
  'GET /api/admin/messages': { ask: () => ({}), status: staffOnly },
  'POST /api/admin/message/:messageId/answered': {
    ask: async () => ({ params: { messageId: await someMessage() }, body: {} }),
    status: staffOnly,
  },
  'GET /api/car/list': { ask: () => ({}), status: everybody },
  'GET /api/car/get/:carId': { ask: byCar, status: everybody },
  'GET /api/car/availability/:carId': { ask: byCar, status: everybody },
  'GET /api/car/reviews/:carId': { ask: byCar, status: everybody },
  'POST /api/booking/quote': { ask: ({ carId }) => ({ body: { carId, ...stay() } }), status: everybody },
  'POST /api/booking/create': { ask: ({ carId }) => ({ body: wish(carId) }), status: signedIn },
  'GET /api/booking/user': { ask: () => ({}), status: signedIn },
  'GET /api/booking/stats': { ask: () => ({}), status: signedIn },
  'GET /api/booking/:bookingId': { ask: byBooking, status: ownerAndStaff },
  'GET /api/booking/:bookingId/refund': { ask: byBooking, status: ownerOnly },
  'PUT /api/booking/:bookingId/cancel': {
    ask: (world) => ({ ...byBooking(world), body: { cancellationReason: 'Cancelled by customer' } }),
    status: ownerOnly,
  },
  'POST /api/booking/:bookingId/review': {
    ask: (world) => ({ ...byBooking(world), body: { rating: 5, comment: 'Fine' } }),
    status: ownerOnly,
    booking: 'completed',
  },
  'POST /api/admin/booking/:bookingId/confirm': {
    ask: (world) => ({ ...byBooking(world), body: { note: 'Cash at the office', paidBy: 'cash' } }),
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/handover': {
    ask: (world) => ({ ...byBooking(world), body: condition }),
    status: staffOnly,
    booking: 'confirmed',
  },
  'POST /api/admin/booking/:bookingId/return': {
    ask: (world) => ({ ...byBooking(world), body: condition }),
    status: staffOnly,
    booking: 'active',
  },
  'POST /api/admin/booking/:bookingId/cancel': {
    ask: (world) => ({ ...byBooking(world), body: { reason: 'The car broke down' } }),
    status: staffOnly,
  },
  'POST /api/payment/start': {
    ask: ({ bookingId }) => ({ body: { purpose: 'booking', purchaseId: bookingId, phone: '0712345678' } }),
    status: ownerOnly,
  },
  'GET /api/payment/:paymentId': { ask: byPayment, status: ownerAndStaff },
  // Unguessable, not guarded: anyone may post, and what is not ours is taken and changes nothing.
  'POST /api/hooks/stk/:secret': {
    ask: () => ({ params: { secret: 'x'.repeat(43) }, body: {} }),
    status: everybody,
  },
  'GET /api/demo/phone/:paymentId': { ask: byPayment, status: ownerOnly },
  'POST /api/demo/phone/:paymentId': {
    ask: (world) => ({ ...byPayment(world), body: { action: 'cancel' } }),
    status: ownerOnly,
  },
  'POST /api/hooks/c2b/:secret': {
    ask: () => ({ params: { secret: 'x'.repeat(64) }, body: {} }),
    status: everybody,
  },
  'POST /api/hooks/c2b-validation/:secret': {
    ask: () => ({ params: { secret: 'x'.repeat(64) }, body: {} }),
    status: everybody,
  },
  'GET /api/sell/list': { ask: () => ({}), status: everybody },
  'GET /api/sell/get/:carId': { ask: bySale, status: everybody, listing: 'live' },
  'GET /api/sell/guide': {
    ask: () => ({ query: { make: 'Toyota', model: 'Vitz', year: 2017 } }),
    status: everybody,
  },
  'POST /api/sell/reveal/:carId': {
    ask: (world) => ({ ...bySale(world), body: {} }),
    status: everybody,
    listing: 'live',
  },
  'POST /api/sell/report/:carId': {
    ask: (world) => ({ ...bySale(world), body: { reason: 'photos' } }),
    status: everybody,
    listing: 'live',
  },
  'POST /api/sell/add': {
    ask: async () => ({ form: await sellFields(market.clock.now()) }),
    status: signedIn,
  },
  'GET /api/sell/user/:userId': {
    ask: ({ owner }) => ({ params: { userId: owner.accountId } }),
    status: ownerOnly,
  },
  'POST /api/sell/update': {
    ask: ({ listingId }) => ({ form: { id: listingId, color: 'Blue' } }),
    status: ownerOnly,
    listing: 'live',
  },
  'POST /api/sell/withdraw-edit': {
    ask: byId,
    status: ownerOnly,
    listing: 'edited',
  },
  'POST /api/sell/toggle-availability': { ask: byId, status: ownerOnly, listing: 'live' },
  'POST /api/sell/remove': { ask: byId, status: ownerOnly, listing: 'live' },
  'POST /api/sell/renew': {
    ask: ({ listingId }) => ({ body: renewal(listingId) }),
    status: ownerOnly,
    listing: 'live',
  },
  'GET /api/admin/bookings': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/bookings.csv': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/booking/:bookingId': { ask: byBooking, status: staffOnly },
  'GET /api/admin/calendar': { ask: () => ({}), status: staffOnly },
  'POST /api/admin/bookings': {
    ask: async () => ({
      body: { ...wish(await addCar(market.db)), pickupTime: '10:00', dropoffTime: '10:00' },
    }),
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/payment': {
    ask: async () => {
      const times = { pickupTime: '10:00', dropoffTime: '10:00' }
      const body = { ...wish(await addCar(market.db)), ...times } as never
      const staff = await market.signUp({ role: 'staff' })
      const { data } = await market.call('POST /api/admin/bookings', { body }, staff)
      return { params: { bookingId: data._id }, body: { note: 'Cash' } }
    },
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/extend': {
    booking: 'confirmed',
    ask: async ({ bookingId }) => {
      const { updated_at } = await bookingRow(bookingId)
      const later = { endDate: addDays(today(), 10), dropoffTime: '10:00', note: 'Cash' }
      return { params: { bookingId }, body: { ...later, updatedAt: updated_at.toISOString() } }
    },
    status: staffOnly,
  },
  'POST /api/admin/booking/:bookingId/complete': {
    booking: 'confirmed',
    ask: async ({ bookingId }) => {
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
    ask: async ({ bookingId }) => {
      const missed = new Date(market.clock.now().getTime() - 3_600_000)
      await market.db.updateTable('bookings').set({ starts_at: missed }).where('id', '=', bookingId).execute()
      return { params: { bookingId }, body: {} }
    },
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/block': {
    ask: async () => ({ params: { carId: await addCar(market.db) }, body: block() }),
    status: staffOnly,
  },
  'POST /api/admin/block/:blockId/remove': {
    ask: async () => {
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
  'GET /api/admin/payments': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/payments.csv': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/reconciliation': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/refunds': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/refunds.csv': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/payment/:paymentId': { ask: byPayment, status: staffOnly },
  'POST /api/admin/payment/:paymentId/decide': {
    ask: async () => {
      const { paymentId } = await paymentInReview(market)
      return { params: { paymentId }, body: { decision: 'accept', reason: 'Seen in the account' } }
    },
    status: staffOnly,
  },
  'POST /api/admin/payment/:paymentId/approve': {
    ask: async () => ({ params: { paymentId: await cashPayment() }, body: { note: 'Counted' } }),
    status: staffOnly,
  },
  'POST /api/admin/receipt/:receipt/match': {
    ask: async ({ bookingId }) => {
      const receipt = await tellOfMoney(market, { amount: 100_000 })
      const { reference } = await bookingRow(bookingId)
      return { params: { receipt }, body: { reference, reason: 'The customer called' } }
    },
    status: staffOnly,
  },
  'POST /api/admin/refund/:refundId/approve': {
    ask: async () => {
      const { refundId } = await refundDue(market, { pricePerDay: 9_000 })
      return { params: { refundId }, body: {} }
    },
    status: adminOnly,
  },
  'POST /api/admin/refund/:refundId/sent': {
    ask: async () => {
      const { refundId } = await refundDue(market)
      return { params: { refundId }, body: { code: drawCode(market.clock.now()) } }
    },
    status: staffOnly,
  },
  'GET /api/admin/settings': { ask: () => ({}), status: staffOnly },
  'POST /api/admin/settings': {
    ask: async () => {
      const { data } = await market.call(
        'GET /api/admin/settings',
        {},
        await market.signUp({ role: 'staff' }),
      )
      const { updatedBy: _, ...body } = data
      return { body: { ...body, mpesaBusinessName: `Shop ${Math.random()}` } }
    },
    status: adminOnly,
  },
  'GET /api/admin/today': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/holds': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/access-records': { ask: () => ({}), status: adminOnly },
  'GET /api/admin/people': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/people.csv': { ask: () => ({}), status: adminOnly },
  'GET /api/admin/person/:accountId': { ask: byOwner, status: staffOnly },
  'POST /api/admin/person/:accountId/note': {
    ask: (world) => ({ ...byOwner(world), body: { note: 'Called about the deposit' } }),
    status: staffOnly,
  },
  'POST /api/admin/person/:accountId/ban': {
    ask: async () => ({ ...(await byNewcomer()), body: { reason: 'Fake listings' } }),
    status: staffOnly,
  },
  'POST /api/admin/person/:accountId/unban': {
    ask: async () => {
      const newcomer = await byNewcomer()
      const request = { ...newcomer, body: { reason: 'Fake listings' } }
      const staff = await market.signUp({ role: 'staff' })
      await market.call('POST /api/admin/person/:accountId/ban', request, staff)
      return { ...newcomer, body: { reason: 'They were not theirs' } }
    },
    status: staffOnly,
  },
  'POST /api/admin/person/:accountId/role': {
    ask: async () => ({ ...(await byNewcomer()), body: { role: 'staff' } }),
    status: adminOnly,
  },
  'POST /api/admin/person/:accountId/log-out': { ask: byNewcomer, status: staffOnly },
  'GET /api/admin/notifications': { ask: () => ({}), status: staffOnly },
  'POST /api/admin/notification/:notificationId/retry': {
    ask: async () => ({ params: { notificationId: await givenUpNotification() } }),
    status: staffOnly,
  },
  'GET /api/admin/audit': { ask: () => ({}), status: adminOnly },
  'GET /api/admin/listings': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/listings.csv': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/listing/:listingId': { ask: byListing, status: staffOnly, listing: 'waiting' },
  'POST /api/admin/listing/:listingId/approve-payment': {
    ask: (world) => ({ ...byListing(world), body: {} }),
    status: staffOnly,
    listing: 'waiting',
  },
  'POST /api/admin/listing/:listingId/reject-payment': {
    ask: (world) => ({ ...byListing(world), body: { reason: 'Not in our account' } }),
    status: staffOnly,
    listing: 'waiting',
  },
  'POST /api/admin/listing/:listingId/verify': {
    ask: (world) => ({ ...byListing(world), body: {} }),
    status: staffOnly,
    listing: 'paid',
  },
  'POST /api/admin/listing/:listingId/reject': {
    ask: (world) => ({ ...byListing(world), body: { reason: 'The photos show two cars' } }),
    status: staffOnly,
    listing: 'paid',
  },
  'POST /api/admin/listing/:listingId/approve-edit': {
    ask: async (world) => ({ ...byListing(world), body: { editId: await pendingEdit(world) } }),
    status: staffOnly,
    listing: 'edited',
  },
  'POST /api/admin/listing/:listingId/refuse-edit': {
    ask: async (world) => ({
      ...byListing(world),
      body: { editId: await pendingEdit(world), reason: 'The photo shows 180,000 km' },
    }),
    status: staffOnly,
    listing: 'edited',
  },
  'POST /api/admin/listing/:listingId/suspend': {
    ask: (world) => ({ ...byListing(world), body: { reason: 'Reported by readers' } }),
    status: staffOnly,
    listing: 'live',
  },
  'POST /api/admin/listing/:listingId/restore': {
    ask: (world) => ({ ...byListing(world), body: {} }),
    status: staffOnly,
    listing: 'suspended',
  },
  'POST /api/admin/listing/:listingId/extend': {
    ask: (world) => ({ ...byListing(world), body: { days: 7, reason: 'The review took long' } }),
    status: staffOnly,
    listing: 'live',
  },
  'GET /api/food/list': { ask: () => ({}), status: everybody },
  'GET /api/product/list': { ask: () => ({}), status: everybody },
  'GET /api/product/get/:productId': { ask: byProduct, status: everybody },
  'POST /api/cart/get': { ask: () => ({ body: {} }), status: signedIn },
  'POST /api/cart/add': { ask: oneItem, status: signedIn },
  'POST /api/cart/remove': { ask: oneItem, status: signedIn },
  'POST /api/cart/set': {
    ask: ({ productId }) => ({ body: { itemId: productId, quantity: 3 } }),
    status: signedIn,
  },
  'POST /api/cart/merge': {
    ask: ({ productId }) => ({ body: { cartId: productId, cartData: { [productId]: 2 } } }),
    status: signedIn,
  },
  'POST /api/cart/clear': { ask: () => ({ body: {} }), status: signedIn },
  'POST /api/order/place': {
    ask: (world) => ({ body: { address: deliveryAddress(), items: oneOf(world) } }),
    status: signedIn,
  },
  'POST /api/order/chat': { ask: (world) => ({ body: { items: oneOf(world) } }), status: everybody },
  // It answers `success: false` to what is not an order, and believes nothing that it is sent.
  'POST /api/order/verify': {
    ask: ({ orderId }) => ({ body: { success: 'true', orderId } }),
    status: everybody,
    order: 'pending',
  },
  'POST /api/order/userorders': { ask: () => ({ body: {} }), status: signedIn },
  'GET /api/order/get/:orderId': { ask: byOrder, status: ownerAndStaff, order: 'pending' },
  'POST /api/order/cancel': {
    ask: ({ orderId }) => ({ body: { orderId } }),
    status: ownerOnly,
    order: 'pending',
  },
  'GET /api/admin/cars': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/car/:carId': { ask: byCar, status: staffOnly },
  'POST /api/admin/cars': { ask: async () => ({ form: await fleetForm() }), status: staffOnly },
  'POST /api/admin/car/:carId/update': {
    ask: async (world) => ({
      ...byCar(world),
      form: { price: '5200', updatedAt: await carAsSeen(world.carId) },
    }),
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/availability': {
    ask: (world) => ({ ...byCar(world), body: { available: false, note: 'At the garage' } }),
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/retire': {
    ask: async () => ({ params: { carId: await addCar(market.db) }, body: { reason: 'Sold' } }),
    status: staffOnly,
  },
  'POST /api/admin/car/:carId/restore': {
    ask: async () => ({ params: { carId: await retiredCar() }, body: {} }),
    status: staffOnly,
  },
  'GET /api/admin/products': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/product/:productId': { ask: byProduct, status: staffOnly },
  'POST /api/admin/products': {
    ask: async () => ({ form: await productForm() }),
    status: staffOnly,
  },
  'POST /api/admin/product/:productId/update': {
    ask: ({ productId }) => ({ params: { productId }, form: { price: '2600' } }),
    status: staffOnly,
  },
  'POST /api/admin/product/:productId/stock': {
    ask: (world) => ({ ...byProduct(world), body: { onHand: 20 } }),
    status: staffOnly,
  },
  'POST /api/admin/product/:productId/visibility': {
    ask: (world) => ({ ...byProduct(world), body: { hidden: true } }),
    status: staffOnly,
  },
  'GET /api/admin/orders': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/orders.csv': { ask: () => ({}), status: staffOnly },
  'GET /api/admin/order/:orderId': { ask: byOrder, status: staffOnly, order: 'pending' },
  'POST /api/admin/order/:orderId/move': {
    ask: (world) => ({ ...byOrder(world), body: { move: 'process', note: '' } }),
    status: staffOnly,
    order: 'paid',
  },
  'GET /api/admin/catalog/:list': { ask: () => ({ params: { list: 'services' } }), status: staffOnly },
  'GET /api/admin/catalog/:list/:itemId': {
    ask: async () => ({ params: await inCatalog() }),
    status: staffOnly,
  },
  'POST /api/admin/catalog/:list': {
    ask: () => ({ params: { list: 'locations' }, form: { name: `Town ${++places}` } }),
    status: staffOnly,
  },
  'POST /api/admin/catalog/:list/:itemId/update': {
    ask: async () => {
      const params = await inCatalog()
      return { params, form: { name: `Town ${++places}`, updatedAt: await placeAsSeen(params.itemId) } }
    },
    status: staffOnly,
  },
  'POST /api/admin/catalog/:list/:itemId/visibility': {
    ask: async () => ({ params: await inCatalog(), body: { hidden: true } }),
    status: staffOnly,
  },
  'POST /api/admin/catalog/:list/:itemId/remove': {
    ask: async () => ({ params: await inCatalog() }),
    status: staffOnly,
  },
  'POST /api/admin/catalog/:list/order': {
    ask: async () => {
      await inCatalog()
      const rows = market.db.selectFrom('locations').select('id').orderBy('position').orderBy('name')
      const was = (await rows.execute()).map(({ id }) => id)
      return { params: { list: 'locations' }, body: { was, order: was.toReversed() } }
    },
    status: staffOnly,
  },
  'GET /api/category/list': { ask: () => ({}), status: everybody },
  'GET /api/location/list': { ask: () => ({}), status: everybody },
  'GET /api/service/list': { ask: () => ({}), status: everybody },
  'GET /api/banner/list': { ask: () => ({}), status: everybody },
  'GET /api/settings': { ask: () => ({}), status: everybody },
}

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  await addCategory(market.db, 'Hatchback')
})
afterAll(() => market.close())

async function someMessage(): Promise<string> {
  const row = {
    name: 'Amina',
    email: nobodysAddress,
    message: 'Hello',
    fingerprint: freshEmail(),
    created_at: market.clock.now(),
  }
  return (await saveMessage(market.db, row)).id
}

let places = 0
async function inCatalog() {
  return { list: 'locations', itemId: await addLocation(market.db, `Town ${++places}`) }
}

async function pendingEdit({ listingId }: World): Promise<string> {
  const edit = market.db.selectFrom('listing_edits').select('id').where('listing_id', '=', listingId)
  return (await edit.executeTakeFirstOrThrow()).id
}

async function placeAsSeen(id: string): Promise<string> {
  const place = market.db.selectFrom('locations').select('updated_at').where('id', '=', id)
  return (await place.executeTakeFirstOrThrow()).updated_at.toISOString()
}

async function carAsSeen(carId: string): Promise<string> {
  const car = market.db.selectFrom('cars').select('updated_at').where('id', '=', carId)
  return (await car.executeTakeFirstOrThrow()).updated_at.toISOString()
}

async function retiredCar(): Promise<string> {
  const carId = await addCar(market.db)
  const gone = { retired_at: market.clock.now() }
  await market.db.updateTable('cars').set(gone).where('id', '=', carId).execute()
  return carId
}

async function givenUpNotification(): Promise<string> {
  const id = uuidv7()
  const at = market.clock.now()
  const words = { kind: 'booking_confirmed', recipient: nobodysAddress, subject: 'Hello', body: 'Hello' }
  const row = { id, ...words, dedupe_key: id, created_at: at, next_attempt_at: at, given_up_at: at }
  await market.db.insertInto('notifications').values(row).execute()
  return id
}

let emails = 0
const freshEmail = () => `fresh${++emails}@example.com`
/** A phone can ring for one payment at a time. */
let phones = 0
const freshPhone = () => `07123450${String(10 + ++phones).padStart(2, '0')}`
/** What a customer states; each of them another. */
let customers = 0
const customersPhone = () => `0719${String(++customers).padStart(6, '0')}`
const today = () => nairobiDay(market.clock.now())
const stay = () => ({ startDate: addDays(today(), 5), endDate: addDays(today(), 8) })
const wish = (carId: string, method = 'whatsapp') => ({
  carId,
  ...stay(),
  pickupLocation: 'Nairobi',
  dropoffLocation: 'Nairobi',
  customerInfo: { firstName: 'Wanjiku', lastName: 'Kamau', email: 'w@example.com', phone: customersPhone() },
  paymentMethod: method,
  ...(method === 'mpesa' ? { paymentDetails: { mpesaNumber: freshPhone() } } : {}),
})

const block = () => ({
  startDate: addDays(today(), 20),
  startTime: '08:00',
  endDate: addDays(today(), 22),
  endTime: '18:00',
  reason: 'Service',
})

function bookingRow(bookingId: string) {
  return market.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()
}

const renewal = (id: string) => {
  const now = market.clock.now()
  return {
    id,
    paymentMethod: 'message',
    mpesaName: 'Brian Otieno',
    mpesaPhoneNumber: '0712345678',
    mpesaMessage: mpesaMessage({ code: drawCode(now), amount: 4_500, now }),
    amount: 4_500,
  }
}

async function send(name: RouteKey, { form, ...request }: Request, token?: string): Promise<number> {
  if (form) {
    const [, path = ''] = name.split(' ')
    const url = path.replace(/:(\w+)/g, (_, part: string) => request.params?.[part] ?? '')
    return (await postForm(market, url, form, { token })).statusCode
  }
  try {
    await market.call(name, request as never, { token })
    return 200
  } catch (error) {
    if (error instanceof ApiError) return error.status
    throw error
  }
}

async function makeWorld(name: RouteKey, { booking = 'pending', listing, order }: Row): Promise<World> {
  const owner = await market.signUp()
  const listingId = listing ? (await createListing(market, owner))._id : ''
  if (listing === 'edited') {
    await moveListingOn(market, listingId, 'live')
    await market.call('POST /api/sell/update', { body: { id: listingId, mileage: 20_000 } }, owner)
  } else if (listing && listing !== 'waiting') await moveListingOn(market, listingId, listing)
  const staff = await market.signUp({ role: 'staff' })
  const productId = await addProduct(market)
  const orderId = order ? (await placeOrder(market, owner, productId)).orderId : ''
  if (order) await moveOrderTo(market, orderId, order)
  const paidByPhone = name.includes('/payment/:') || name.includes('/demo/')
  const carId = await addCar(market.db)
  const body = wish(carId, paidByPhone ? 'mpesa' : 'whatsapp') as never
  const made = await market.call('POST /api/booking/create', { body }, owner)
  // The phone rings once the push job has run.
  if (paidByPhone) await market.deps.jobs.runQueued(createWorkers(market.deps))
  const world = {
    carId,
    bookingId: made.data._id,
    paymentId: made.payment?._id ?? '',
    listingId,
    productId,
    orderId,
    owner,
  }
  const params = { bookingId: world.bookingId }
  if (booking !== 'pending') {
    await market.call(
      'POST /api/admin/booking/:bookingId/confirm',
      { params, body: { note: 'Cash', paidBy: 'cash' } },
      staff,
    )
  }
  if (booking === 'active' || booking === 'completed') {
    await market.call('POST /api/admin/booking/:bookingId/handover', { params, body: condition }, staff)
  }
  if (booking === 'completed') {
    await market.call('POST /api/admin/booking/:bookingId/return', { params, body: condition }, staff)
  }
  // A request for a new booking needs a car that the first one has not taken.
  return name === 'POST /api/booking/create' ? { ...world, carId: await addCar(market.db) } : world
}

/** Cash that somebody else took. */
async function cashPayment(): Promise<string> {
  const taker = await market.signUp({ role: 'staff' })
  const { booking } = await bookByMpesa(market)
  await moveBookingOn(market, taker, booking._id, 'confirmed')
  const { id } = await market.db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', booking._id)
    .where('method', '=', 'cash')
    .executeTakeFirstOrThrow()
  return id
}

async function tokenOf(kind: CallerKind, world: World): Promise<string | undefined> {
  if (kind === 'none') return undefined
  if (kind === 'owner') return world.owner.token
  if (kind === 'revoked') {
    await market.call('POST /api/user/logout-everywhere', {}, world.owner)
    return world.owner.token
  }
  return (await market.signUp({ role: kind === 'other' ? 'user' : kind })).token
}

/** By what ended them; their tokens are signed and not over by themselves. */
async function tokensOfSessionsThatAreOver(owner: Person & { role: Role }): Promise<Record<string, string>> {
  const now = market.clock.now().getTime()
  const daysAgo = (days: number) => new Date(now - days * 86_400_000)
  const ways = {
    ended: { ended_at: daysAgo(0) },
    idle: { created_at: daysAgo(30), idle_expires_at: daysAgo(0) },
    'at its absolute end': {
      created_at: daysAgo(90),
      idle_expires_at: daysAgo(0),
      expires_at: daysAgo(0),
    },
  }
  const tokens: Record<string, string> = {}
  for (const [way, change] of Object.entries(ways)) {
    const { token, sessionId } = await addSession(market.deps, owner)
    await market.db.updateTable('sessions').set(change).where('id', '=', sessionId).execute()
    tokens[way] = token
  }
  return tokens
}

describe('every route admits exactly the callers it is for', () => {
  const names = Object.keys(routes) as RouteKey[]

  test('the matrix has a row for each route, and a right status for each kind of access', () => {
    expect(Object.keys(rows).sort()).toEqual([...names].sort())
    expect(names.length).toBeGreaterThan(30)
    for (const name of names) {
      const access: string = routes[name].access
      const { none, other, revoked } = rows[name].status
      if (access !== 'anyone') expect([none, revoked], name).toEqual([401, 401])
      if (access === 'staff' || access === 'admin') expect(other, name).toBe(403)
    }
  })

  test.each(names)('%s', async (name) => {
    const row = rows[name]
    const seen: Partial<Record<CallerKind, number>> = {}
    for (const kind of callers) {
      const world = await makeWorld(name, row)
      const token = await tokenOf(kind, world)
      seen[kind] = await send(name, await row.ask(world), token)
    }
    expect(seen).toEqual(row.status)
  })

  test('a session that is over opens no route that needs one', async () => {
    const admin = await market.signUp({ role: 'admin' })
    const tokens = await tokensOfSessionsThatAreOver({ ...admin, role: 'admin' })
    const guarded = names.filter((name) => routes[name].access !== 'anyone')
    expect(guarded.length).toBeGreaterThan(80)
    for (const [why, token] of Object.entries(tokens)) {
      const opened: RouteKey[] = []
      for (const name of guarded) {
        const [method, path = ''] = name.split(' ')
        const url = path.replace(/:\w+/g, uuidv7())
        const answer = await market.app.inject({ method: method as 'GET', url, headers: { token } })
        if (answer.statusCode !== 401) opened.push(name)
      }
      expect({ why, opened }).toEqual({ why, opened: [] })
    }
    expect((await market.call('GET /api/admin/today', {}, admin)).success).toBe(true)
  })

  test('whatever staff changed is in the audit log', async () => {
    const changing = names.filter((name) => name.includes(' /api/admin/') && !name.startsWith('GET '))
    const written = await market.db.selectFrom('audit_log').select('action').distinct().execute()
    expect(changing.length).toBeGreaterThan(10)
    expect(written.map(({ action }) => action).sort()).toEqual(changing.toSorted())
  })
})
