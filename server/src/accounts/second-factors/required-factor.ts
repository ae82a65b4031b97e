import type { Role } from '@twende/contract/accounts/account-routes.ts'

/** Where money is real, whoever may send it and give roles signs in with more than a password. */
export function requiresSecondFactor({ realMoney }: { realMoney: boolean }, role: Role): boolean {
  return realMoney && role === 'admin'
}
