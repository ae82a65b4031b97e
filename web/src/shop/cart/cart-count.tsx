import { m } from '@twende/messages'
import { useCart } from './cart-state.ts'

/** How many pieces are in the cart, on the corner of its picture. */
export function CartCount() {
  const { count } = useCart()
  if (count === 0) return null
  return (
    <>
      <span className="sr-only">, {m.common_item_count({ count })}</span>
      <span
        aria-hidden="true"
        className="figures absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-acacia px-1 text-xs font-bold text-paper"
      >
        {count > 99 ? '99+' : count}
      </span>
    </>
  )
}
