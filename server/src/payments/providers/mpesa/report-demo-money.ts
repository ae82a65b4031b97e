import type { AppDeps } from '../../../deps.ts'
import { c2bSecret } from './mpesa-provider.ts'
import { mpesaTimestamp } from './mpesa-timestamp.ts'
import { receiveC2b } from './receive-c2b.ts'

/** M-Pesa reports the money of a code that staff typed, as it does when a customer pays by hand. */
export async function reportDemoMoney(
  deps: AppDeps,
  { code, amount, name, reference }: { code: string; amount: number; name: string; reference: string },
): Promise<void> {
  const { mpesa } = deps.config.payments
  const body = JSON.stringify({
    TransactionType: 'Pay Bill',
    BillRefNumber: reference,
    TransID: code,
    TransTime: mpesaTimestamp(deps.clock.now()),
    TransAmount: amount.toFixed(2),
    BusinessShortCode: mpesa.kind === 'simulator' ? mpesa.business.number : mpesa.shortcode,
    FirstName: name.toUpperCase(),
  })
  await receiveC2b(deps, { secret: c2bSecret(deps.tokenSecret), body: Buffer.from(body) })
}
