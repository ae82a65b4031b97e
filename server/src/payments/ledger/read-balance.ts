import type { PayableType } from '@twende/contract/payments/payment.ts'
import type { Db } from '../../db/database.ts'
import { findBalance } from './ledger-store.ts'

/** What came in for a payable, counts, and was not given back; money that is looked at does not count. */
export async function sumPaidFor(db: Db, type: PayableType, id: string): Promise<number> {
  const { revenue, unapplied, receivable } = await findBalance(db, { type, id })
  return Math.max(0, revenue + unapplied - receivable)
}
