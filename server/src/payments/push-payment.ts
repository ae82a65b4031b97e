import type { Purpose } from '@twende/contract/payments/payment.ts'
import type { AppDeps } from '../deps.ts'
import type { PushResult } from '../mpesa/read-push-answer.ts'
import { FIRST_CHECK_SECONDS } from './chase-timing.ts'
import { keepRequestIds, takeToPush } from './payment-store.ts'
import type { Finding } from './payment-verdict.ts'
import { findBuyer } from './purchase-store.ts'
import { type SettleDeps, settlePayment } from './settle-payment.ts'

/** At most 13 characters. */
const descriptions: Record<Purpose, string> = {
  booking: 'Car rental',
  listing_period: 'Car listing',
  order: 'Shop order',
}

/** Asks the phone of an attempt to pay: at most once, whatever happens on the way. */
export async function pushPayment(
  deps: SettleDeps & Pick<AppDeps, 'gateway'>,
  { paymentId }: { paymentId: string },
): Promise<void> {
  const { db, clock, gateway, logger } = deps
  const now = clock.now()
  const nextCheckAt = new Date(now.getTime() + FIRST_CHECK_SECONDS * 1000)
  const payment = await takeToPush(db, paymentId, { now, nextCheckAt })
  if (!payment) return
  const buyer = await findBuyer(db, payment)
  const result = await gateway.push({
    phone: payment.phone,
    amount: payment.amount,
    accountReference: buyer?.reference ?? '',
    description: descriptions[payment.purpose],
    callbackUrl: `${gateway.callbackBase}/api/hooks/stk/${payment.callback_secret}`,
  })
  // After `unknown` the phone may be ringing: the callback or the chaser will tell.
  if (result.kind === 'refused') await settlePayment(deps, payment.id, refusal(result))
  if (result.kind === 'accepted' && !(await keepRequestIds(db, payment.id, result))) {
    logger.error({ payment: payment.id }, 'a callback named this push otherwise than Safaricom itself')
  }
}

const LOCKED_SUBSCRIBER = '1001'
const BUSY = '26'

/** A refusal as the result code that says the same to a customer. */
function refusal({ code, message, temporary }: Extract<PushResult, { kind: 'refused' }>): Finding {
  const asResult = temporary ? (/unable to lock subscriber/i.test(message) ? LOCKED_SUBSCRIBER : BUSY) : code
  return { kind: 'not_paid', resultCode: asResult, resultDesc: `${code} ${message}`.trim() }
}
