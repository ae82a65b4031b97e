import type { PaymentStatus } from '@twende/contract/bookings/booking-status.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { Deps } from '../basic-deps.ts'
import type { Db } from '../db/database.ts'
import type { PaymentRow } from './payment-store.ts'

/** What a purchase needs to know of the money that pays for it. */
export type PaidMoney = Pick<PaymentRow, 'receipt' | 'amount' | 'amount_received'>

/** What payments need of a thing that can be bought; handed down from above, so that they know no buyers. */
export type Payable = {
  /** Whether it is paid for once only; what comes in after that goes back. */
  paidOnce: boolean
  /** Hands over what was paid for, inside the transaction that settles the money; `gone` when it cannot be had. */
  onPaid(tx: Db, deps: Deps, purchaseId: string, payment: PaymentRow): Promise<'done' | 'gone'>
  /** Shows on the purchase how its payment stands. */
  paymentIs(tx: Db, purchaseId: string, status: PaymentStatus): Promise<void>
}

export type Payables = Record<PayableType, Payable>
