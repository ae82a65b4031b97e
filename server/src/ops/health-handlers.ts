import { StoredDocumentError } from '@twende/contract/stored-document.ts'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { reportInvalidSettings, settingsWithAuthor } from '../settings/read-settings.ts'

/**
 * `live`: the process answers. `ready`: it reaches its database and is not closing; `warnings` are codes of settings that an
 * admin should change.
 */
export function healthHandlers(
  app: FastifyInstance,
  deps: Pick<AppDeps, 'db' | 'config' | 'logger' | 'warnings'>,
) {
  const { db, config, warnings } = deps
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/api/health/live', async () => ({ success: true }))
  app.get('/api/health/ready', async (_request, reply) => {
    const reachable = await settingsWithAuthor(db, config).then(
      ({ invalid }) => {
        reportInvalidSettings(deps, invalid)
        return true
      },
      (error: unknown) => {
        if (error instanceof StoredDocumentError) deps.logger.error(error)
        return false
      },
    )
    const ready = reachable && !isClosing
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ success: ready, warnings: [...warnings] })
  })
}
