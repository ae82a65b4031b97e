import type { PersonalData } from '../accounts/personal-data.ts'
import { deletePersonalCart, findCartWithNames } from './cart-store.ts'
import { findOpenOrder, findOrderPage, findOrdersByIds } from './order-read-store.ts'
import { removePersonalData } from './order-store.ts'
import { orderNumber, toOrder } from './present-order.ts'

const ALL = 100_000

/** The orders and the cart of a person. */
export const personalOrders: PersonalData = {
  async exportData({ db, clock, config }, accountId) {
    const now = clock.now()
    const { keys } = await findOrderPage(db, { accountId, status: undefined, limit: ALL, offset: 0 }, now)
    const orders = await findOrdersByIds(db, keys)
    return {
      cart: await findCartWithNames(db, accountId),
      orders: orders.map((row) => toOrder(row, now, config.publicUrl)),
    }
  },
  async findDeletionObstacle(tx, { accountId, now }) {
    const open = await findOpenOrder(tx, accountId, now)
    return open && { code: 'open_order', reference: orderNumber(open) }
  },
  async erase(tx, { accountId }) {
    await deletePersonalCart(tx, accountId)
    await removePersonalData(tx, accountId)
  },
}
