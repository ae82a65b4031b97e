import type { AppDeps } from '../../../deps.ts'
import { isKeepable } from '../../../http/parse-json.ts'
import { findPaymentIdBySecret, insertMessage, insertUnknownMessage } from '../provider-message-store.ts'

/** How messages about requests to a phone are stored. */
const STK = 'stk'

/** Stores what was posted to a callback address, unchanged; a job processes it afterwards. */
export async function receiveCallback(
  { db, clock, jobs }: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { secret, body }: { secret: string; body: Buffer },
): Promise<void> {
  const now = clock.now()
  const text = asText(body)
  const paymentId = await findPaymentIdBySecret(db, secret)
  if (paymentId === undefined) return insertUnknownMessage(db, { kind: STK, body: text, now })
  await db.transaction().execute(async (tx) => {
    const messageId = await insertMessage(tx, { paymentId, kind: STK, body: text, now })
    await jobs.enqueue(tx, 'process-callback', { messageId })
  })
}

/** Bytes that are no text are stored in base64, because the database stores text only. */
export function asText(body: Buffer): string {
  const text = body.toString('utf8')
  return isKeepable(text) && Buffer.from(text).equals(body) ? text : `base64:${body.toString('base64')}`
}
