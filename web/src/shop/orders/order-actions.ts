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

/** Puts the products of an order into the cart again, says which are sold out or cost more now, and opens the cart. */
export function useOrderAgain(): (order: Pick<Order, 'items'>) => Promise<void> {
  const { cart, set } = useCart()
  const navigate = useNavigate()
  return async ({ items }) => {
    const sold = await call('GET /api/food/list', {}).catch((error: unknown) => asRefusal(error))
    if (!('data' in sold) || !Array.isArray(sold.data)) return void toast.error(m.common_unreachable())
    const now = new Map(sold.data.map((product) => [product._id, product]))
    const gone = items.filter(({ _id }) => !now.has(_id))
    const short: string[] = []
    const here = items.filter(({ _id, name, quantity }) => {
      const { stock = 0 } = now.get(_id) ?? {}
      if (!now.has(_id)) return false
      const inCart = cart[_id] ?? 0
      const most = Math.min(stock, MAX_QUANTITY)
      if (inCart < most) set(_id, Math.min(inCart + quantity, most))
      if (stock === 0) short.push(m.order_product_out_of_stock({ name }))
      else if (inCart + quantity > stock) short.push(m.order_product_left({ name, left: stock }))
      return stock > 0
    })
    const dearer = here.flatMap(({ _id, name, price }) => {
      const costs = now.get(_id)?.price ?? price
      return costs > price
        ? [m.my_orders_again_dearer({ name, before: showKsh(price), now: showKsh(costs) })]
        : []
    })
    const notes = [...gone.map(({ name }) => m.my_orders_again_gone({ name })), ...short, ...dearer]
    if (notes.length > 0) toast.info(notes.join(' '), 'order again')
    void navigate(links.cart)
  }
}
