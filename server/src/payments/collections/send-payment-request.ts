import type { AppDeps } from '../../deps.ts'
import { findPayer } from '../payable-store.ts'
import { payableOf, saveRequestIds, takeForRequest } from '../payment-store.ts'
import type { PushResult } from '../providers/mpesa/daraja-answers.ts'
import { FIRST_CHECK_SECONDS } from './poll-schedule.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'
import type { ProviderResult } from './settlement-decision.ts'

/** Asks the phone of an attempt to pay: at most once, whatever happens on the way. */
export async function sendPaymentRequest(
  deps: SettleDeps & Pick<AppDeps, 'gateway'>,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const { db, clock, gateway, logger } = deps
  const now = clock.now()
  const nextCheckAt = new Date(now.getTime() + FIRST_CHECK_SECONDS * 1000)
  const payment = await takeForRequest(db, paymentId, { now, nextCheckAt })
  if (!payment) return
  const payer = await findPayer(db, payableOf(payment))
  const result = await gateway.push({
    phone: payment.phone,
    amount: payment.amount,
    accountReference: payer?.reference ?? '',
    description: deps.payables[payment.payable_type].description,
    callbackUrl: `${gateway.callbackBase}/api/hooks/stk/${payment.callback_secret}`,
  })
  // After `unknown` the phone may be ringing: the callback or the chaser will tell.
  if (result.kind === 'refused') await settlePayment(deps, payment.id, refusal(result))
  if (result.kind === 'accepted' && !(await saveRequestIds(db, payment.id, result))) {
    logger.error({ payment: payment.id }, 'a callback named this push otherwise than Safaricom itself')
  }
}

const LOCKED_SUBSCRIBER = '1001'
const BUSY = '26'

/** A refusal as the result code that says the same to a customer. */
function refusal({ code, message, temporary }: Extract<PushResult, { kind: 'refused' }>): ProviderResult {
  const asResult = temporary ? (/unable to lock subscriber/i.test(message) ? LOCKED_SUBSCRIBER : BUSY) : code
  return { kind: 'not_paid', resultCode: asResult, resultDesc: `${code} ${message}`.trim() }
}
