import { ExtraLine } from '@twende/contract/bookings/booked-extras.ts'
import { PAYMENT_METHODS } from '@twende/contract/bookings/booking.ts'
import { DISPUTE_DECISIONS } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { KEPT_REASONS } from '@twende/contract/bookings/kept-deposit.ts'
import { DOCUMENT_KINDS } from '@twende/contract/cars/car-cover.ts'
import type { NotificationTopic } from '@twende/contract/notifications/notification-preferences.ts'
import { ORDER_CHANNELS } from '@twende/contract/shop/shop-choices.ts'
import { type StoredDocument, storedDocument } from '@twende/contract/stored-document.ts'
import * as z from 'zod/mini'
import type { PlaceNames } from '../content/place-names.ts'
import {
  AddendumToAccept,
  BookingParams,
  CarLost,
  DriverWithdrawn,
  FactorChange,
  Instant,
  ListingParams,
  ListingParamsWithReason,
  LossWithdrawn,
  NotifiedCharge,
  OrderParams,
  PaymentReceived,
  PaymentVoided,
  Person,
  RefundLowered,
  RefundOwed,
  RentalRef,
  refundWay,
  renewalWaits,
  SomethingAt,
  WithdrawnParams,
  YardMove,
} from './notification-params.ts'

/**
 * What each kind of notification is about and the parameters that are stored for it. Subject and text are made from the
 * parameters when the notification is sent (`texts/`).
 */

type Topic = NotificationTopic | 'always'

/** Those about money, safety or something lost are sent `always`, whatever the person switched off. */
function kind<Params extends object>(topic: Topic, schema: z.ZodMiniType<Params>) {
  return { topic, document: storedDocument('parameters of a notification', schema) }
}

