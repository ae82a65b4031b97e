import { decisionsOnPayment } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentListItem } from '@twende/contract/payments/payment-list-item.ts'
import { maskPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import {
  codeWarnings,
  outcomeLabel,
  paymentWarnings,
  proofReasonLabel,
  waitingProofLabel,
} from '../payment-labels.ts'
import { shownPhone } from '../provider-transaction-store.ts'
import { proofsOf } from '../providers/registry.ts'
import type { AnyItem, PaymentItem, ProofItem, TransactionItem } from './payment-list-item-store.ts'

/** A payment, proof or transaction as a row of the list for staff. */
export function presentPaymentItem(money: AnyItem): PaymentListItem {
  if (money.kind === 'payment') return presentPaymentRow(money)
  return money.kind === 'proof' ? presentProof(money) : presentTransaction(money)
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
    notReported: money.notReported,
    outcome: money.notReported ? m.payment_outcome_not_reported() : outcomeLabel(money),
    warnings: paymentWarnings(money),
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
    notReported: false,
    outcome: waiting
      ? waitingProofLabel(money)
      : m.payment_outcome_proof_refused({ reason: proofReasonLabel({ reason, note: money.note }) }),
    warnings: [...money.warnings.map(proofsOf(money).warningLabel), ...codeWarnings(money)],
    at: at.toISOString(),
    decisions: [],
  }
}

function presentTransaction({
  id,
  kind,
  method,
  reference,
  amount,
  phone,
  payer,
  at,
  namedFor,
  typedFor,
}: TransactionItem): PaymentListItem {
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
    notReported: false,
    outcome:
      typedFor === null ? m.payment_outcome_unmatched() : m.payment_outcome_named({ reference: typedFor }),
    warnings: namedFor === null ? [] : [m.payment_warning_code_named_for({ reference: namedFor })],
    at: at.toISOString(),
    decisions: [],
  }
}
