import { showKsh } from '@twende/contract/money.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { PaymentDecision } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentListItem, RefundPayer } from '@twende/contract/payments/payment-list-item.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { links } from '../links.ts'

export const paymentTones: Readonly<Record<PaymentListItem['status'], BadgeTone>> = {
  paid: 'acacia',
  pending: 'sunrise',
  processing: 'sunrise',
  partial: 'sunrise',
  review: 'sunrise',
  unmatched: 'sunrise',
  refunding: 'clay',
  refunded: 'neutral',
  failed: 'neutral',
  expired: 'neutral',
}

type PaidFor = { purpose: PayableType; purchaseId: string; reference: string }

/** Where the thing that was paid for is looked at. */
export function payableHref({ purpose, purchaseId, reference }: PaidFor): string {
  if (purpose === 'booking') return links.booking(purchaseId)
  if (purpose === 'order') return links.order(purchaseId)
  if (purpose === 'deposit') return links.deposits({ queue: 'all', search: reference })
  if (purpose === 'unmatched') return links.payments({ queue: 'all', search: reference })
  return links.listing(purchaseId, { queue: 'all' })
}

/** The single key that opens each decision. */
export const decisionKeys: Readonly<Record<PaymentDecision, string>> = {
  accept: 'a',
  giveBack: 'g',
  giveBackRest: 'g',
  dismiss: 'n',
}

type DecisionTexts = {
  label: string
  title: string
  explains: string
  yes: string
  danger?: boolean
  seenByCustomer: boolean
  /** Whether the customer is told by a message. */
  isTold?: boolean
  usual: readonly string[]
}

/** What each decision on a payment asks, in the language of the moment. */
const decisionTexts: Readonly<Record<PaymentDecision, () => DecisionTexts>> = {
  accept: () => ({
    label: m.admin_payments_accept_button(),
    title: m.admin_payments_accept_title(),
    explains: m.admin_payments_accept_explanation(),
    yes: m.admin_payments_accept_button(),
    seenByCustomer: false,
    usual: [m.admin_payments_accept_found()],
  }),
  giveBack: () => ({
    label: m.admin_payments_give_back_button(),
    title: m.admin_payments_give_back_title(),
    explains: m.admin_payments_give_back_explanation(),
    yes: m.admin_payments_give_back_button(),
    danger: true,
    seenByCustomer: true,
    isTold: true,
    usual: [m.admin_payments_give_back_amount(), m.admin_payments_give_back_car()],
  }),
  giveBackRest: () => ({
    label: m.admin_payments_give_rest_back_button(),
    title: m.admin_payments_give_rest_back_title(),
    explains: m.admin_payments_give_rest_back_explanation(),
    yes: m.admin_payments_give_rest_back_button(),
    danger: true,
    seenByCustomer: true,
    isTold: true,
    usual: [m.admin_payments_give_rest_back_deposit(), m.admin_payments_give_rest_back_mistake()],
  }),
  dismiss: () => ({
    label: m.admin_payments_dismiss_button(),
    title: m.admin_payments_dismiss_title(),
    explains: m.admin_payments_dismiss_explanation(),
    yes: m.admin_payments_dismiss_confirm(),
    danger: true,
    seenByCustomer: false,
    usual: [m.admin_payments_dismiss_reason()],
  }),
}

/** The same of a payment that staff recorded and that counts: it leaves the books. */
const voidTexts = (): DecisionTexts => ({
  label: m.admin_payments_void_button(),
  title: m.admin_payments_void_title(),
  explains: m.admin_payments_void_explanation(),
  yes: m.admin_payments_void_confirm(),
  danger: true,
  seenByCustomer: false,
  isTold: true,
  usual: [m.admin_payments_dismiss_reason(), m.admin_payments_void_mistyped()],
})

/** The same where its money may have come: it was recorded by mistake. */
const undoTexts = (): DecisionTexts => ({
  ...voidTexts(),
  label: m.admin_payments_undo_button(),
  title: m.admin_payments_undo_title(),
  explains: m.admin_payments_undo_explanation(),
  usual: [m.admin_payments_undo_wrong_purchase(), m.admin_payments_undo_twice()],
})

/** What a decision on this payment asks. */
export function textsOfDecision(
  decision: PaymentDecision,
  { notReported, status }: Pick<PaymentListItem, 'notReported' | 'status'>,
): DecisionTexts {
  if (decision !== 'dismiss' || status === 'review' || status === 'expired') return decisionTexts[decision]()
  return notReported ? voidTexts() : undoTexts()
}

/** Whom M-Pesa named as the payer, with the number and the code of the payment, as far as they are known; each of several with what goes back to them. */
export function payersInWords(payers: readonly RefundPayer[]): string {
  if (payers.length < 2) return payers.map(payerInWords).join('')
  return payers
    .map((payer) => `${showKsh(payer.amount)}: ${payerInWords(payer) || m.admin_refunds_payer_unknown()}`)
    .join('; ')
}

const payerInWords = ({ name, phone, code }: RefundPayer): string =>
  [name, phone && showPhone(phone), code].filter(Boolean).join(', ')
