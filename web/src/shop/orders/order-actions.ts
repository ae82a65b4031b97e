import type { Order } from '@twende/contract/shop/order.ts'
import { MAX_QUANTITY } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useNavigate } from 'react-router'
import { links } from '../../links.ts'
import { useCart } from '../cart/cart-state.ts'

/** Asks, and cancels; true when the order was cancelled. */
export async function cancelOrder({ _id: orderId, paid, inReview }: Order): Promise<boolean> {
  const sure = await ask({
    sentence: m.my_orders_cancel_question(),
    more: paid + inReview === 0 ? m.my_orders_cancel_unpaid() : m.my_orders_cancel_paid(),
    yes: m.my_orders_cancel(),
    no: m.my_orders_cancel_keep(),
    danger: true,
  })
  if (!sure) return false
  try {
    await call('POST /api/order/cancel', { body: { orderId } })
    toast.success(m.my_orders_cancelled())
    return true
  } catch (error) {
    toast.error(m.my_orders_cancel_failed({ message: asRefusal(error).message }))
    return false
  }
}

/** Puts what was ordered into the cart once more, and goes there. */
export function useOrderAgain(): (order: Pick<Order, 'items'>) => void {
  const { cart, set } = useCart()
  const navigate = useNavigate()
  return ({ items }) => {
    for (const { _id, quantity } of items) set(_id, Math.min((cart[_id] ?? 0) + quantity, MAX_QUANTITY))
    void navigate(links.cart)
  }
}
