import { type CartData, cartCount } from '@twende/contract/shop/cart.ts'
import { MAX_ORDER_LINES } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { currentSession, useSession } from '@twende/ui/accounts/session.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { readBrowserCart, saveBrowserCart, watchBrowserCart } from './cart-in-browser.ts'
import { afterChange, type CartChange, CartOnServer } from './cart-on-server.ts'

type Shown = {
  cartData: CartData
  ready: boolean
  failed: boolean
  /** The token of whose cart it is; a visitor has none. */
  token?: string | undefined
}

/** As in the server's HTML, which knows nobody's cart. */
const UNKNOWN: Shown = { cartData: {}, ready: false, failed: false }

let shown = UNKNOWN
let account: CartOnServer | null = null
let otherTabs: BroadcastChannel | undefined
const listeners = new Set<() => void>()

export type Cart = {
  /** Product id to quantity. */
  cart: CartData
  /** How many pieces are in it. */
  count: number
  /** Its content is known; until then it looks empty. */
  ready: boolean
  /** It could not be read from the server. */
  failed: boolean
  add: (itemId: string) => void
  remove: (itemId: string) => void
  set: (itemId: string, quantity: number) => void
  clear: () => void
  /** Reads the server's cart again, after something else than this has changed it. */
  reload: () => void
}

/** The cart of whoever is here: in the browser when signed out, else on the server; the same in every tab. */
export function useCart(): Cart {
  const token = useSession()?.token
  useEffect(() => {
    start()
    follow(token)
  }, [token])
  const current = useSyncExternalStore(
    subscribe,
    () => shown,
    () => UNKNOWN,
  )
  // Right after a log-in it is still the cart of whoever was here before.
  const { cartData, ready, failed } = current.token === token ? current : UNKNOWN
  return { cart: cartData, count: cartCount(cartData), ready, failed, ...changes }
}

const changes = {
  add: (itemId: string) => change({ kind: 'add', itemId }),
  remove: (itemId: string) => change({ kind: 'remove', itemId }),
  set: (itemId: string, quantity: number) => change({ kind: 'set', itemId, quantity }),
  clear: () => change({ kind: 'clear' }),
  reload: () => void account?.load(),
}

function change(requested: CartChange) {
  // Read at the tap: a session may have ended since the last paint.
  follow(currentSession()?.token)
  if (account) return void account.change(requested)
  const cartData = afterChange(readBrowserCart()?.cartData ?? {}, requested)
  if (Object.keys(cartData).length > MAX_ORDER_LINES) return toast.error(m.cart_full(), 'cart')
  saveBrowserCart(cartData)
  show()
}

/** Turns to the cart of the account behind `token`, or to the visitor's. */
function follow(token: string | undefined) {
  if (account?.token === token) {
    if (!account && !shown.ready) show()
    return
  }
  account?.close()
  account = token === undefined ? null : new CartOnServer(token, show, tellOtherTabs)
  show()
  void account?.load()
}

function show() {
  shown = account
    ? { cartData: account.cartData, ready: account.ready, failed: account.failed, token: account.token }
    : { cartData: readBrowserCart()?.cartData ?? {}, ready: true, failed: false }
  for (const listener of listeners) listener()
}

let started = false

/** Listens for other tabs, and looks again when this one comes back. */
function start() {
  if (started) return
  started = true
  watchBrowserCart(() => {
    if (!account) show()
  })
  if ('BroadcastChannel' in window) {
    otherTabs = new BroadcastChannel('cart')
    otherTabs.addEventListener('message', () => void account?.load())
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) account?.refresh()
  })
  window.addEventListener('online', () => void account?.load())
}

function tellOtherTabs() {
  otherTabs?.postMessage('changed')
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
