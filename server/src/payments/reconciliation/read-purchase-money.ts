import type { PurchaseMoney } from '@twende/contract/payments/payment-list-item.ts'
import type { Db } from '../../db/database.ts'
import { findMoneyNaming, findPaymentsToCheck, readPaymentItems } from './payment-list-item-store.ts'
import { presentPaymentItem } from './present-payment-list-item.ts'

/** What staff should know of the money of a booking, an order, a listing or a deposit. */
export async function readPurchaseMoney(db: Db, purchaseId: string): Promise<PurchaseMoney> {
  const [toCheck, waiting] = await Promise.all([
    findPaymentsToCheck(db, purchaseId),
    findMoneyNaming(db, purchaseId),
  ])
  const items = await readPaymentItems(db, [...toCheck, ...waiting])
  const rows = items.map(presentPaymentItem)
  return {
    toCheck: rows.filter(({ kind }) => kind === 'payment'),
    waiting: rows.filter(({ kind }) => kind === 'transaction'),
  }
}
