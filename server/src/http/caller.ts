import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { Access } from '@twende/contract/http/route.ts'
import { Refusal } from './refusal.ts'

/** The signed-in person behind a request, and the session that the request belongs to. */
export type Caller = {
  accountId: string
  role: Role
  name: string
  email: string
  sessionId: string
  /** The end of the session, however much it is used. */
  expiresAt: Date
  passwordProvedAt: Date
  secondFactorProvedAt: Date | null
}

/** Reads who is behind a token; undefined for a token that is wrong, or whose session is over. */
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
