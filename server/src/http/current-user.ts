import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { FRESH_PROOF_SECONDS } from '@twende/contract/accounts/second-factor.ts'
import type { Access, RouteSpec, StaffRight } from '@twende/contract/http/route.ts'
import { AppError } from './app-error.ts'

/** The signed-in person behind a request, and the session that the request belongs to. */
export type CurrentUser = {
  accountId: string
  role: Role
  /** What the person may do besides the work of all staff; an admin has every right, a customer none. */
  rights: readonly StaffRight[]
  name: string
  email: string
  /** The person read a code that was mailed to this address. */
  emailProven: boolean
  sessionId: string
  /** When the session ends, even if it is in use. */
  expiresAt: Date
  passwordProvedAt: Date
  secondFactorProvedAt: Date | null
  /** `missing`: an admin who has not yet added the second factor that the role requires. */
  secondFactor: 'none' | 'missing' | 'proved'
}

/** Finds the user of a session token; undefined if the token is wrong, or its session has ended or waits for a second factor. */
export type IdentifyCurrentUser = (token: string) => Promise<CurrentUser | undefined>

const allowed: Record<Exclude<Access, 'anyone'>, readonly Role[]> = {
  user: ['user', 'staff', 'admin'],
  staff: ['staff', 'admin'],
  admin: ['admin'],
}

type Guarded = Pick<RouteSpec, 'access' | 'right' | 'fresh' | 'withoutSecondFactor'>

/**
 * Checks access to a route and returns the user it is served for. On public routes, a bad token counts as a visitor, and so
 * does an admin without the required second factor.
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
  if (route.right && !currentUser.rights.includes(route.right)) throw new AppError('right_needed')
  if (route.fresh) requireFresh(currentUser, now)
  return currentUser
}

/** Refuses a user whose last proof is too old; for a route that needs a fresh one for some of what it does. */
export function requireFresh(currentUser: CurrentUser, now: Date): void {
  if (!isFresh(currentUser, now)) throw new AppError('fresh_proof_needed')
}

/** A user with a second factor must have proved that one; for others the password is enough. */
function isFresh({ secondFactor, secondFactorProvedAt, passwordProvedAt }: CurrentUser, now: Date): boolean {
  const proved = secondFactor === 'proved' ? secondFactorProvedAt : passwordProvedAt
  return proved !== null && now.getTime() - proved.getTime() <= FRESH_PROOF_SECONDS * 1000
}
