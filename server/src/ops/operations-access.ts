import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps.ts'

type AccessDeps = Pick<AppDeps, 'identify'> & { config: Pick<AppDeps['config'], 'metricsToken'> }

/**
 * Whether a request may see what only operators see: by METRICS_TOKEN, or by an admin's session token. Where it comes
 * from says nothing: behind a proxy on the same machine every visitor comes from loopback.
 */
export async function mayOperate(request: FastifyRequest, deps: AccessDeps): Promise<boolean> {
  const { metricsToken } = deps.config
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (metricsToken !== undefined && bearer !== undefined && isSame(bearer, metricsToken)) return true
  const { token } = request.headers
  const currentUser = typeof token === 'string' ? await deps.identify(token) : undefined
  return currentUser?.role === 'admin' && currentUser.secondFactor !== 'missing'
}

/** Hashed first, so that the comparison takes the same time whatever was sent. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}
