import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { PAYABLE_TYPES } from '../payments/payment.ts'

/** What an admin should set differently, as far as the running program can tell. */
export const OperationWarning = z.enum([
  'proxy_not_trusted',
  'public_proxy_not_named',
  /** A stored business setting cannot be read; the configured one holds instead. */
  'settings_invalid',
  /** The disk of the data folder has less than a tenth of its room, or of its files, left; then less than three hundredths. */
  'disk_filling',
  'disk_nearly_full',
])

/** How much waits in each queue. Those of money are counted for staff with the right to payments alone. */
export const TodayCounts = z.object({
  paymentsToCheck: z.optional(z.int()),
  paymentsUnmatched: z.optional(z.int()),
  /** M-Pesa codes that staff typed and M-Pesa has not reported. */
  paymentsUnreported: z.optional(z.int()),
  /** Requests to a phone that may have been paid, because M-Pesa's answer was lost. */
  paymentsAnswerLost: z.optional(z.int()),
  listingsToVerify: z.int(),
  listingsReported: z.int(),
  bookingsToConfirm: z.int(),
  pickups: z.int(),
  returns: z.int(),
  overdue: z.int(),
  notHandedOver: z.int(),
  /** Charges that customers dispute, and staff has not decided. */
  chargesDisputed: z.int(),
  /** Bookings whose customers owe something. */
  owed: z.int(),
  /** Papers of drivers that staff has not compared with their photos. */
  driversToCheck: z.int(),
  /** Documents of cars that end, or have ended, without one that follows, and services that are due. */
  carsDue: z.int(),
  /** Deposits that should have gone back by now. */
  depositsOverdue: z.optional(z.int()),
  ordersUnpaid: z.int(),
  /** Bookings and orders that keep a car or pieces from others, and are not paid. */
  unpaidHolds: z.optional(z.int()),
  ordersToPack: z.int(),
  ordersToSend: z.int(),
  /** Refunds that can be sent, and those above the limit that a second person must approve first. */
  refundsDue: z.optional(z.int()),
  refundsToApprove: z.optional(z.int()),
  messagesOpen: z.int(),
  notificationsFailed: z.int(),
  productsLow: z.int(),
})
export type TodayCounts = z.output<typeof TodayCounts>

/** A Nairobi day: what came in by what it paid for, in shillings, and how many bookings were made. The money is for staff with the right to reports. */
export const DayFigures = z.object({
  day: z.string(),
  money: z.optional(z.record(z.enum(PAYABLE_TYPES), z.int())),
  bookings: z.int(),
})
export type DayFigures = z.output<typeof DayFigures>

/** A car that leaves or comes back. */
export const CarOnTheMove = z.object({
  bookingId: z.string(),
  reference: z.string(),
  car: z.string(),
  /** Empty for a car without one. */
  plate: z.string(),
  customer: z.string(),
  phone: z.string(),
  place: z.string(),
  at: z.string(),
})
export type CarOnTheMove = z.output<typeof CarOnTheMove>

/** What waits for a second person: a booking confirmed without money, money of which some is to go back, a car that is lost, or one that is not. */
export const Approval = z.object({
  kind: z.enum(['confirmUnpaid', 'payment', 'markLost', 'withdrawLoss']),
  /** Of the booking, or of the payment. */
  id: z.string(),
  reference: z.string(),
  /** 0 for a car. */
  amount: z.int(),
  /** Who asked, or who took the money; somebody else approves. */
  by: z.string(),
  byId: z.string(),
  at: z.string(),
})
export type Approval = z.output<typeof Approval>

export const todayRoutes = defineRoutes({
  'GET /api/admin/today': {
    summary: 'What waits for staff, the last seven days in figures, and which cars leave and come back next',
    access: 'staff',
    personalData: false,
    reply: z.object({
      success: z.literal(true),
      data: z.object({
        at: z.string(),
        /** For admins: what they should set differently. */
        warnings: z.array(OperationWarning),
        counts: TodayCounts,
        approvals: z.array(Approval),
        days: z.array(DayFigures),
        pickups: z.array(CarOnTheMove),
        returns: z.array(CarOnTheMove),
      }),
    }),
    errors: [],
  },
})

export type OperationWarning = z.output<typeof OperationWarning>
