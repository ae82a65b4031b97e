import { keyFor } from '../../../accounts/keyed-hash.ts'
import type { MpesaGateways } from './gateway.ts'

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
