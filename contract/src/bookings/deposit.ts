import * as z from 'zod/mini'
import { CustomerReach } from '../notifications/customer-reach.ts'
import { codeFitsMethod, DESK_METHODS, deskPaymentFields } from '../payments/desk-payment.ts'
import { BookingStatus } from './booking-status.ts'
import { AdminKeptPart, KeptPart } from './kept-deposit.ts'

/** The largest deposit, in shillings, that one who is not an admin may waive. */
export const WAIVE_DEPOSIT_ALONE_UP_TO = 20_000

/** The deposit of a booking, in whole shillings; `held` is what the ledger holds of it now. */
export const Deposit = z.object({
  _id: z.string(),
  /** `DEP12`: what a payer types as the account. */
  reference: z.string(),
  amount: z.int(),
  /** What is still to be taken before the handover. */
  due: z.int(),
  held: z.int(),
  /** What is owed back and not sent, and what was sent. */
  owedBack: z.int(),
  returned: z.int(),
  /** What pays for something else of the customer instead. */
  moved: z.int(),
  waived: z.boolean(),
  /** By when it goes back; null until the car is back. */
  returnBy: z.nullable(z.string()),
  /** What was kept of it, in the order in which it was kept. */
  kept: z.array(KeptPart),
})
export type Deposit = z.output<typeof Deposit>

/** What staff does about what is owed for the booking when a deposit goes back: keeps it, or gives all of it back. */
export const OWED_CHOICES = ['keep', 'leave'] as const
export type OwedChoice = (typeof OWED_CHOICES)[number]

/** The same for staff. */
export const AdminDeposit = z.extend(Deposit, {
  waivedBy: z.nullable(z.string()),
  waiverReason: z.string(),
  settledBy: z.nullable(z.string()),
  reach: CustomerReach,
  /** How much of what is held may be kept now; 0 until the car is back. */
  keepable: z.int(),
  /** What is owed for the booking, how much of that the deposit would pay if it went back now, and the rest. */
  settlement: z.object({ owed: z.int(), keep: z.int(), back: z.int() }),
  kept: z.array(AdminKeptPart),
})
export type AdminDeposit = z.output<typeof AdminDeposit>

/** What staff lists: held now, to go back after the return, late, all of them. */
export const DEPOSIT_QUEUES = ['held', 'toReturn', 'overdue', 'all'] as const
export type DepositQueue = (typeof DEPOSIT_QUEUES)[number]

/** A deposit in the list of staff. */
export const DepositListItem = z.object({
  _id: z.string(),
  reference: z.string(),
  bookingId: z.string(),
  bookingReference: z.string(),
  bookingStatus: BookingStatus,
  customer: z.string(),
  carName: z.string(),
  amount: z.int(),
  held: z.int(),
  owedBack: z.int(),
  waived: z.boolean(),
  returnBy: z.nullable(z.string()),
  overdue: z.boolean(),
})
export type DepositListItem = z.output<typeof DepositListItem>

/** How staff took the deposit that is due. */
export const TakenDeposit = z.object(deskPaymentFields(DESK_METHODS)).check(codeFitsMethod)
