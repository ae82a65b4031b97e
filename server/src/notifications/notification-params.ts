import { ExtraLine } from '@twende/contract/bookings/booked-extras.ts'
import { CancellationTerms } from '@twende/contract/bookings/cancellation-policy.ts'
import { CHARGE_KINDS } from '@twende/contract/bookings/condition/charges.ts'
import { MARKET_STATES } from '@twende/contract/listings/listing-status.ts'
import { PAYABLE_TYPES } from '@twende/contract/payments/payment.ts'
import { REFUND_WAYS } from '@twende/contract/payments/payment-choices.ts'
import * as z from 'zod/mini'

/** What notifications of several kinds are made from. */

export const Instant = z.iso.datetime()
export const Person = z.object({
  /** The name that the person gave; a text uses no more than its first word. */
  name: z.string(),
})
/** How what goes back does so; not in mails of an earlier day. */
export const refundWay = z.optional(z.enum(REFUND_WAYS))
const Factor = z.enum(['passkey', 'app', 'recovery_codes'])
export const FactorChange = z.extend(Person, { factor: Factor, at: Instant })
export const SomethingAt = z.extend(Person, { at: Instant })

export const BookingParams = z.extend(Person, {
  /** Null for a customer at the counter without an account, who can open no page of it. */
  bookingId: z.nullable(z.string()),
  /** `BK1234`. */
  reference: z.string(),
  carName: z.string(),
  startDate: z.string(),
  pickupTime: z.string(),
  pickupLocation: z.string(),
  endDate: z.string(),
  dropoffTime: z.string(),
  dropoffLocation: z.string(),
  /** Each extra with its price; a notification that was stored before there were extras has none. */
  extras: z._default(z.array(ExtraLine), []),
  finalAmount: z.int(),
  cancellation: CancellationTerms,
})

export const NotifiedCharge = z.object({
  kind: z.enum(CHARGE_KINDS),
  what: z.string(),
  quantity: z.nullable(z.int()),
  amount: z.int(),
})

export const YardMove = z.object({
  at: Instant,
  car: z.string(),
  /** Empty while none is known. */
  plate: z.string(),
  place: z.string(),
  reference: z.string(),
})
export const RentalRef = z.extend(Person, {
  bookingId: z.string(),
  reference: z.string(),
  carName: z.string(),
})

export const OrderParams = z.extend(Person, {
  /** `ORD1001`. */
  number: z.string(),
  amount: z.int(),
})

export const MISSING_FOR_MARKET = ['available', 'paid', 'renewed', 'changed', 'checked'] as const
export type MissingForMarket = (typeof MISSING_FOR_MARKET)[number]

export const ListingParams = z.extend(Person, {
  carName: z.string(),
  /** When the paid period ends; null until it began. */
  expiresAt: z.nullable(Instant),
  /** What the listing was on the market then; missing in older ones. */
  state: z.optional(z.enum(MARKET_STATES)),
  /** All that keeps buyers from it and can be done, in the order in which it is; missing in older ones. */
  missing: z.optional(z.array(z.enum(MISSING_FOR_MARKET))),
  /** What staff asked for when it sent the listing back; missing where its seller need not do anything. */
  asked: z.optional(z.string()),
})
/** Whether staff looks at a payment for more time. */
export const renewalWaits = z.optional(z.boolean())
export const ListingParamsWithReason = z.extend(ListingParams, { reason: z.string() })

export const PayableRef = z.object({ type: z.enum(PAYABLE_TYPES), reference: z.string() })

export type FactorKind = z.output<typeof Factor>
export type BookingParams = z.output<typeof BookingParams>
export type OrderParams = z.output<typeof OrderParams>
export type ListingParams = z.output<typeof ListingParams>

/** Of something that was charged or kept, and is withdrawn. */
export const WithdrawnParams = z.extend(BookingParams, {
  /** What goes back of what was paid for it, and what is held again with the deposit; stored mails may lack both. */
  back: z.optional(z.int()),
  heldAgain: z.optional(z.int()),
})

export const AddendumToAccept = z.extend(BookingParams, {
  path: z.string(),
  /** Another driver was approved; otherwise the rental ends at another time. */
  addsDriver: z._default(z.boolean(), false),
  /** Names of those who do not drive any more. */
  leaving: z._default(z.array(z.string()), []),
})

export const CarLost = z.extend(BookingParams, {
  owed: z.int(),
  /** What is held of the deposit; 0 where none is. */
  held: z.int(),
  /** The last day on which what is left of it goes back; null where none is held. */
  returnBy: z.nullable(z.string()),
  /** Ours. */
  phone: z.string(),
})

export const LossWithdrawn = z.extend(BookingParams, { owed: z.int(), held: z.int(), phone: z.string() })

export const DriverWithdrawn = z.extend(BookingParams, {
  drivers: z.array(z.string()),
  /** What staff wrote. */
  reason: z.string(),
  isOut: z.boolean(),
  /** Nobody else may drive, so that the car does not leave, or stays where it is. */
  isStopped: z.boolean(),
  /** Where the change of the agreement is accepted, if one is signed. */
  path: z.nullable(z.string()),
})

/** That what was paid goes back, and why. */
export const RefundOwed = z.extend(Person, {
  payable: PayableRef,
  amount: z.int(),
  refundWay,
  why: z.enum(['paid_too_late', 'paid_twice', 'given_back', 'listing_deleted', 'more_than_owed', 'sold_out']),
  /** What a person wrote; may be empty. */
  reason: z.string(),
})

/** That less goes back than the customer was told. */
export const RefundLowered = z.extend(Person, {
  payable: PayableRef,
  before: z.int(),
  amount: z.int(),
  refundWay,
  /** Whether staff corrected what was paid; otherwise its provider reported less. */
  byStaff: z.boolean(),
  /** What staff wrote; may be empty. */
  reason: z.string(),
})

/** Money that came, and what it pays for. */
export const PaymentReceived = z.extend(Person, {
  payable: PayableRef,
  amount: z.int(),
  receipt: z.string(),
  /** Of a listing: the time that it pays for with parts before it, or what was paid in all if that is too little. */
  time: z.optional(z.object({ months: z.int(), days: z.int() })),
  part: z.optional(
    z.object({
      total: z.int(),
      price: z.int(),
      months: z.int(),
      /** Why the rest cannot be paid now. */
      closed: z.optional(z.enum(['sold', 'suspended'])),
    }),
  ),
  /** Of money by a reference: what is left to pay, or that staff looks at it because it is more. */
  left: z.optional(z.int()),
  isLookedAt: z.optional(z.boolean()),
})

/** A payment that counts no longer, and what is owed or goes back since. */
export const PaymentVoided = z.extend(Person, {
  payable: PayableRef,
  amount: z.int(),
  code: z.string(),
  isOwed: z.boolean(),
  /** What is owed for it now; a notification that was stored before does not say. */
  owed: z.optional(z.int()),
  /** Whether other money that came for it is looked at, and may pay it. */
  isLookedAt: z._default(z.boolean(), false),
  /** Whether it waits to be paid again. */
  waits: z._default(z.boolean(), false),
  /** What was to go back for it, and what goes back still; a notification that was stored before does not say. */
  refund: z._default(z.object({ before: z.int(), amount: z.int() }), { before: 0, amount: 0 }),
  /** Whether it was recorded by mistake; otherwise its provider never reported it. */
  byMistake: z._default(z.boolean(), false),
})
