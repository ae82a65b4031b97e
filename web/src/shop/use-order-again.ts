import type { Order } from '@twende/contract/shop/order.ts'
import { MAX_QUANTITY } from '@twende/contract/shop/shop-choices.ts'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'
import { useCart } from './cart-state.ts'

/** Puts what was ordered into the cart once more, and goes there. */
export function useOrderAgain(): (order: Pick<Order, 'items'>) => void {
  const { cart, set } = useCart()
  const navigate = useNavigate()
  return ({ items }) => {
    for (const { _id, quantity } of items) set(_id, Math.min((cart[_id] ?? 0) + quantity, MAX_QUANTITY))
    void navigate(links.cart)
  }
}
