import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppDeps } from '../deps.ts'

/**
 * `live`: the process answers. `ready`: it reaches its database and is not on its way out; `warnings` holds the codes of
 * what an admin should set differently.
 */
export function healthHandlers(app: FastifyInstance, { db, warnings }: Pick<AppDeps, 'db' | 'warnings'>) {
  let leaving = false
  app.addHook('preClose', async () => {
    leaving = true
  })
  app.get('/api/health/live', async () => ({ success: true }))
  app.get('/api/health/ready', async (_request, reply) => {
    const reachable = await sql`select 1`.execute(db).then(
      () => true,
      () => false,
    )
    const ready = reachable && !leaving
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ success: ready, warnings: [...warnings] })
  })
}
