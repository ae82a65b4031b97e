import { type CartData, withOneLess, withOneMore, withQuantity } from '@twende/contract/shop/cart.ts'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { CartOnServer } from './cart-on-server.ts'

type Asked = { itemId?: string; quantity?: number; cartId?: string; cartData?: Record<string, number> }

/** A shop that keeps one cart; `lose` says of each call whether its answer gets lost on the way back. */
function standInShop(lose: () => boolean = () => false) {
  const shop = { cart: {} as CartData, merged: new Set<string>() }
  const verbs: Record<string, (asked: Asked) => CartData> = {
    add: ({ itemId = '' }) => withOneMore(shop.cart, itemId),
    remove: ({ itemId = '' }) => withOneLess(shop.cart, itemId),
    set: ({ itemId = '', quantity = 0 }) => withQuantity(shop.cart, itemId, quantity),
    clear: () => ({}),
    get: () => shop.cart,
    merge: ({ cartId = '', cartData = {} }) => {
      if (shop.merged.has(cartId)) return shop.cart
      shop.merged.add(cartId)
      const lines = Object.entries(cartData)
      return lines.reduce((cart, [id, many]) => withQuantity(cart, id, (cart[id] ?? 0) + many), shop.cart)
    },
  }
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    const verb = verbs[url.replace('/api/cart/', '')]
    if (verb) shop.cart = verb(JSON.parse(body))
    await Promise.resolve()
    if (lose()) throw new TypeError('Failed to fetch')
    return Response.json({ success: true, message: '', merged: true, cartData: shop.cart })
  })
  return shop
}

function keepInBrowser(kept: string | null = null) {
  const store = new Map<string, string>(kept === null ? [] : [['cart', kept]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  })
  return store
}

afterEach(() => vi.unstubAllGlobals())

const itemId = fc.constantFrom('tyre', 'mouse')
const change = fc.oneof(
  fc.record({ kind: fc.constant('add' as const), itemId }),
  fc.record({ kind: fc.constant('remove' as const), itemId }),
  fc.record({ kind: fc.constant('set' as const), itemId, quantity: fc.integer({ min: 0, max: 99 }) }),
  fc.record({ kind: fc.constant('clear' as const) }),
)

test('what is tapped shows at once and is what the shop has in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 20 }), async (changes) => {
      keepInBrowser()
      const shop = standInShop()
      const cart = new CartOnServer('token', vi.fn(), vi.fn())
      await cart.load()
      const done = changes.map((each) => cart.change(each))
      const shown = cart.cartData
      await Promise.all(done)
      expect(cart.cartData).toEqual(shown)
      expect(shop.cart).toEqual(shown)
    }),
  )
})

test('after lost answers the cart shows what the shop has, not what was hoped', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 12 }),
      fc.infiniteStream(fc.boolean()),
      async (changes, luck) => {
        keepInBrowser()
        let steady = false
        const shop = standInShop(() => !steady && luck.next().value === true)
        const cart = new CartOnServer('token', vi.fn(), vi.fn())
        await Promise.all(changes.map((each) => cart.change(each)))
        steady = true
        await cart.load()
        expect(cart.failed).toBe(false)
        expect(cart.cartData).toEqual(shop.cart)
      },
    ),
  )
})

test('a visitor’s cart is merged once and then forgotten, however often the answer is lost', async () => {
  const cartId = '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b'
  const store = keepInBrowser(JSON.stringify({ cartId, cartData: { tyre: 2 } }))
  let answers = 0
  const shop = standInShop(() => ++answers < 3)
  shop.cart = { tyre: 1 }
  const cart = new CartOnServer('token', vi.fn(), vi.fn())
  for (let tries = 0; tries < 3; tries++) await cart.load()
  expect(cart.cartData).toEqual({ tyre: 3 })
  expect(shop.cart).toEqual({ tyre: 3 })
  expect(store.has('cart')).toBe(false)
})
