import { MPESA_LARGEST_PAYMENT } from '@twende/contract/business-constants.ts'
import { isMpesaCode } from '@twende/contract/payments/refund-rules.ts'
import type { PaymentRow } from '../../payment-store.ts'
import type {
  Collection,
  CollectionRequest,
  NotPaidResult,
  PaidResult,
  PollAnswer,
  Provider,
  ProviderDeps,
  WebhookReading,
} from '../provider.ts'
import { findPaymentIdBySecret } from '../provider-message-store.ts'
import type { PushResult } from './daraja-answers.ts'
import { readStkCallback, type StkCallback } from './daraja-messages.ts'
import type { MpesaGateways } from './gateway.ts'
import {
  emptyOldResults,
  findCheckoutRequestId,
  findResultCode,
  saveRequestIds,
  saveResult,
} from './mpesa-request-store.ts'
import { mpesaProofs } from './payment-proof.ts'
import { phoneFreeAt } from './prompt-limit.ts'
import { registerC2b } from './register-c2b.ts'
import { failureOf, PAID } from './result-codes.ts'

/** M-Pesa: a request to a phone (STK), money paid by hand (C2B), and pasted messages as proofs of it. */
export const mpesaProvider: Provider<MpesaGateways> & { collection: Collection<MpesaGateways> } = {
  methods: ['stk', 'c2b', 'message'],
  account: 'mpesa',
  collection: {
    method: 'stk',
    limit: { amount: MPESA_LARGEST_PAYMENT, error: 'too_much_for_mpesa' },
    // A phone shows a request for about a minute.
    requestSeconds: 75,
    giveUpSeconds: 300,
    nextRequestAt: phoneFreeAt,
    start,
    findPaymentId: ({ db }, { secret }) => findPaymentIdBySecret(db, { method: 'stk', secret }),
    readWebhook,
    poll,
    resultCode: findResultCode,
    deleteOldPayers: emptyOldResults,
  },
  recordedMethod: 'c2b',
  transactionMethod: 'c2b',
  registerCallbacks: registerC2b,
  proofs: mpesaProofs,
  payout: 'recorded',
  isReference: isMpesaCode,
}

async function start(
  { db, gateways: { mpesa: gateway }, logger }: ProviderDeps<MpesaGateways>,
  { payment, reference, description }: CollectionRequest,
): Promise<NotPaidResult | undefined> {
  const result = await gateway.push({
    phone: payment.phone,
    amount: payment.amount,
    accountReference: reference,
    description,
    callbackUrl: `${gateway.callbackBase}/api/hooks/stk/${payment.webhook_secret}`,
  })
  if (result.kind === 'refused') {
    const { code, message } = result
    const resultCode = asResultCode(result)
    await saveResult(db, payment.id, { resultCode, resultDesc: `${code} ${message}`.trim() })
    return { kind: 'not_paid', failure: failureOf(resultCode) }
  }
  // After `unknown` the phone may have been asked: the callback or a poll reports the result.
  if (result.kind === 'accepted' && !(await saveRequestIds(db, payment.id, result))) {
    logger.error({ payment: payment.id }, 'a callback gave this request other ids than Safaricom itself')
  }
  return undefined
}

const LOCKED_SUBSCRIBER = '1001'
const BUSY = '26'

/** A refusal as the result code that says the same to a customer. */
function asResultCode({ code, message, temporary }: Extract<PushResult, { kind: 'refused' }>): string {
  if (!temporary) return code
  return /unable to lock subscriber/i.test(message) ? LOCKED_SUBSCRIBER : BUSY
}

async function readWebhook({ db }: ProviderDeps, payment: PaymentRow, body: string): Promise<WebhookReading> {
  const callback = readStkCallback(body)
  if (!callback) return { kind: 'unreadable' }
  // A phone that was never asked cannot have answered.
  if (payment.requested_at === null || !(await saveRequestIds(db, payment.id, callback, callback)))
    return { kind: 'other_collection' }
  if (callback.resultCode !== PAID) {
    return { kind: 'not_paid', result: { kind: 'not_paid', failure: failureOf(callback.resultCode) } }
  }
  const result = readPaidResult(callback, payment)
  return result ? { kind: 'paid', result } : { kind: 'incomplete' }
}

const MOST_SHILLINGS = 2_147_483_647

/** The payment that a callback reports, in whole shillings; undefined when it lacks the amount or the receipt. */
function readPaidResult(
  { amount, receipt }: StkCallback,
  { amount: requested }: PaymentRow,
): PaidResult | undefined {
  if (amount === undefined || receipt === undefined) return undefined
  // Rounded away from what was requested, so that a wrong amount stays wrong.
  const whole = amount > requested ? Math.min(Math.ceil(amount), MOST_SHILLINGS) : Math.floor(amount)
  return { kind: 'paid', receipt, amountReceived: whole }
}

async function poll(
  { db, gateways: { mpesa: gateway } }: ProviderDeps<MpesaGateways>,
  { id }: PaymentRow,
): Promise<PollAnswer | undefined> {
  const checkoutRequestId = await findCheckoutRequestId(db, id)
  if (checkoutRequestId === undefined) return undefined
  const answer = await gateway.query(checkoutRequestId)
  if (answer.kind !== 'final') return { kind: answer.kind }
  await saveResult(db, id, answer)
  if (answer.resultCode === PAID) {
    return { kind: 'final', result: { kind: 'paid', receipt: null, amountReceived: null } }
  }
  return { kind: 'final', result: { kind: 'not_paid', failure: failureOf(answer.resultCode) } }
}
