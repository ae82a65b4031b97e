import { toast } from '@twende/ui/controls/toast.ts'
import type { CartLine } from './cart-lines.ts'
import { useCart } from './cart-state.ts'

/** Takes a whole line out of the cart, and gives the focus to the page, as its button is gone. */
export function useRemoveLine(): (line: CartLine) => void {
  const { set } = useCart()
  return ({ product }) => {
    set(product._id, 0)
    document.getElementById('content')?.focus({ preventScroll: true })
    toast.info(`${product.name} is no longer in your cart.`, 'cart')
  }
}
