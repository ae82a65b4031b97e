import type { ReportKind } from '@twende/contract/bookings/condition/condition-report.ts'
import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { STAFF_RIGHTS, type StaffRight } from '@twende/contract/http/route.ts'
import { v7 as uuidv7 } from 'uuid'
import { saveMessage } from '../../content/contact-message-store.ts'
import { reportOf } from '../condition-reports.ts'
import { addCar, addCategory, addLocation } from '../fleet.ts'
import { carForm } from '../fleet-form.ts'
import { bookByMpesa } from '../payments.ts'
import type { Person } from '../people.ts'
import { moveBookingOn } from '../renting.ts'
import { drawCode, type FormFields, mpesaMessage, sellFields } from '../selling.ts'
import type { ReachedState } from '../shopping.ts'
import { openTestMarket, type TestMarket } from '../test-app.ts'

/** The market that the rows of a test file use; each test file opens its own. */
export let market: TestMarket

export async function openMatrixMarket(): Promise<void> {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  await addCategory(market.db, 'Hatchback')
}

/**
 * `staff` has no other right than the one that the route needs, `staffWithout` every right but that one. On a route that needs none,
 * `staffWithout` has none.
 */
export type CallerKind = 'none' | 'other' | 'owner' | 'staff' | 'staffWithout' | 'admin' | 'revoked'
/** The owner signs out before staff comes: whoever is not admitted leaves everything as it was for the next caller. */
export const callers: readonly CallerKind[] = [
  'none',
  'other',
  'owner',
  'revoked',
  'staffWithout',
  'staff',
  'admin',
]

export type Fixture = {
  carId: string
  bookingId: string
  paymentId: string
  listingId: string
  productId: string
  orderId: string
  owner: Person
}
export type Request = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormFields
}
export type AccessRow = {
  /** A request that is valid in everything but its sender. */
  request: (fixture: Fixture) => Request | Promise<Request>
  /** What `staffWithout` gets follows from `right`: 403 where the route needs one, otherwise the same as `staff`. */
  status: Record<Exclude<CallerKind, 'staffWithout'>, number>
  /** The right that the route needs of staff. */
  right?: StaffRight
  /** What staff without rights gets of a route for everybody who is signed in, where that is not what other staff gets. */
  withoutRights?: number
  /** The status that a booking needs to have; without it, only routes of bookings and payments have one. */
  booking?: 'pending' | 'confirmed' | 'active' | 'completed'
  /** The status that a listing needs to have; without it, there is no listing. */
  listing?: 'waiting' | 'paid' | 'live' | 'edited' | 'suspended'
  /** The status that the order needs to have; without it, there is no order. */
  order?: ReachedState
}

export const everybody = { none: 200, other: 200, owner: 200, staff: 200, admin: 200, revoked: 200 }
export const signedIn = { none: 401, other: 200, owner: 200, staff: 200, admin: 200, revoked: 401 }
export const staffOnly = { none: 401, other: 403, owner: 403, staff: 200, admin: 200, revoked: 401 }
export const adminOnly = { ...staffOnly, staff: 403 }
/** What belongs to somebody else answers 404, for staff as well: they have routes of their own. */
export const ownerOnly = { none: 401, other: 404, owner: 200, staff: 404, admin: 404, revoked: 401 }
export const ownerAndStaff = { ...ownerOnly, staff: 200, admin: 200 }

export const signedInTooLate = { none: 401, other: 409, owner: 409, staff: 409, admin: 409, revoked: 401 }

export const NOBODYS_CHALLENGE = 'x'.repeat(43)
export const nobodysPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
}
export const nobodysAddress = 'nobody@example.com'
export const byCar = ({ carId }: Fixture) => ({ params: { carId } })
export const byBooking = ({ bookingId }: Fixture) => ({ params: { bookingId } })
export const byPayment = ({ paymentId }: Fixture) => ({ params: { paymentId } })
export const byListing = ({ listingId }: Fixture) => ({ params: { listingId } })
export const bySale = ({ listingId }: Fixture) => ({ params: { carId: listingId } })
export const byId = ({ listingId }: Fixture) => ({ body: { id: listingId } })
export const byProduct = ({ productId }: Fixture) => ({ params: { productId } })
export const byOrder = ({ orderId }: Fixture) => ({ params: { orderId } })
export const byOwner = ({ owner }: Fixture) => ({ params: { accountId: owner.accountId } })
export const byNewcomer = async () => ({ params: { accountId: (await market.signUp()).accountId } })
export const oneItem = ({ productId }: Fixture) => ({ body: { itemId: productId } })
export const oneOf = ({ productId }: Fixture) => [{ _id: productId, quantity: 1 }]
export const productForm = async () => ({
  image1: (await sellFields(market.clock.now())).image1,
  name: `Keyboard ${++keyboards}`,
  description: 'Quiet keys.',
  category: 'Accessories',
  price: '2500',
  onHand: '4',
})
export const fleetForm = () => carForm({ category: 'Hatchback', location: 'Nairobi' })
let keyboards = 0

