import { createSecretKey, type KeyObject } from 'node:crypto'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
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

const MOST_VERIFIED = 5_000

/**
 * Reads a token with a valid signature and age; undefined for any other. Signatures of the latest tokens are verified once:
 * verifying took a tenth of the time of a private read. Whether the session still exists is for the caller to ask.
 */
export function tokenReader(deps: TokenDeps): (token: string) => Promise<Claims | undefined> {
  const verified = new LRUCache<string, { claims: Claims; expiresAt: number }>({ max: MOST_VERIFIED })
  // Kept, since `jose` imports each key once that it has seen before.
  const key = sessionKey(deps)
  return async (token) => {
    const known = verified.get(token)
    if (known) return deps.clock.now().getTime() < known.expiresAt ? known.claims : undefined
    const payload = await verify(deps, key, token)
    const claims = Claims.safeParse(payload).data
    if (claims) verified.set(token, { claims, expiresAt: Number(payload?.exp) * 1000 })
    return claims
  }
}

async function verify(deps: TokenDeps, key: KeyObject, token: string): Promise<JWTPayload | undefined> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat'],
      currentDate: deps.clock.now(),
    })
    return payload
  } catch {
    return undefined
  }
}

function sessionKey(deps: TokenDeps): KeyObject {
  return createSecretKey(keyFor('session', deps.tokenSecret))
}
