import type { Db } from '../../db/database.ts'
import { queueNotification } from '../../notifications/queue-notification.ts'
import { findPayer, type PayableName } from '../payable-store.ts'

type Owed = { payable: PayableName; amount: number; reason: string; occasion: string }

/** Tells a customer that staff gives back what was paid, and why, as staff wrote it. */
export async function notifyOfRefund(
  tx: Db,
  { payable, amount, reason, occasion }: Owed,
  now: Date,
): Promise<void> {
  const payer = await findPayer(tx, payable)
  if (!payer) return
  const { name, reference, ...to } = payer
  await queueNotification(
    tx,
    {
      kind: 'refund_owed',
      params: {
        name,
        payable: { type: payable.payableType, reference },
        amount,
        why: 'given_back',
        reason,
      },
      ...to,
      dedupeKey: `refund_owed ${occasion}`,
    },
    now,
  )
}
