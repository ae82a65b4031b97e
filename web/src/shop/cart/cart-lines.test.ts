import { MAX_QUANTITY } from '@twende/contract/shop/shop-choices.ts'
import { product } from '@twende/ui/testing/product.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cartLines, totalsOf } from './cart-lines.ts'

const listed = fc.record({
  _id: fc.uuid(),
  price: fc.integer({ min: 1, max: 10_000_000 }),
  quantity: fc.integer({ min: 1, max: MAX_QUANTITY }),
})

test('a cart costs price times quantity of the items found in the list, and of no others; delivery is free', () => {
  const different = fc.uniqueArray(listed, { maxLength: 20, selector: ({ _id }) => _id })
  fc.assert(
    fc.property(different, (items) => {
      const cart = Object.fromEntries(items.map(({ _id, quantity }) => [_id, quantity]))
      const products = items.map(({ _id, price }) => ({ ...product, _id, price }))
      const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
      const lines = cartLines({ ...cart, 'no longer sold': 3 }, [...products, product])
      expect(totalsOf(lines)).toEqual({ subtotal: total, deliveryFee: 0, total })
    }),
  )
})
