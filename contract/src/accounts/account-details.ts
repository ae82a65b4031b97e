import * as z from 'zod/mini'
import { BOOKING_STATUSES } from '../bookings/booking-status.ts'
import { LISTING_STATUSES } from '../listings/listing-status.ts'
import { PAYABLE_TYPES, PAYMENT_STATUSES } from '../payments/payment.ts'
import { ORDER_STATUSES } from '../shop/order-status.ts'
import { Role, StaffRights } from './account-routes.ts'
import { NOTE_KINDS } from './account-rules.ts'

/** A person as staff finds them. */
export const AccountSummary = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  role: Role,
  memberSince: z.string(),
  bannedAt: z.nullable(z.string()),
  /** The person left: what remains is a number that records of money refer to. */
  deleted: z.boolean(),
  bookings: z.int(),
  listings: z.int(),
  orders: z.int(),
})
export type AccountSummary = z.output<typeof AccountSummary>

/** What staff wrote or did about a person. */
export const AccountNote = z.object({
  at: z.string(),
  by: z.string(),
  what: z.enum(NOTE_KINDS),
  note: z.string(),
})
export type AccountNote = z.output<typeof AccountNote>

const AccountBooking = z.object({
  _id: z.string(),
  reference: z.string(),
  car: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  amount: z.int(),
  status: z.enum(BOOKING_STATUSES),
  carIsLost: z.boolean(),
})
const AccountListing = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.int(),
  status: z.enum(LISTING_STATUSES),
  verified: z.boolean(),
  /** Removed by the seller; what was reported or suspended stays with staff. */
  deleted: z.boolean(),
  createdAt: z.string(),
})
const AccountPayment = z.object({
  _id: z.string(),
  purpose: z.enum(PAYABLE_TYPES),
  amount: z.int(),
  status: z.enum(PAYMENT_STATUSES),
  receipt: z.nullable(z.string()),
  at: z.string(),
})
const AccountOrder = z.object({
  _id: z.string(),
  number: z.string(),
  amount: z.int(),
  status: z.enum(ORDER_STATUSES),
  createdAt: z.string(),
})

/** Everything staff sees of a person; of what they did the latest, the newest first. */
export const AccountDetails = z.extend(AccountSummary, {
  hasSecondFactor: z.boolean(),
  /** What they may do as staff; an admin may do everything. */
  rights: StaffRights,
  /** What they paid that was not given back, in shillings; for staff with the right to payments, as are the payments. */
  paid: z.optional(z.int()),
  latest: z.object({
    bookings: z.array(AccountBooking),
    listings: z.array(AccountListing),
    payments: z.optional(z.array(AccountPayment)),
    orders: z.array(AccountOrder),
  }),
  notes: z.array(AccountNote),
})
export type AccountDetails = z.output<typeof AccountDetails>