const kinds = {
  recovery_code: kind(
    'always',
    z.extend(Person, {
      expiresAt: Instant,
      /** Missing once it was deleted: after sending, after the last attempt, and in what is shown to anyone. */
      secret: z.optional(z.object({ code: z.string(), link: z.string() })),
    }),
  ),
  /** To an address or a phone that may have no account. */
  contact_code: kind(
    'always',
    z.extend(Person, {
      expiresAt: Instant,
      /** Missing once it was deleted. */
      secret: z.optional(z.object({ code: z.string() })),
    }),
  ),
  password_changed: kind(
    'always',
    z.extend(Person, {
      at: Instant,
      /** The devices that were logged out: all of them, or all but the one that changed the password. */
      loggedOut: z.enum(['everywhere', 'elsewhere']),
    }),
  ),
  account_deleted: kind('always', SomethingAt),
  second_factor_added: kind('always', FactorChange),
  second_factor_removed: kind('always', FactorChange),
  /** An admin, or whoever runs the server, removed what the person had lost. */
  second_factor_reset: kind('always', SomethingAt),
  recovery_code_used: kind('always', z.extend(Person, { left: z.int(), at: Instant })),

  booking_requested: kind(
    'bookings',
    z.extend(BookingParams, {
      /** When an unpaid booking releases its car. */
      heldUntil: Instant,
      /** False when the car is held for nobody until it is paid. */
      keepsCar: z.boolean(),
      method: z.enum(PAYMENT_METHODS),
    }),
  ),
  booking_confirmed: kind('bookings', BookingParams),
  /** It is live again under another reference. */
  booking_renumbered: kind('always', z.extend(BookingParams, { formerReference: z.string() })),
  booking_cancelled: kind(
    'always',
    z.extend(BookingParams, {
      noShow: z.boolean(),
      /** What a person wrote; may be empty. */
      reason: z.string(),
      /** What goes back to the customer; 0 if nothing was paid or nothing is due. */
      refund: z.int(),
      refundWay,
      /** What staff still looks at; a notification that was stored before does not say. */
      inReview: z.optional(z.int()),
    }),
  ),
  booking_expired: kind('bookings', BookingParams),
  booking_changed: kind(
    'always',
    z.extend(BookingParams, {
      /** What was paid for the change, and what goes back; one of them, or both, 0. */
      paid: z.int(),
      refund: z.int(),
      refundWay,
      /** The car before, where another one was chosen. */
      formerCar: z.optional(z.string()),
      /** The car is with its customer: nothing is cancelled any more. */
      isOut: z.optional(z.boolean()),
    }),
  ),
  booking_pickup_reminder: kind('bookings', BookingParams),
  booking_papers_missing: kind('bookings', BookingParams),
  booking_return_reminder: kind('bookings', BookingParams),
  booking_overdue: kind('always', BookingParams),
  booking_agreement_made: kind('bookings', BookingParams),
  booking_return_report_made: kind('bookings', BookingParams),
  booking_addendum_to_accept: kind('always', AddendumToAccept),
  /** Two people declared the car lost. */
  booking_car_lost: kind('always', CarLost),
  /** Two people withdrew that. */
  booking_loss_withdrawn: kind('always', LossWithdrawn),
  /** The approval of drivers was taken back. */
  booking_driver_withdrawn: kind('always', DriverWithdrawn),
  booking_charge_decided: kind(
    'always',
    z.extend(WithdrawnParams, {
      charge: NotifiedCharge,
      decision: z.enum(DISPUTE_DECISIONS),
      /** How much of it was withdrawn; a notification that names nothing was about all of it. */
      withdrawn: z.optional(z.int()),
      /** What staff wrote; may be empty. */
      answer: z.string(),
    }),
  ),
  booking_deposit_kept: kind(
    'always',
    z.extend(BookingParams, {
      amount: z.int(),
      /** What of it paid what was owed before, and is not charged for the reason. */
      paidOwed: z.optional(z.int()),
      reason: z.enum(KEPT_REASONS),
      words: z.string(),
      /** What is still held and goes back. */
      held: z.int(),
    }),
  ),
  booking_kept_part_decided: kind(
    'always',
    z.extend(WithdrawnParams, {
      amount: z.int(),
      reason: z.enum(KEPT_REASONS),
      decision: z.enum(DISPUTE_DECISIONS),
      withdrawn: z.int(),
      /** What staff wrote; may be empty. */
      answer: z.string(),
      /** What is owed for the booking since then. */
      owed: z.optional(z.int()),
    }),
  ),
  booking_fine_charged: kind(
    'always',
    z.extend(BookingParams, {
      amount: z.int(),
      offenceAt: Instant,
      plate: z.string(),
      /** Of whoever fines; may be empty. */
      paperReference: z.string(),
    }),
  ),
  booking_fine_decided: kind(
    'always',
    z.extend(WithdrawnParams, {
      amount: z.int(),
      offenceAt: Instant,
      plate: z.string(),
      decision: z.enum(DISPUTE_DECISIONS),
      withdrawn: z.int(),
      answer: z.string(),
    }),
  ),
  booking_fine_withdrawn: kind(
    'always',
    z.extend(WithdrawnParams, { amount: z.int(), offenceAt: Instant, plate: z.string(), reason: z.string() }),
  ),
  booking_return_taken_back: kind(
    'always',
    z.extend(BookingParams, {
      reason: z.string(),
      charged: z.int(),
      hasDeposit: z.boolean(),
      /** False where the rental had ended before, as that of a lost car; stored mails without it are of rentals that go on. */
      goesOn: z._default(z.boolean(), true),
    }),
  ),
  booking_deposit_released: kind(
    'always',
    z.extend(BookingParams, {
      amount: z.int(),
      reason: z.string(),
      /** What is owed for the booking since then. */
      owed: z._default(z.int(), 0),
      /** Whether it is held with the rest of the deposit; otherwise it goes back at once. */
      isHeld: z._default(z.boolean(), false),
    }),
  ),

  /** To staff. */
  car_documents_ending: kind(
    'always',
    z.extend(Person, {
      documents: z.array(
        z.object({
          kind: z.enum(DOCUMENT_KINDS),
          carName: z.string(),
          numberPlate: z.nullable(z.string()),
          /** The last day on which it is valid, and how many days are left until then. */
          day: z.string(),
          days: z.int(),
        }),
      ),
    }),
  ),
  /** To admins: the disk of the data folder has less than a tenth of its room left, or hardly any. */
  disk_room: kind('always', z.extend(Person, { isNearlyFull: z.boolean() })),
  /** To staff, who see the customer on the page that the message links to. */
  yard_day: kind(
    'bookings',
    z.extend(Person, {
      day: z.string(),
      /** How many cars go out and come back, and the first of them. */
      out: z.int(),
      back: z.int(),
      pickups: z.array(YardMove),
      returns: z.array(YardMove),
    }),
  ),
  yard_late_car: kind(
    'bookings',
    z.extend(RentalRef, { endDate: z.string(), dropoffTime: z.string(), hours: z.int() }),
  ),
  yard_charge_disputed: kind('bookings', z.extend(RentalRef, { amount: z.int() })),
  yard_papers_waiting: kind(
    'bookings',
    z.extend(RentalRef, { driverId: z.string(), startDate: z.string(), pickupTime: z.string() }),
  ),

  refund_sent: kind(
    'always',
    z.extend(Person, {
      reference: z.string(),
      amount: z.int(),
      /** The code of the transfer; null where it has none, and `note` says how the money went back. */
      receipt: z.nullable(z.string()),
      /** Where it went to several phones: each transfer with its code. A notification that was stored before names none. */
      transfers: z._default(z.array(z.object({ amount: z.int(), code: z.string() })), []),
      note: z.string(),
      /** The extras of a cancelled booking that it gives back; a notification that was stored before names none. */
      extras: z._default(z.array(ExtraLine), []),
    }),
  ),
  refund_owed: kind('always', RefundOwed),
  /** Less goes back than the customer was told, or nothing, because less came in. */
  refund_lowered: kind('always', RefundLowered),
  /** What was owed back for one purchase pays for another. */
  money_moved: kind('always', z.extend(Person, { amount: z.int(), from: z.string(), to: z.string() })),
  /** A payment that staff had recorded never came, or was another purchase's; what it paid is not paid any more. */
  payment_voided: kind('always', PaymentVoided),
  payment_received: kind('always', PaymentReceived),

  listing_verified: kind('listings', ListingParams),
  listing_rejected: kind(
    'listings',
    z.extend(ListingParamsWithReason, {
      /** Whether buyers saw the car until then. */
      wasOnSale: z.optional(z.boolean()),
    }),
  ),
  listing_edit_approved: kind('listings', ListingParams),
  listing_edit_refused: kind('listings', ListingParamsWithReason),
  listing_suspended: kind(
    'always',
    z.extend(ListingParamsWithReason, {
      /** Whether buyers saw the car until then. */
      wasSeen: z.optional(z.boolean()),
    }),
  ),
  listing_restored: kind('always', ListingParams),
  listing_payment_refused: kind('always', ListingParamsWithReason),
  listing_payment_corrected: kind(
    'always',
    z.extend(ListingParamsWithReason, {
      code: z.string(),
      /** What counted until then, and what counts now with the time that it buys. */
      from: z.int(),
      amount: z.int(),
      time: z.object({ months: z.int(), days: z.int() }),
    }),
  ),
  listing_ending: kind('listings', z.extend(ListingParams, { days: z.int(), renewalWaits })),
  listing_expired: kind('listings', z.extend(ListingParams, { renewalWaits })),

  order_placed: kind(
    'orders',
    z.extend(OrderParams, {
      /** When an unpaid order releases its stock. */
      keptUntil: Instant,
      /** False when no stock is kept until the order is paid. */
      keepsStock: z.boolean(),
      channel: z.enum(ORDER_CHANNELS),
    }),
  ),
  order_paid: kind('always', OrderParams),
  order_shipped: kind('orders', z.extend(OrderParams, { dispatchNote: z.string() })),
  order_delivered: kind('orders', OrderParams),
  order_cancelled: kind(
    'always',
    z.extend(OrderParams, {
      /** What a person wrote; may be empty. */
      reason: z.string(),
      /** What goes back to the customer; 0 if nothing was paid. */
      refund: z.int(),
      refundWay,
      /** What staff still looks at; a notification that was stored before does not say. */
      inReview: z.optional(z.int()),
    }),
  ),
  order_expired: kind('always', OrderParams),
  /** Staff took back what they had told the customer. */
  order_step_undone: kind(
    'always',
    z.extend(OrderParams, {
      undo: z.enum(['undoShip', 'undoDeliver', 'undoCancel', 'undoNotArrived', 'undoTakeBack']),
      reason: z.string(),
      /** What its customer owes from then on, and what is paid; not stated in mails of before. */
      left: z.optional(z.int()),
      paid: z.optional(z.int()),
    }),
  ),
  /** Its parcel did not arrive, and it is packed once more. */
  order_sent_again: kind('always', z.extend(OrderParams, { reason: z.string() })),
  order_delivery_changed: kind(
    'always',
    z.extend(OrderParams, {
      /** Name, address and phone number. */
      to: z.string(),
      /** How it travels; empty before it was sent. */
      dispatchNote: z.string(),
    }),
  ),
  /** `amount` is what the order costs from then on. */
  order_pieces_taken_off: kind(
    'always',
    z.extend(OrderParams, {
      product: z.string(),
      quantity: z.int(),
      /** What goes back to the customer; 0 if nothing was paid for the pieces. */
      refund: z.int(),
      reason: z.string(),
    }),
  ),
}

