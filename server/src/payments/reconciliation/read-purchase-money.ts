import type { PurchaseMoney } from '@twende/contract/payments/payment-list-item.ts'
import type { Db } from '../../db/database.ts'
import { findPaymentsToCheck, readPaymentItems } from './payment-list-item-store.ts'
import { presentPaymentItem } from './present-payment-list-item.ts'

/** What staff should know of the money of a booking, an order, a listing or a deposit. */
export async function readPurchaseMoney(db: Db, purchaseId: string): Promise<PurchaseMoney> {
  const items = await readPaymentItems(db, await findPaymentsToCheck(db, purchaseId))
  return { toCheck: items.map(presentPaymentItem) }
}
