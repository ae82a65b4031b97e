import { isMpesaCode } from '@twende/contract/payments/refund-rules.ts'
import type { ProviderResult } from '../../collections/settlement-decision.ts'
import { type PaymentRow, saveRequestIds } from '../../payment-store.ts'
import type {
  CollectionRequest,
  PaidResult,
  PollAnswer,
  Provider,
  ProviderDeps,
  WebhookReading,
} from '../provider.ts'
import type { PushResult } from './daraja-answers.ts'
import { readStkCallback, type StkCallback } from './daraja-messages.ts'

/** M-Pesa: a request to a phone (STK), money paid by hand (C2B), and pasted messages as proofs of it. */
export const mpesaProvider: Provider = {
  methods: ['stk', 'c2b', 'message'],
  collection: { start, readWebhook, poll },
  payout: 'recorded',
  isReference: isMpesaCode,
}

async function start(
  { db, gateway, logger }: ProviderDeps,
  { payment, reference, description }: CollectionRequest,
): Promise<ProviderResult | undefined> {
  const result = await gateway.push({
    phone: payment.phone,
    amount: payment.amount,
    accountReference: reference,
    description,
    callbackUrl: `${gateway.callbackBase}/api/hooks/stk/${payment.callback_secret}`,
  })
  if (result.kind === 'refused') return notSent(result)
  // After `unknown` the phone may be ringing: the callback or a poll will tell.
  if (result.kind === 'accepted' && !(await saveRequestIds(db, payment.id, result))) {
    logger.error({ payment: payment.id }, 'a callback named this push otherwise than Safaricom itself')
  }
  return undefined
}

const LOCKED_SUBSCRIBER = '1001'
const BUSY = '26'

/** A refusal as the result code that says the same to a customer. */
function notSent({ code, message, temporary }: Extract<PushResult, { kind: 'refused' }>): ProviderResult {
  const asResult = temporary ? (/unable to lock subscriber/i.test(message) ? LOCKED_SUBSCRIBER : BUSY) : code
  return { kind: 'not_paid', resultCode: asResult, resultDesc: `${code} ${message}`.trim() }
}

async function readWebhook({ db }: ProviderDeps, payment: PaymentRow, body: string): Promise<WebhookReading> {
  const callback = readStkCallback(body)
  if (!callback) return { kind: 'unreadable' }
  if (!(await saveRequestIds(db, payment.id, callback))) return { kind: 'other_collection' }
  if (callback.resultCode !== '0') {
    const { resultCode, resultDesc } = callback
    return { kind: 'not_paid', result: { kind: 'not_paid', resultCode, resultDesc } }
  }
  const result = readPaidResult(callback, payment)
  return result ? { kind: 'paid', result } : { kind: 'incomplete' }
}

const MOST_SHILLINGS = 2_147_483_647

/** The "paid" a callback tells, in whole shillings; undefined when it lacks the amount or the receipt. */
function readPaidResult(
  { amount, receipt }: StkCallback,
  { amount: asked }: PaymentRow,
): PaidResult | undefined {
  if (amount === undefined || receipt === undefined) return undefined
  // Rounded away from what was asked, so that a wrong amount stays wrong.
  const whole = amount > asked ? Math.min(Math.ceil(amount), MOST_SHILLINGS) : Math.floor(amount)
  return { kind: 'paid', receipt, amountReceived: whole }
}

async function poll(
  { gateway }: ProviderDeps,
  { checkout_request_id }: PaymentRow,
): Promise<PollAnswer | undefined> {
  if (checkout_request_id === null) return undefined
  const answer = await gateway.query(checkout_request_id)
  if (answer.kind !== 'final') return { kind: answer.kind }
  if (answer.resultCode === '0') {
    return { kind: 'final', result: { kind: 'paid', receipt: null, amountReceived: null } }
  }
  const { resultCode, resultDesc } = answer
  return { kind: 'final', result: { kind: 'not_paid', resultCode, resultDesc } }
}
