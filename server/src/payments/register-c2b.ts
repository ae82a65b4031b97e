import type { AppDeps } from '../deps.ts'
import { c2bSecret, c2bValidationSecret } from './take-c2b.ts'

type RegisterDeps = Pick<AppDeps, 'gateway' | 'tokenSecret'>

/** Tells M-Pesa where to report payments made by hand; may be repeated. Fails when M-Pesa did not take it. */
export async function registerC2b({ gateway, tokenSecret }: RegisterDeps): Promise<void> {
  const hooks = `${gateway.callbackBase}/api/hooks`
  const result = await gateway.registerC2bUrls({
    confirmationUrl: `${hooks}/c2b/${c2bSecret(tokenSecret)}`,
    validationUrl: `${hooks}/c2b-validation/${c2bValidationSecret(tokenSecret)}`,
    // Money that somebody means to send us is never turned away because we were slow to answer.
    whenValidationIsSilent: 'Completed',
  })
  if (result.kind === 'not_registered') {
    throw new Error(`M-Pesa took no address for payments by hand: ${result.code} ${result.message}`.trim())
  }
}
