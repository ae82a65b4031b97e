import { type CartData, withOneLess, withOneMore, withQuantity } from '@twende/contract/shop/cart.ts'

export type CartChange =
  | { kind: 'add'; itemId: string }
  | { kind: 'remove'; itemId: string }
  | { kind: 'set'; itemId: string; quantity: number }
  | { kind: 'clear' }

/** The cart after a change, as the server would answer. */
export function afterChange(cart: CartData, change: CartChange): CartData {
  switch (change.kind) {
    case 'add':
      return withOneMore(cart, change.itemId)
    case 'remove':
      return withOneLess(cart, change.itemId)
    case 'set':
      return withQuantity(cart, change.itemId, change.quantity)
    case 'clear':
      return {}
  }
}
