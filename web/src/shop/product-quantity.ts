import { readQuantity } from '@twende/contract/shop/cart.ts'
import { MAX_QUANTITY } from '@twende/contract/shop/shop-choices.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useState } from 'react'
import { useCart } from './cart-state.ts'
import type { ProductTile } from './product-tile.ts'

type Counted = Pick<ProductTile, '_id' | 'name' | 'stock'>

/** How many of a product are in the cart, what is typed instead, and the ways to change it. */
export function useQuantity({ _id, name, stock }: Counted) {
  const { cart, set } = useCart()
  const inCart = cart[_id] ?? 0
  const [typed, setTyped] = useState<string>()
  const [refused, setRefused] = useState(false)
  const most = Math.min(stock, MAX_QUANTITY)
  const wanted = typed === undefined ? undefined : readQuantity(typed)

  const type = (text: string | undefined) => {
    setTyped(text)
    setRefused(false)
  }
  const put = (pieces: number) => {
    type(undefined)
    const quantity = Math.min(pieces, most)
    if (quantity < pieces) toast.info(limitWords({ name, stock }), 'cart')
    if (quantity !== inCart) set(_id, quantity)
  }
  return {
    inCart,
    shown: typed ?? String(inCart),
    /** Typed but not applied yet. */
    wanted: wanted === 0 ? undefined : wanted,
    refused,
    type,
    /** Enter: anything but a whole number from 0 on stays as it was typed, and changes nothing. */
    apply: () => {
      if (wanted !== undefined) put(wanted)
      else setRefused(typed !== undefined)
    },
    /** One more; as many as were typed, where a number was left without Enter. */
    add: () => put(wanted || inCart + 1),
    oneMore: () => put(inCart + 1),
    oneLess: () => put(Math.max(inCart - 1, 0)),
  }
}

export type ProductQuantity = ReturnType<typeof useQuantity>

function limitWords({ name, stock }: Pick<Counted, 'name' | 'stock'>): string {
  if (stock === 0) return `${name} is out of stock.`
  return stock < MAX_QUANTITY ? `Only ${stock} of ${name} left.` : `At most ${MAX_QUANTITY} of one product.`
}
