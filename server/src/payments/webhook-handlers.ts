import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { receiveWebhook } from './collections/receive-webhook.ts'

const MAX_BYTES = 64 * 1024

/** The route where providers report results. */
export function webhookHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => {
    acceptRawBodies(scope)
    serve(scope, deps, 'POST /api/hooks/:method/:secret', async ({ params, request }) => {
      await receiveWebhook(deps, { ...params, headers: request.headers, body: rawBody(request) })
      return { ResultCode: 0, ResultDesc: 'Accepted' }
    })
  })
}

/** Takes anything that is posted, of any content type: what cannot be read is stored as well. */
export function acceptRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  )
}

export function rawBody({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0)
}
