import type { Db } from '../../db/database.ts'
import { reduceCharge } from '../../payments/ledger/postings.ts'
import { createRefund } from '../../payments/refunds/create-refund.ts'
import type { DepositRow } from './deposit-store.ts'
import { releaseForWithdrawnCharge } from './release-deposit.ts'

type Withdrawing = {
  bookingId: string
  deposit: DepositRow | undefined
  amount: number
  /** What staff wrote; may be empty. */
  reason: string
  /** Of what is withdrawn: a dispute, or a fine. */
  occasion: string
  key: string
  accountId: string
  now: Date
}

/** What of a charge is not paid is owed no more, what the deposit paid is held again, and what else was paid is owed back. */
export async function withdrawCharge(
  tx: Db,
  { bookingId, deposit, amount, reason, occasion, key, accountId, now }: Withdrawing,
): Promise<void> {
  if (deposit) await releaseForWithdrawnCharge(tx, { bookingId, deposit, amount, reason, accountId, now })
  const payable = { type: 'booking', id: bookingId }
  const paid = await reduceCharge(tx, { payable, amount, key, at: now, actor: accountId })
  if (paid === 0) return
  const refund = { payableType: 'booking', payableId: bookingId, amount: paid, occasion } as const
  await createRefund(tx, { ...refund, reason: 'charge_withdrawn' }, now)
}
