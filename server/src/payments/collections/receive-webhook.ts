import type { IncomingHttpHeaders } from 'node:http'
import type { AppDeps } from '../../deps.ts'
import { isKeepable } from '../../http/parse-json.ts'
import { insertMessage, insertUnknownMessage } from '../providers/provider-message-store.ts'
import { findCollection } from '../providers/registry.ts'

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
  await db.transaction().execute(async (tx) => {
    const messageId = await insertMessage(tx, { paymentId, kind: method, body: text, now })
    await jobs.enqueue(tx, 'process-callback', { messageId })
  })
}

/** Bytes that are no text are stored in base64, because the database stores text only. */
export function asText(body: Buffer): string {
  const text = body.toString('utf8')
  return isKeepable(text) && Buffer.from(text).equals(body) ? text : `base64:${body.toString('base64')}`
}
