import type { PersonalData } from '../accounts/personal-data.ts'
import { listOrders } from './order-read-store.ts'
import { emptyOrders, findCartOf, findOpenOrder } from './personal-order-store.ts'
import { orderNumber, toOrder } from './present-order.ts'

const ALL = 100_000

/** What a person ordered, and has in the cart. */
export const personalOrders: PersonalData = {
  async tell({ db, clock, config }, accountId) {
    const now = clock.now()
    const everything = { accountId, status: undefined, limit: ALL, offset: 0 }
    const orders = await listOrders(db, everything, now)
    return {
      cart: await findCartOf(db, accountId),
      orders: orders.rows.map((row) => toOrder(row, now, config.publicUrl)),
    }
  },
  async openBusiness(tx, { accountId, now }) {
    const open = await findOpenOrder(tx, accountId, now)
    if (!open) return undefined
    return `Order ${orderNumber(open)} is still under way. Cancel it in My Orders, or come back when it has arrived.`
  },
  async forget(tx, { accountId }) {
    await emptyOrders(tx, accountId)
  },
}
