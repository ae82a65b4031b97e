import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { isKeepable } from '../http/parse-json.ts'
import { serve } from '../http/serve.ts'
import { continueTrace, isTracing } from '../tracing/tracing.ts'
import { findTrace } from './payment-store.ts'
import { insertMessage, insertUnknownMessage } from './providers/provider-message-store.ts'
import { findCollection } from './providers/registry.ts'

const MAX_BYTES = 64 * 1024

/** The route where providers report results. */
export function webhookHandlers(app: FastifyInstance, deps: AppDeps) {
  app.register(async (scope) => {
    acceptRawBodies(scope)
    serve(scope, deps, 'POST /api/hooks/:method/:secret', async ({ params, request }) => {
      await receiveWebhook(deps, { ...params, headers: request.headers, body: rawBody(request) })
      return findCollection(params)?.webhookReply ?? {}
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

type WebhookDeps = Pick<AppDeps, 'db' | 'clock' | 'jobs' | 'logger' | 'gateways'>

type Posted = { method: string; secret: string; headers: IncomingHttpHeaders; body: Buffer }

/** Stores what was posted to a webhook, unchanged; a job processes it afterwards. */
export async function receiveWebhook(
  deps: WebhookDeps,
  { method, secret, headers, body }: Posted,
): Promise<void> {
  const { db, clock, jobs } = deps
  const now = clock.now()
  const text = asText(body)
  const collection = findCollection({ method })
  if (!collection) return insertUnknownMessage(db, { kind: 'unknown', body: text, now })
  const paymentId = await collection.findPaymentId(deps, { secret, headers, body })
  if (paymentId === undefined) return insertUnknownMessage(db, { kind: method, body: text, now })
  const store = () =>
    db.transaction().execute(async (tx) => {
      const messageId = await insertMessage(tx, { paymentId, kind: method, body: text, now })
      await jobs.enqueue(tx, 'process-webhook-message', { messageId })
    })
  const trace = isTracing() ? await findTrace(db, paymentId) : undefined
  await continueTrace(trace, { name: `callback ${collection.method}`, kind: 'server' }, store)
}

/** Bytes that are no text are stored in base64, because the database stores text only. */
export function asText(body: Buffer): string {
  const text = body.toString('utf8')
  return isKeepable(text) && Buffer.from(text).equals(body) ? text : `base64:${body.toString('base64')}`
}
