import { showKsh } from '@twende/contract/money.ts'
import { decisionsOnPayment } from '@twende/contract/payments/payment-choices.ts'
import { failureSentence } from '@twende/contract/payments/payment-failures.ts'
import type { PaymentListItem } from '@twende/contract/payments/payment-list-item.ts'
import { maskPhone } from '@twende/contract/payments/phone-number.ts'
import { proofReasonLabel } from '../payment-labels.ts'
import { shownPhone } from '../provider-transaction-store.ts'
import { proofsOf } from '../providers/registry.ts'
import type { AnyItem, C2bItem, PaymentItem, ProofItem } from './payment-list-item-store.ts'

/** Money as a row of staff's list. */
export function presentPaymentItem(money: AnyItem): PaymentListItem {
  if (money.kind === 'payment') return presentPaymentRow(money)
  return money.kind === 'claim' ? presentProof(money) : presentC2b(money)
}

function presentPaymentRow(money: PaymentItem): PaymentListItem {
  const { id, kind, purpose, purchaseId, reference, method, amount, received, receipt, payer, status, at } =
    money
  return {
    _id: id,
    kind,
    purpose,
    purchaseId,
    reference,
    method,
    amount,
    received,
    code: receipt,
    payer,
    phone: money.phone === '' ? '' : maskPhone(money.phone),
    status,
    outcome: outcomeLabel(money),
    warnings:
      money.outcome === 'receipt_reused' ? ['Its M-Pesa code has paid for something else already.'] : [],
    at: at.toISOString(),
    decisions: [...decisionsOnPayment(money)],
  }
}

function presentProof(money: ProofItem): PaymentListItem {
  const { id, kind, purchaseId, reference, amountTyped, amountRead, code, phone, payer, status, reason, at } =
    money
  const waiting = status === 'waiting'
  return {
    _id: id,
    kind,
    purpose: money.purpose,
    purchaseId,
    reference,
    method: money.method,
    amount: amountRead ?? amountTyped,
    received: null,
    code,
    payer,
    phone: maskPhone(phone),
    status: waiting ? 'review' : 'failed',
    outcome: waiting ? waitingLabel(money) : `Refused: ${proofReasonLabel({ reason, note: money.note })}`,
    warnings: [...money.warnings.map(proofsOf(money).warningLabel), ...proofWarnings(money)],
    at: at.toISOString(),
    decisions: [],
  }
}

function waitingLabel({ toldAmount }: ProofItem): string {
  return toldAmount === null
    ? 'Pasted by the seller. M-Pesa has not told us of it.'
    : 'Pasted by the seller. What M-Pesa told us of it differs, or is claimed twice.'
}

function proofWarnings({ namedElsewhere, toldAmount, amountRead, amountTyped }: ProofItem): string[] {
  const differs = toldAmount !== null && toldAmount !== (amountRead ?? amountTyped)
  return [
    ...(namedElsewhere > 0 ? ['Another message names the same M-Pesa code.'] : []),
    ...(differs ? [`M-Pesa told us of this code with ${showKsh(toldAmount)}.`] : []),
  ]
}

function presentC2b({
  id,
  kind,
  method,
  reference,
  amount,
  phone,
  payer,
  at,
  claimedFor,
}: C2bItem): PaymentListItem {
  return {
    _id: id,
    kind,
    purpose: null,
    purchaseId: null,
    reference,
    method,
    amount: null,
    received: amount,
    code: id,
    payer,
    phone: shownPhone(phone),
    status: 'unmatched',
    outcome: 'M-Pesa told us of this money, and nothing that we sold fits it.',
    warnings: claimedFor === null ? [] : [`A pasted message for ${claimedFor} names this code.`],
    at: at.toISOString(),
    decisions: [],
  }
}

const words = new Map<string, string>([
  ['waiting', 'Waits for the phone.'],
  ['paid', 'Paid.'],
  ['timed_out', 'Nothing was heard from the phone.'],
  ['not_sent', 'The request did not reach the phone.'],
  ['asked_too_often', 'Not sent: this phone had been asked too often in the last hour.'],
  ['paid_less', 'Less came in than was asked for.'],
  ['paid_more', 'More came in than was asked for.'],
  ['denied', 'We were told that it is paid, and M-Pesa itself says that it is not.'],
  ['receipt_reused', 'We were told that it is paid, with a code that was used before.'],
  ['confirmed_by_hand', 'Staff confirmed it by hand; this may be the same money.'],
  ['paid_at_desk', 'Taken by staff.'],
  ['paid_twice', 'Paid a second time for the same thing. It goes back.'],
  ['paid_too_late', 'Came when it could no longer be used. It goes back.'],
  ['accepted', 'Staff decided that it counts.'],
  ['given_back', 'Staff decided that it goes back.'],
  ['dismissed', 'Staff found that no such money came.'],
  ['same_money', 'Noted by staff; M-Pesa told us of the same money later, and that counts.'],
])

/** What became of a payment, as staff reads it. */
export function outcomeLabel({ outcome, failure }: { outcome: string; failure: string | null }): string {
  return words.get(outcome) ?? failureSentence(failure)
}
