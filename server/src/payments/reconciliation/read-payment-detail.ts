import type { PaymentDecision } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentDetail, PurchaseMoney } from '@twende/contract/payments/payment-list-item.ts'
import { maskPhone, showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { findPayerReach, type PayableName } from '../payable-store.ts'
import { findPayment, listPayments } from '../payment-store.ts'
import { findCollection } from '../providers/registry.ts'
import { presentRefunds, type Reader } from '../refunds/list-refunds.ts'
import { findRefundsOfPayment } from '../refunds/refund-store.ts'
import { findPeopleOfPayment, needsApproval } from '../refunds/unproven-payment-store.ts'
import { findMissing } from './decide-on-payment.ts'
import {
  findDecisionsOn,
  findMessagesOf,
  findMoneyNaming,
  findPaymentsToCheck,
  readPaymentItems,
  readPaymentItemsById,
} from './payment-list-item-store.ts'

import { presentPaymentItem } from './present-payment-list-item.ts'

/** A payment with the messages about it, the other attempts, and the decisions of staff. */
export async function paymentDetail(
  deps: Pick<AppDeps, 'db' | 'clock' | 'payables'>,
  paymentId: string,
  reader: Reader,
): Promise<PaymentDetail> {
  const { db } = deps
  const [money] = await readPaymentItemsById(db, [paymentId])
  if (!money) throw new AppError('payment_not_found')
  const { purpose, purchaseId, receipt } = money
  const refunds = await findRefundsOfPayment(db, { paymentId, purchaseId })
  const [attempts, messages, decisions] = await Promise.all([
    readAttempts(db, { payableType: purpose, payableId: purchaseId }),
    findMessagesOf(db, { paymentId, receipt }),
    findDecisionsOn(
      db,
      paymentId,
      refunds.map(({ id }) => id),
    ),
  ])
  const row = presentPaymentItem(money)
  const missing = await missingOf(deps, paymentId, row.decisions)
  return {
    ...row,
    decisions: row.decisions.filter((decision) => !missing || decision !== 'accept'),
    missing,
    // Staff may have to call the payer before deciding.
    phone: row.decisions.length > 0 ? showPhone(money.phone) : row.phone,
    email: money.email,
    reach: await findPayerReach(db, { payableType: purpose, payableId: purchaseId }),
    note: money.note,
    ...(await approvalOf(db, { paymentId, purchaseId }, reader)),
    settledAt: money.settledAt?.toISOString() ?? null,
    resultCode: (await findCollection(money)?.resultCode(db, paymentId)) ?? null,
    attempts: attempts.map(({ id, at, amount, status, receipt: code }) => ({
      _id: id,
      at: at.toISOString(),
      amount,
      status,
      code,
    })),
    messages: messages.map(({ at, body, ...message }) => ({
      ...message,
      at: at.toISOString(),
      body: withoutPhones(body),
    })),
    refunds: await presentRefunds(deps, refunds, reader),
    history: decisions.map(({ at, by, action, reason }) => ({
      at: at.toISOString(),
      by,
      what:
        actionLabels.get(action)?.() ?? m.admin_audit_action({ action, other: m.payment_action_changed() }),
      reason,
    })),
  }
}

/** Why a payment cannot be accepted that could be by its state alone; null where it can be. */
async function missingOf(
  deps: Pick<AppDeps, 'db' | 'payables'>,
  paymentId: string,
  decisions: readonly PaymentDecision[],
) {
  const payment = decisions.includes('accept') ? await findPayment(deps.db, paymentId) : undefined
  return (payment && (await findMissing(deps.db, deps, payment))) ?? null
}

/** All attempts to pay for one thing as lists show them, oldest first. */
async function readAttempts(db: AppDeps['db'], payable: PayableName) {
  const ids = (await listPayments(db, payable)).map(({ id }) => id)
  const items = await readPaymentItemsById(db, ids)
  return items.sort((one, other) => (one.id < other.id ? -1 : 1))
}

/** What staff should know of the money of a booking, an order, a listing or a deposit. */
export async function readPurchaseMoney(
  { db, payables }: Pick<AppDeps, 'db' | 'payables'>,
  purchaseId: string,
): Promise<PurchaseMoney> {
  const former = await Promise.all(
    Object.values(payables).map((payable) => payable.formerReferencesOf?.(db, purchaseId) ?? []),
  )
  const [toCheck, waiting] = await Promise.all([
    findPaymentsToCheck(db, purchaseId),
    findMoneyNaming(db, purchaseId, former.flat()),
  ])
  const items = await readPaymentItems(db, [...toCheck, ...waiting])
  const rows = items.map(presentPaymentItem)
  return {
    toCheck: rows.filter(({ kind }) => kind === 'payment'),
    waiting: rows.filter(({ kind }) => kind === 'transaction'),
  }
}

async function approvalOf(
  db: AppDeps['db'],
  { paymentId, purchaseId }: { paymentId: string; purchaseId: string },
  reader: Reader,
) {
  const people = await findPeopleOfPayment(db, paymentId)
  const waits = await needsApproval(db, { paymentId, payableId: purchaseId })
  return {
    takenBy: people?.takenBy ?? null,
    approvedBy: people?.approvedBy ?? null,
    needsApproval: waits,
    mayApprove: waits && people?.takenById !== reader.accountId,
  }
}

/** Acts whose words here say more than those of the audit log. */
const actionLabels = new Map<string, () => string>([
  ['POST /api/admin/booking/:bookingId/confirm', m.payment_action_confirm],
  ['POST /api/admin/booking/:bookingId/payment', m.payment_action_take],
  ['POST /api/admin/booking/:bookingId/cancel', m.payment_action_cancel],
  ['POST /api/admin/payment/:paymentId/decide', m.payment_action_decide],
  ['POST /api/admin/payment/:paymentId/approve', m.payment_action_approve],
  ['POST /api/admin/receipt/:receipt/match', m.payment_action_match],
  ['POST /api/admin/refund/:refundId/approve', m.payment_action_agree_refund],
  ['POST /api/admin/refund/:refundId/sent', m.payment_action_send_refund],
  ['POST /api/admin/refund/:refundId/confirm', m.payment_action_confirm_refund],
  ['POST /api/admin/listing/:listingId/approve-payment', m.payment_action_approve_message],
  ['POST /api/admin/listing/:listingId/correct-payment', m.payment_action_correct_listing],
])

/** A message as received, with phone numbers masked, also at the end of a provider's request id. */
function withoutPhones(body: string): string {
  return body.replace(/(?<![\dA-Za-z.])\+?(?:254|0)?[17]\d{8}(?!\d)|(?<=ws_CO_\w*)\d{9}(?!\d)/g, (found) =>
    maskPhone(found),
  )
}
