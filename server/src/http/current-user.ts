import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { FRESH_PROOF_SECONDS } from '@twende/contract/accounts/second-factor.ts'
import type { Access, RouteSpec } from '@twende/contract/http/route.ts'
import { AppError } from './app-error.ts'

/** The signed-in person behind a request, and the session that the request belongs to. */
export type CurrentUser = {
  accountId: string
  role: Role
  name: string
  email: string
  sessionId: string
  /** The end of the session, however much it is used. */
  expiresAt: Date
  passwordProvedAt: Date
  secondFactorProvedAt: Date | null
  /** `missing` is the state of an admin who has yet to add the second factor that the role requires. */
  secondFactor: 'none' | 'missing' | 'proved'
}

/** Reads who is behind a token; undefined for a token that is wrong, or whose session is over or half begun. */
export type IdentifyCurrentUser = (token: string) => Promise<CurrentUser | undefined>

const allowed: Record<Exclude<Access, 'anyone'>, readonly Role[]> = {
  user: ['user', 'staff', 'admin'],
  staff: ['staff', 'admin'],
  admin: ['admin'],
}

type Guarded = Pick<RouteSpec, 'access' | 'fresh' | 'withoutSecondFactor'>

/**
 * Refuses callers that a route is not for, and answers as whom the others are served. On open routes a bad token is simply
 * nobody, and so is an admin without the required second factor: no answer may show them more than to a visitor.
 */
export function admit(
  route: Guarded,
  currentUser: CurrentUser | undefined,
  now: Date,
): CurrentUser | undefined {
  if (route.access === 'anyone') return currentUser?.secondFactor === 'missing' ? undefined : currentUser
  if (!currentUser) throw new AppError('not_signed_in')
  if (currentUser.secondFactor === 'missing' && !route.withoutSecondFactor)
    throw new AppError('second_factor_required')
  if (!allowed[route.access].includes(currentUser.role)) throw new AppError('forbidden')
  if (route.fresh && !isFresh(currentUser, now)) throw new AppError('fresh_proof_needed')
  return currentUser
}

/** Whoever has a second factor proves that; the password alone may have been seen by others. */
function isFresh({ secondFactor, secondFactorProvedAt, passwordProvedAt }: CurrentUser, now: Date): boolean {
  const proved = secondFactor === 'proved' ? secondFactorProvedAt : passwordProvedAt
  return proved !== null && now.getTime() - proved.getTime() <= FRESH_PROOF_SECONDS * 1000
}
