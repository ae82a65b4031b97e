import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import type { Clock } from '../../basic-deps.ts'
import { keyFor, type Secrets } from '../secrets.ts'

const ALGORITHM = 'HS256'
const ISSUER = 'twende'
const AUDIENCE = 'twende-session'

export type TokenDeps = { tokenSecret: string; clock: Clock }
type TokenOwner = { id: string; role: Role; name: string; sessionId: string; expiresAt: Date }

const Claims = z.object({ id: z.uuid(), sid: z.uuid() })
type Claims = z.output<typeof Claims>

/**
 * A signed token with the id of a session. Role and name in it are for display; the server does not read them.
 */
export async function signToken(
  deps: TokenDeps & { secrets: Secrets },
  account: TokenOwner,
): Promise<string> {
  const issuedAt = Math.floor(deps.clock.now().getTime() / 1000)
  return new SignJWT({ id: account.id, role: account.role, name: account.name, sid: account.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setJti(deps.secrets.token())
    .setIssuedAt(issuedAt)
    .setExpirationTime(Math.floor(account.expiresAt.getTime() / 1000))
    .sign(sessionKey(deps))
}

/** Reads a token with a valid signature and age; undefined for any other. */
export async function readToken(deps: TokenDeps, token: string): Promise<Claims | undefined> {
  try {
    const { payload } = await jwtVerify(token, sessionKey(deps), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat'],
      currentDate: deps.clock.now(),
    })
    return Claims.safeParse(payload).data
  } catch {
    return undefined
  }
}

function sessionKey(deps: TokenDeps): Buffer {
  return keyFor('session', deps.tokenSecret)
}
