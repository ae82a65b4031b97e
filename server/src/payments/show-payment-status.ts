import type { PaymentStatus } from '@twende/contract/payments/payment.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { MONEY_IS_HERE } from './collections/settlement-decision.ts'
import type { PayableName } from './payable-store.ts'
import { listPayments, type PaymentRow } from './payment-store.ts'
import { findRefundStates, type RefundState } from './refunds/refund-store.ts'

/**
 * Sets the payment status of a payable from the payments of its price and their refunds. Called under `lockPayments`, after everything
 * else that the transaction changes about them.
 */
export async function showPaymentStatus(
  tx: Db,
  { payables, clock }: Pick<AppDeps, 'payables' | 'clock'>,
  payable: PayableName,
  { isNamed = false }: { isNamed?: boolean } = {},
): Promise<void> {
  const { isDelivered: hasIt, onPaymentStatus } = payables[payable.payableType]
  const all = await listPayments(tx, payable)
  const isDelivered = await hasIt(tx, payable.payableId)
  // Of what was cancelled nothing is owed any more: money that still comes for it is all that its customer asks about.
  const isOfOwed = ({ pays_owed, status }: PaymentRow) =>
    pays_owed && (isDelivered || !MONEY_IS_HERE.includes(status))
  const ofOwed = new Set(all.filter(isOfOwed).map(({ id }) => id))
  const refunds = await findRefundStates(tx, payable)
  const state = {
    payments: all.filter(({ id }) => !ofOwed.has(id)),
    refunds: refunds.filter(({ paymentId }) => paymentId === null || !ofOwed.has(paymentId)),
    isDelivered,
  }
  const status = shownStatus(state)
  // The time that other money gives counts from when that came, not from each look at what is named.
  const waiting = { moneyWaits: !isNamed && isLookedAt(state), isNamed, now: clock.now() }
  await onPaymentStatus(tx, payable.payableId, status, waiting)
}

/** The states of a payment that pays, or may pay, for its payable; the first of them is shown. */
const PAYS: readonly PaymentStatus[] = ['paid', 'review', 'partial']

type MoneyState = {
  /** Oldest first. */
  payments: readonly Pick<PaymentRow, 'id' | 'status'>[]
  refunds: readonly RefundState[]
  isDelivered: boolean
}

/** Money came that does not pay yet: a part, or what staff has to decide on. */
function isLookedAt({ payments, refunds }: MoneyState): boolean {
  return paysFor(payments, refunds).some(({ status }) => status === 'partial' || status === 'review')
}

function paysFor(payments: MoneyState['payments'], refunds: MoneyState['refunds']): MoneyState['payments'] {
  const refunded = new Set(refunds.map(({ paymentId }) => paymentId))
  // A refund without a payment is that of a cancellation: after it no payment pays for the payable.
  return refunded.has(null) ? [] : payments.filter(({ id }) => !refunded.has(id))
}

/** Undefined where the payable's own status stays: a failed request says nothing about what was delivered without it. */
export function shownStatus({ payments, refunds, isDelivered }: MoneyState): PaymentStatus | undefined {
  const paying = paysFor(payments, refunds)
  const pays = PAYS.find((status) => paying.some((payment) => payment.status === status))
  if (pays) return pays
  // A new request counts before the refund of an earlier payment.
  if (!isDelivered && paying.some(({ status }) => status === 'processing')) return 'processing'
  if (refunds.some(({ status }) => status === 'due')) return 'refunding'
  if (refunds.length > 0) return 'refunded'
  if (isDelivered) return undefined
  return payments.at(-1)?.status
}
