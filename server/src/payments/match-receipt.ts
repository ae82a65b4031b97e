import { randomBytes } from 'node:crypto'
import { type ListingPlans, whatIsMissing } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import { type Db, refusedBy } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../http/app-error.ts'
import { plansForMoney } from '../settings/read-plans.ts'
import { acceptPayment, giveBackPayment } from './decide-on-payment.ts'
import { lockInboxMoney } from './inbox-store.ts'
import { insertPayment, lockPayments, type PaymentRow } from './payment-store.ts'
import { findPurchaseByReference, type NamedPurchase } from './purchase-store.ts'
import type { SettleDeps } from './settle-payment.ts'

type Matching = {
  receipt: string
  reference: string
  giveBack: boolean
  reason: string
  accountId: string
}

const USED = 'This code counts for something else already.'

/** Staff says what money was paid for that M-Pesa alone told us of; answers the payment that it became. */
export async function matchReceipt(
  deps: SettleDeps,
  { receipt, reference, giveBack, reason, accountId }: Matching,
): Promise<string> {
  const purchase = await findPurchaseByReference(deps.db, reference)
  if (!purchase) throw new AppError('purchase_not_found')
  return inTransaction(deps.db, async (tx) => {
    const others = await lockPayments(tx, purchase)
    const money = await lockInboxMoney(tx, receipt)
    if (!money) throw new AppError('payment_not_found')
    if (money.payment_id !== null) throw new AppError('payment_wrong_state')
    const { amount } = money
    const plans =
      purchase.purpose === 'listing_period'
        ? await plansForMoney(tx, {
            amount,
            paidAt: money.paid_at ?? money.received_at,
            now: deps.clock.now(),
          })
        : undefined
    if (!giveBack) refuseTooLittle(purchase, amount, plans)
    const payment = await becomePayment(tx, deps, { purchase, receipt, amount, plans, note: reason })
    const looked = { payment, others, reason, accountId }
    await (giveBack ? giveBackPayment(tx, deps, looked) : acceptPayment(tx, deps, looked))
    return payment.id
  })
}

function refuseTooLittle({ price }: NamedPurchase, amount: number, plans: ListingPlans | undefined) {
  const missing = plans ? whatIsMissing(amount, plans) : ''
  if (missing) throw new AppError('amount_too_small', { message: missing })
  if (price !== null && amount < price) {
    throw new AppError('amount_too_small', {
      message: `${showKsh(amount)} is less than the price, ${showKsh(price)}.`,
    })
  }
}

type Becoming = {
  purchase: NamedPurchase
  receipt: string
  amount: number
  /** For a listing: the price list that it counts by. */
  plans: ListingPlans | undefined
  note: string
}

async function becomePayment(
  tx: Db,
  { clock }: SettleDeps,
  { purchase, receipt, amount, plans, note }: Becoming,
): Promise<PaymentRow> {
  const now = clock.now()
  try {
    return await insertPayment(tx, {
      purpose: purchase.purpose,
      purchaseId: purchase.purchaseId,
      account_id: purchase.accountId,
      method: 'c2b',
      amount: purchase.price ?? amount,
      amount_received: amount,
      phone: '',
      plans,
      status: 'review',
      outcome: 'accepted',
      receipt,
      note,
      callback_secret: randomBytes(32).toString('hex'),
      created_at: now,
      settled_at: now,
    })
  } catch (error) {
    const constraint = refusedBy(error)
    if (constraint === 'mpesa_code_is_used_once' || constraint === 'payment_receipt_is_used_once')
      throw new AppError('mpesa_code_used', { message: USED })
    throw error
  }
}
