import { showKsh } from '@twende/contract/money.ts'
import { refundWaySentences } from '@twende/contract/payments/payment-choices.ts'
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
export async function cancelOrder({ _id: orderId, paid, inReview, receipt }: Order): Promise<boolean> {
  // Staff takes other money than M-Pesa's for a whole order only, which then has a receipt without a code.
  const back = refundWaySentences[receipt && receipt.mpesaCode === null ? 'as_agreed' : 'to_payer']()
  const sure = await ask({
    sentence: m.my_orders_cancel_question(),
    more: paid + inReview === 0 ? m.my_orders_cancel_unpaid() : m.my_orders_cancel_paid({ back }),
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

/** Puts what was ordered into the cart once more, says what is gone or costs more by now, and goes there. */
export function useOrderAgain(): (order: Pick<Order, 'items'>) => Promise<void> {
  const { cart, set } = useCart()
  const navigate = useNavigate()
  return async ({ items }) => {
    const sold = await call('GET /api/food/list', {}).catch((error: unknown) => asRefusal(error))
    if (!('data' in sold) || !Array.isArray(sold.data)) return void toast.error(m.common_unreachable())
    const now = new Map(sold.data.map((product) => [product._id, product]))
    const [here, gone] = [items.filter(({ _id }) => now.has(_id)), items.filter(({ _id }) => !now.has(_id))]
    for (const { _id, quantity } of here) set(_id, Math.min((cart[_id] ?? 0) + quantity, MAX_QUANTITY))
    const dearer = here.flatMap(({ _id, name, price }) => {
      const costs = now.get(_id)?.price ?? price
      return costs > price
        ? [m.my_orders_again_dearer({ name, before: showKsh(price), now: showKsh(costs) })]
        : []
    })
    const notes = [...gone.map(({ name }) => m.my_orders_again_gone({ name })), ...dearer]
    if (notes.length > 0) toast.info(notes.join(' '), 'order again')
    void navigate(links.cart)
  }
}
