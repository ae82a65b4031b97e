import { RESEND_SECONDS } from '@twende/contract/business-constants.ts'
import { localeFormat } from '@twende/contract/calendar-day.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import { paymentSentence } from '@twende/contract/payments/payment-failures.ts'
import { maskPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { findOwed, sumPaidFor } from './ledger/post-payment.ts'
import { findPayablePrice, hasEnded, type PayableName } from './payable-store.ts'
import { findLatestPayment, findPayment, type PaymentRow, payableOf } from './payment-store.ts'
import { findCollection, refundWayOfMethod } from './providers/registry.ts'

/** A payment as its customer sees it. */
export function presentPayment(payment: PaymentRow): Payment {
  return {
    _id: payment.id,
    purpose: payment.payable_type,
    purchaseId: payment.payable_id,
    amount: payment.amount,
    phone: maskPhone(payment.phone),
    status: payment.status,
    outcome: payment.outcome,
    message: payment.retry_at
      ? requestLimitSentence(payment.retry_at)
      : paymentSentence({ ...payment, refundWay: refundWayOfMethod(payment.method) }),
    receipt: payment.receipt,
    startedAt: payment.created_at.toISOString(),
    resendAt: resendAt(payment).toISOString(),
  }
}

/** A payment as its customer sees it, with the page where it is paid while it waits. */
export async function presentForPayer(db: Db, payment: PaymentRow): Promise<Payment> {
  const isOpen = payment.status === 'processing'
  const payUrl = isOpen ? await findCollection(payment)?.findPayUrl?.(db, payment.id) : undefined
  const left = payment.status === 'partial' ? await findLeft(db, payment) : 0
  return {
    ...presentPayment(payment),
    ...(left > 0 ? { left } : {}),
    ...(payUrl === undefined ? {} : { payUrl }),
  }
}

/** What is left to pay after a part, which other parts may have paid too. */
async function findLeft(db: Db, payment: PaymentRow): Promise<number> {
  const { payable_type: type, payable_id: id, amount, amount_received, adds_to_price, pays_owed } = payment
  if (await hasEnded(db, payableOf(payment))) return 0
  if (pays_owed) return (await findOwed(db, type, id)).owed
  const price = adds_to_price ? null : await findPayablePrice(db, payableOf(payment))
  return price === null ? amount - (amount_received ?? 0) : price - (await sumPaidFor(db, type, id))
}

/** From when another request may follow this one: at once if this one was not sent. */
export function resendAt({ created_at, retry_at }: Pick<PaymentRow, 'created_at' | 'retry_at'>): Date {
  if (retry_at) return created_at
  return new Date(created_at.getTime() + RESEND_SECONDS * 1000)
}

const nairobiTime = localeFormat({
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'Africa/Nairobi',
})

/** The sentence for a customer whose phone cannot be asked before a time. */
export function requestLimitSentence(retryAt: Date): string {
  // Rounded up to the minute that is shown.
  const time = nairobiTime().format(new Date(Math.ceil(retryAt.getTime() / 60_000) * 60_000))
  return m.error_phone_asked_until({ time })
}

/** A payment as its customer sees it now. */
export async function readPayment(db: Db, paymentId: string): Promise<Payment> {
  const row = await findPayment(db, paymentId)
  if (!row) throw new AppError('payment_not_found')
  return presentForPayer(db, row)
}

/** The latest payment of a payable, as its customer sees it; null when there was none. */
export async function latestPayment(db: Db, payable: PayableName): Promise<Payment | null> {
  const row = await findLatestPayment(db, payable)
  return row ? presentForPayer(db, row) : null
}
