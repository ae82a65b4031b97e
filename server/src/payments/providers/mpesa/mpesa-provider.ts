import { MPESA_LARGEST_PAYMENT } from '@twende/contract/business-constants.ts'
import { keyFor } from '../../../accounts/secrets.ts'
import type { Clock } from '../../../basic-deps.ts'
import type { Db } from '../../../db/database.ts'
import { repeatUntilWritten } from '../../../db/database-away.ts'
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
import { CALLBACK_RECEIVED, MOST_SHILLINGS, readStkCallback, type StkCallback } from './daraja-messages.ts'
import {
  emptyOldResults,
  findCheckoutRequestId,
  findResultCode,
  saveRequestIds,
  saveResult,
} from './mpesa-request-store.ts'
import type { MpesaGateways } from './open-gateway.ts'
import { mpesaProofs } from './payment-proof.ts'
import { findPromptTimes, hasPaidFor, lockPhone } from './prompt-store.ts'
import { failureOf, PAID } from './result-codes.ts'

/** How often a phone may be asked to pay in an hour, by all accounts together. */
const PROMPTS_PER_HOUR = 3

/** The same where the phone has paid for something of the account that asks: it is no stranger's. */
const PROMPTS_PER_HOUR_OF_PAYER = 6

const HOUR_MS = 3_600_000

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
    webhookReply: CALLBACK_RECEIVED,
    readWebhook,
    poll,
    resultCode: findResultCode,
    deleteOldPayers: emptyOldResults,
  },
  recordedMethod: 'c2b',
  transactionMethod: 'c2b',
  registerCallbacks: async (deps) => {
    await registerC2b(deps)
    await registerPull(deps)
  },
  proofs: mpesaProofs,
  payout: 'recorded',
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
  // After `unknown` the phone may have been asked: the callback or a poll reports the result. Without the ids there is no
  // poll, and the callback may meet the same fault of the database.
  if (
    result.kind === 'accepted' &&
    !(await repeatUntilWritten(() => saveRequestIds(db, payment.id, result)))
  ) {
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

/** The payment that a callback reports, in whole shillings; undefined when it lacks the amount or the receipt. */
function readPaidResult(
  { amount, receipt, transactionDate }: StkCallback,
  { amount: requested }: PaymentRow,
): PaidResult | undefined {
  if (amount === undefined || receipt === undefined) return undefined
  // Rounded away from what was requested, so that a wrong amount stays wrong.
  const whole = amount > requested ? Math.min(Math.ceil(amount), MOST_SHILLINGS) : Math.floor(amount)
  const paidAt = transactionDate === undefined ? undefined : new Date(transactionDate)
  return { kind: 'paid', receipt, amountReceived: whole, ...(paidAt && { paidAt }) }
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

/**
 * From when a phone may be asked again; undefined when it may be asked now. The phone stays locked until the
 * transaction ends, so that requests at the same moment are counted one after the other.
 */
async function phoneFreeAt(
  tx: Db,
  { clock, config }: { clock: Clock; config: { rateLimit: boolean } },
  { phone, accountId }: { phone: string; accountId: string },
): Promise<Date | undefined> {
  if (!config.rateLimit) return undefined
  await lockPhone(tx, phone)
  const since = new Date(clock.now().getTime() - HOUR_MS)
  const times = await findPromptTimes(tx, { phone, since, limit: PROMPTS_PER_HOUR_OF_PAYER })
  if (times.length < PROMPTS_PER_HOUR) return undefined
  const limit = (await hasPaidFor(tx, phone, accountId)) ? PROMPTS_PER_HOUR_OF_PAYER : PROMPTS_PER_HOUR
  const oldest = times[limit - 1]
  return oldest && new Date(oldest.getTime() + HOUR_MS)
}

/** The unguessable end of the address where M-Pesa reports payments made by hand. */
export function c2bSecret(tokenSecret: string): string {
  return keyFor('c2b address', tokenSecret).toString('hex')
}

/** The end of the address where M-Pesa may ask whether to take such a payment. */
export function c2bValidationSecret(tokenSecret: string): string {
  return keyFor('c2b validation address', tokenSecret).toString('hex')
}

type RegisterDeps = { gateways: MpesaGateways; tokenSecret: string }

/** Registers the addresses where M-Pesa reports payments made by hand; may be repeated. Throws if M-Pesa refuses. */
export async function registerC2b({
  gateways: { mpesa: gateway },
  tokenSecret,
}: RegisterDeps): Promise<void> {
  const hooks = `${gateway.callbackBase}/api/hooks`
  const result = await gateway.registerC2bUrls({
    confirmationUrl: `${hooks}/c2b/${c2bSecret(tokenSecret)}`,
    validationUrl: `${hooks}/c2b-validation/${c2bValidationSecret(tokenSecret)}`,
    // A payment is not refused because the server answers slowly.
    whenValidationIsSilent: 'Completed',
  })
  if (result.kind === 'not_registered') {
    throw new Error(`M-Pesa took no address for payments by hand: ${result.code} ${result.message}`.trim())
  }
}

/** Tells M-Pesa that we ask for missed payments, where Safaricom has enabled that; may be repeated. Throws if M-Pesa refuses. */
async function registerPull({ gateways: { mpesa: gateway }, tokenSecret }: RegisterDeps): Promise<void> {
  if (gateway.pullNumber === undefined) return
  const result = await gateway.registerPull({
    nominatedNumber: gateway.pullNumber,
    callbackUrl: `${gateway.callbackBase}/api/hooks/c2b/${c2bSecret(tokenSecret)}`,
  })
  if (result.kind === 'not_registered') {
    throw new Error(`M-Pesa does not list missed payments: ${result.code} ${result.message}`.trim())
  }
}
