import { type CartData, isQuantity } from '@twende/contract/shop/cart.ts'

/** A visitor's cart. `cartId` is drawn when it begins, so that it is merged into an account's cart only once. */
export type BrowserCart = { cartId: string; cartData: CartData }

const KEY = 'cart'
const CART_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export function readBrowserCart(): BrowserCart | null {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    if (typeof saved !== 'object' || saved === null || !('cartId' in saved) || !('cartData' in saved))
      return null
    const { cartId, cartData } = saved
    if (typeof cartId !== 'string' || !CART_ID.test(cartId)) return null
    if (typeof cartData !== 'object' || cartData === null) return null
    const lines = Object.entries(cartData).filter(([, quantity]) => isQuantity(Number(quantity)))
    return { cartId, cartData: Object.fromEntries(lines) }
  } catch {
    return null
  }
}

export function saveBrowserCart(cartData: CartData) {
  if (Object.keys(cartData).length === 0) return localStorage.removeItem(KEY)
  const cartId = readBrowserCart()?.cartId ?? newCartId()
  localStorage.setItem(KEY, JSON.stringify({ cartId, cartData }))
}

/** Forgets the cart that was merged, unless another has begun since. */
export function deleteBrowserCart(cartId: string) {
  if (readBrowserCart()?.cartId === cartId) localStorage.removeItem(KEY)
}

/** Calls back when another tab changes the visitor's cart. */
export function watchBrowserCart(changed: () => void) {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) changed()
  })
}

/** A version 4 UUID; `crypto.randomUUID` is missing on plain http addresses. */
function newCartId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