/** What hands a car over or takes it back, with the report that is part of it. */
export async function condition({ bookingId }: Fixture, kind: ReportKind) {
  const report = await reportOf(market, bookingId, { kind })
  return { params: { bookingId }, body: { km: 42_500, fuel: 8, note: '', report } }
}

/** A report that its staff has not begun yet. */
export const newReport = ({ bookingId }: Fixture, kind: ReportKind) => ({
  params: { bookingId, kind },
  draftId: uuidv7(),
})

export async function addContactMessage(): Promise<string> {
  const row = {
    name: 'Amina',
    email: nobodysAddress,
    message: 'Hello',
    fingerprint: nextEmail(),
    created_at: market.clock.now(),
  }
  return (await saveMessage(market.db, row)).id
}

let towns = 0
export const nextTown = () => `Town ${++towns}`
export async function addCatalogLocation() {
  return { list: 'locations', itemId: await addLocation(market.db, nextTown()) }
}

export async function pendingEditId({ listingId }: Fixture): Promise<string> {
  const edit = market.db.selectFrom('listing_edits').select('id').where('listing_id', '=', listingId)
  return (await edit.executeTakeFirstOrThrow()).id
}

export async function locationUpdatedAt(id: string): Promise<string> {
  const place = market.db.selectFrom('locations').select('updated_at').where('id', '=', id)
  return (await place.executeTakeFirstOrThrow()).updated_at.toISOString()
}

export async function carUpdatedAt(carId: string): Promise<string> {
  const car = market.db.selectFrom('cars').select('updated_at').where('id', '=', carId)
  return (await car.executeTakeFirstOrThrow()).updated_at.toISOString()
}

export async function addRetiredCar(): Promise<string> {
  const carId = await addCar(market.db)
  const gone = { retired_at: market.clock.now() }
  await market.db.updateTable('cars').set(gone).where('id', '=', carId).execute()
  return carId
}

export async function addFailedNotification(): Promise<string> {
  const id = uuidv7()
  const at = market.clock.now()
  const message = { channel: 'mail', recipient: nobodysAddress, kind: 'order_paid', params: '{}' }
  const row = { id, ...message, dedupe_key: id, created_at: at, next_attempt_at: at, given_up_at: at }
  await market.db.insertInto('notifications').values(row).execute()
  return id
}

let emails = 0
export const nextEmail = () => `fresh${++emails}@example.com`
/** A phone can ring for one payment at a time. */
let phones = 0
const nextPayingPhone = () => `07123450${String(10 + ++phones).padStart(2, '0')}`
/** The contact number of a customer, a new one each time. */
let customers = 0
const nextCustomerPhone = () => `0719${String(++customers).padStart(6, '0')}`
export const today = () => nairobiDay(market.clock.now())
export const rentalDates = () => ({ startDate: addDays(today(), 5), endDate: addDays(today(), 8) })
export const bookingRequest = (carId: string, method = 'whatsapp') => ({
  carId,
  ...rentalDates(),
  pickupLocation: 'Nairobi',
  dropoffLocation: 'Nairobi',
  customerInfo: {
    firstName: 'Wanjiku',
    lastName: 'Kamau',
    email: 'w@example.com',
    phone: nextCustomerPhone(),
  },
  paymentMethod: method,
  ...(method === 'mpesa' ? { paymentDetails: { mpesaNumber: nextPayingPhone() } } : {}),
})

export const block = () => ({
  startDate: addDays(today(), 20),
  startTime: '08:00',
  endDate: addDays(today(), 22),
  endTime: '18:00',
  reason: 'Service',
})

export function bookingRow(bookingId: string) {
  return market.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()
}

export const renewal = (id: string) => {
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

/** A cash payment that another person of staff recorded. */
export async function addCashPayment(): Promise<string> {
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

/** The status that each caller gets. */
export function statusesOf({ status, right, withoutRights }: AccessRow): Record<CallerKind, number> {
  return { ...status, staffWithout: right ? 403 : (withoutRights ?? status.staff) }
}

/** The rights of the staff that calls a route which needs this one, or none. */
export function rightsOfCaller(kind: CallerKind, right: StaffRight | undefined): readonly StaffRight[] {
  if (kind === 'staff') return right ? [right] : STAFF_RIGHTS
  return right ? STAFF_RIGHTS.filter((other) => other !== right) : []
}
