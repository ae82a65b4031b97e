import type { AppDeps } from '../../../deps.ts'
import { isKeepable } from '../../../http/parse-json.ts'
import { findPaymentIdBySecret, insertMessage, insertMessageOfNobody } from '../provider-message-store.ts'

/** Keeps what was posted to a callback address, word for word; what it is worth is worked out afterwards. */
export async function receiveCallback(
  { db, clock, jobs }: Pick<AppDeps, 'db' | 'clock' | 'jobs'>,
  { secret, body }: { secret: string; body: Buffer },
): Promise<void> {
  const now = clock.now()
  const text = asText(body)
  const paymentId = await findPaymentIdBySecret(db, secret)
  if (paymentId === undefined) return insertMessageOfNobody(db, { body: text, now })
  await db.transaction().execute(async (tx) => {
    const messageId = await insertMessage(tx, { paymentId, body: text, now })
    await jobs.enqueue(tx, 'process-callback', { messageId })
  })
}

/** Bytes that are no text are kept in another spelling, since the database keeps text only. */
export function asText(body: Buffer): string {
  const text = body.toString('utf8')
  return isKeepable(text) && Buffer.from(text).equals(body) ? text : `base64:${body.toString('base64')}`
}
