import { decisionsOnPayment, type PaymentDecision } from '@twende/contract/payments/money-choices.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../http/app-error.ts'
import { isInInbox } from './inbox-store.ts'
import { changePayment, findPayment, lockPayments, type PaymentRow } from './payment-store.ts'
import { MONEY_IS_HERE } from './payment-verdict.ts'
import { PAID_AT_DESK } from './record-desk-payment.ts'
import { isRefundOwed } from './refund-desk-store.ts'
import { returnMoney } from './return-money.ts'
import type { SettleDeps } from './settle-payment.ts'

type Deciding = { paymentId: string; decision: PaymentDecision; reason: string; accountId: string }

/** Staff decides on a payment that is looked at; refuses when somebody, or M-Pesa, has decided before. */
export async function decideOnPayment(
  deps: SettleDeps,
  { paymentId, decision, reason, accountId }: Deciding,
): Promise<void> {
  const named = await findPayment(deps.db, paymentId)
  if (!named) throw new AppError('payment_not_found')
  await inTransaction(deps.db, async (tx) => {
    const attempts = await lockPayments(tx, { purpose: named.purpose, purchaseId: named.purchase_id })
    const payment = attempts.find(({ id }) => id === paymentId)
    if (!payment) throw new AppError('payment_not_found')
    const standing = {
      status: payment.status,
      received: payment.amount_received,
      refundOwed: await isRefundOwed(tx, paymentId),
    }
    if (!decisionsOnPayment(standing).includes(decision)) throw new AppError('payment_wrong_state')
    await carryOut[decision](tx, deps, {
      payment,
      others: attempts.filter(({ id }) => id !== paymentId),
      reason,
      accountId,
    })
  })
}

export type Looked = {
  payment: PaymentRow
  /** The other attempts to pay for the same thing. */
  others: readonly PaymentRow[]
  /** Staff's words. */
  reason: string
  /** Who decides. */
  accountId: string
}

const carryOut: Record<PaymentDecision, (tx: Db, deps: SettleDeps, looked: Looked) => Promise<void>> = {
  accept: acceptPayment,
  giveBack: giveBackPayment,
  dismiss: dismissPayment,
}

/** The money counts and buys what it is for, or is what staff noted by hand before; refuses when it is neither. */
export async function acceptPayment(
  tx: Db,
  deps: SettleDeps,
  { payment, others, accountId }: Looked,
): Promise<void> {
  const received = payment.amount_received ?? payment.amount
  const counted = { ...payment, amount_received: received }
  const handedOver = await deps.purchases[payment.purpose].onPaid(tx, deps, payment.purchase_id, counted)
  if (handedOver === 'gone') {
    const noted = others.find(
      ({ outcome, status, amount }) => outcome === PAID_AT_DESK && status === 'paid' && amount === received,
    )
    if (!noted || (await isOtherMoney(tx, payment, noted))) throw new AppError('purchase_gone')
    // The same shilling must not stand in the books twice.
    await changePayment(tx, noted.id, { status: 'failed', outcome: 'same_money', amount_received: null })
  }
  await changePayment(tx, payment.id, {
    status: 'paid',
    outcome: 'accepted',
    amount_received: received,
    // M-Pesa told of no money: who accepts it answers for it.
    ...(payment.amount_received === null ? { taken_by: accountId } : {}),
    settled_at: payment.settled_at ?? deps.clock.now(),
    next_check_at: null,
  })
}

/** Two codes may be one that staff mistyped, unless M-Pesa itself has told us of theirs too. */
async function isOtherMoney(tx: Db, payment: PaymentRow, noted: PaymentRow): Promise<boolean> {
  return payment.receipt !== null && noted.receipt !== null && (await isInInbox(tx, noted.receipt))
}

/** The money is owed back to its customer, who is told. */
export async function giveBackPayment(
  tx: Db,
  deps: SettleDeps,
  { payment, others, reason }: Looked,
): Promise<void> {
  await changePayment(tx, payment.id, { status: 'refunding', outcome: 'given_back', next_check_at: null })
  await returnMoney(tx, { payment, why: 'given_back', reason, now: deps.clock.now() })
  if (others.some(({ status }) => MONEY_IS_HERE.includes(status))) return
  await deps.purchases[payment.purpose].paymentIs(tx, payment.purchase_id, 'refunding')
}

/** Told "paid", and no money came: the customer may pay again. */
async function dismissPayment(tx: Db, deps: SettleDeps, { payment, others }: Looked): Promise<void> {
  await changePayment(tx, payment.id, { status: 'failed', outcome: 'dismissed', next_check_at: null })
  if (others.some(({ status }) => status === 'processing' || MONEY_IS_HERE.includes(status))) return
  await deps.purchases[payment.purpose].paymentIs(tx, payment.purchase_id, 'failed')
}
