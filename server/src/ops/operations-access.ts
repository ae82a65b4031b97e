import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps.ts'

type AccessDeps = Pick<AppDeps, 'identify'> & { config: Pick<AppDeps['config'], 'metricsToken'> }

/**
 * Whether a request may read what only operators may read: with METRICS_TOKEN or an admin's session token. The address of
 * the client does not count, because behind a proxy on the same machine every request comes from loopback.
 */
export async function mayOperate(request: FastifyRequest, deps: AccessDeps): Promise<boolean> {
  const { metricsToken } = deps.config
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (metricsToken !== undefined && bearer !== undefined && isSame(bearer, metricsToken)) return true
  const { token } = request.headers
  const currentUser = typeof token === 'string' ? await deps.identify(token) : undefined
  return currentUser?.role === 'admin' && currentUser.secondFactor !== 'missing'
}

/** Compares in constant time; hashing gives both texts the same length. */
function isSame(received: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(received), digest(expected))
}
