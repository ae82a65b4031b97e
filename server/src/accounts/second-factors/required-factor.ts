import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { isRealMoney, type MpesaConfig } from '../../config/mpesa-config.ts'

/** Where money is real, whoever may send it and give roles signs in with more than a password. */
export function requiresSecondFactor({ mpesa }: { mpesa: MpesaConfig }, role: Role): boolean {
  return role === 'admin' && isRealMoney(mpesa)
}