export type NotificationKind = keyof typeof kinds
export type NotificationParams = {
  [Kind in NotificationKind]: ReturnType<(typeof kinds)[Kind]['document']['read']>
}
/** A kind with its parameters. */
export type Notification = {
  [Kind in NotificationKind]: { kind: Kind; params: NotificationParams[Kind] }
}[NotificationKind]

type KindDefinitions = {
  [Kind in NotificationKind]: { topic: Topic; document: StoredDocument<NotificationParams[Kind]> }
}
export const notificationKinds: KindDefinitions = kinds

export function isNotificationKind(text: string): text is NotificationKind {
  return Object.hasOwn(kinds, text)
}

/** Their parameters hold a secret, which is deleted after sending. No channel that an account chose gets them. */
export const KINDS_WITH_SECRET: readonly NotificationKind[] = ['recovery_code', 'contact_code']

/** Kinds that channels of short messages send: what a person must know at once, and whose subject says it all. */
export const SHORT_KINDS: readonly NotificationKind[] = [
  'booking_confirmed',
  'booking_cancelled',
  'booking_pickup_reminder',
  'booking_return_reminder',
  'booking_overdue',
  'booking_papers_missing',
  'booking_fine_charged',
  'yard_late_car',
  'yard_papers_waiting',
  'refund_sent',
  'order_shipped',
]

/**
 * What a notification says: plain text, short, with nothing in it that a stranger may not read. Empty paragraphs are
 * left out. `page` is the page of the site that is about it, for people who are signed in, and what is to be done there.
 */
export type NotificationText = {
  subject: string
  paragraphs: readonly string[]
  page?: { label: string; path: string }
}

/** One text for each kind, in the language of the moment (`inLocale`). */
export type TextsOf<Kinds extends NotificationKind> = {
  readonly [Kind in Kinds]: (params: NotificationParams[Kind], places: PlaceNames) => NotificationText
}
