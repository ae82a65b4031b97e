import type { DeskPayment } from '@twende/contract/payments/desk-payment.ts'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { lockStock } from './lock-stock.ts'
import { confirmOrderByStaff } from './order-payable.ts'
import { insertOrder, moveOrder } from './order-store.ts'
import { priceLines, readQuantities, refuseShortage, toQuote } from './price-order.ts'
import { findMainPictures } from './product-store.ts'

type SaleDeps = Pick<AppDeps, 'clock' | 'config'>
type Sale = {
  /** Who sells. */
  accountId: string
  items: readonly { _id: string; quantity: number }[]
  /** The total that staff saw. */
  amount: number
} & DeskPayment

/** Sells products at the counter: an order without an account that is paid and carried away at once. Returns its id. */
export function sellAtCounter(deps: SaleDeps, sale: Sale, idempotency: Idempotency): Promise<string> {
  const quantities = readQuantities(sale.items)
  return idempotency.transaction((tx) => sellInTransaction(tx, deps, { ...sale, quantities }))
}

async function sellInTransaction(
  tx: Db,
  { clock, config }: SaleDeps,
  sale: Sale & { quantities: ReturnType<typeof readQuantities> },
): Promise<string> {
  const now = clock.now()
  const { accountId, amount, paidBy, code, note, paidOn, quantities } = sale
  const ids = [...quantities.keys()]
  const pictures = await findMainPictures(tx, ids)
  const products = await lockStock(tx, ids, now)
  const lines = priceLines(quantities, products, pictures)
  const quote = toQuote(lines, config.publicUrl)
  if (amount !== quote.amount) throw new AppError('price_changed', { data: quote })
  refuseShortage(lines, products)
  const draft = {
    id: uuidv7(),
    account_id: null,
    request_hash: '',
    channel: 'counter',
    address: null,
    subtotal: quote.subtotal,
    delivery_fee: quote.deliveryFee,
    amount: quote.amount,
    reserves_stock: false,
    expires_at: now,
    created_at: now,
    updated_at: now,
  }
  const { id: orderId } = await insertOrder(tx, draft, lines, accountId)
  await confirmOrderByStaff(tx, { orderId, accountId, paidBy, code, note, paidOn, now })
  if (!(await moveOrder(tx, { orderId, move: 'handOver', by: 'staff', accountId, now })))
    throw new Error('what was paid a moment ago is handed over')
  return orderId
}
