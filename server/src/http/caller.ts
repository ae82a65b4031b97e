import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { Access } from '@twende/contract/http/route.ts'
import { Refusal } from './refusal.ts'

/** The signed-in person behind a request. */
export type Caller = { accountId: string; role: Role; name: string; email: string }

/** Reads who is behind a token; undefined for a token that is wrong, old or revoked. */
export type IdentifyCaller = (token: string) => Promise<Caller | undefined>

const allowed: Record<Exclude<Access, 'anyone'>, readonly Role[]> = {
  user: ['user', 'staff', 'admin'],
  staff: ['staff', 'admin'],
  admin: ['admin'],
}

/** Refuses callers that a route is not for. On open routes a bad token is simply nobody. */
export function admit(access: Access, caller: Caller | undefined): void {
  if (access === 'anyone') return
  if (!caller) throw new Refusal('not_signed_in')
  if (!allowed[access].includes(caller.role)) throw new Refusal('forbidden')
}
