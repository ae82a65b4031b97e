import { ApiError } from '@twende/contract/http/call.ts'
import { type CartData, withOneLess, withOneMore, withQuantity } from '@twende/contract/shop/cart.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { deleteBrowserCart, readBrowserCart } from './cart-in-browser.ts'

const FRESH_MS = 5000

/**
 * The cart of one account as this tab sees it: the server's last answer, and on top of it what was tapped since. Calls
 * go one after the other, so that the answer that came last is also the newest.
 */
export class CartOnServer {
  readonly token: string
  readonly #tell: () => void
  readonly #tellOtherTabs: () => void
  #answered: CartData | undefined
  #pending: CartChange[] = []
  #last: Promise<void> = Promise.resolve()
  #loadQueued = false
  #loadedAt = 0
  #closed = false
  failed = false

  constructor(token: string, tell: () => void, tellOtherTabs: () => void) {
    this.token = token
    this.#tell = tell
    this.#tellOtherTabs = tellOtherTabs
  }

  get ready(): boolean {
    return this.#answered !== undefined
  }

  /** Until the first answer, what the visitor had. */
  get cartData(): CartData {
    return this.#pending.reduce(afterChange, this.#answered ?? readBrowserCart()?.cartData ?? {})
  }

  /** Nothing of this account is shown or told any more. */
  close() {
    this.#closed = true
  }

  load(): Promise<void> {
    if (this.#loadQueued) return this.#last
    this.#loadQueued = true
    return this.#queue(async () => {
      this.#loadQueued = false
      await this.#read()
    })
  }

  /** The same, unless it was read moments ago. */
  refresh() {
    if (Date.now() - this.#loadedAt > FRESH_MS) void this.load()
  }

  change(change: CartChange): Promise<void> {
    this.#pending = [...this.#pending, change]
    this.#tell()
    return this.#queue(async () => {
      try {
        this.#answered = await send(change, this.token)
        this.#tellOtherTabs()
      } catch (error) {
        if (!this.#closed) toast.error(sentenceOf(error), 'cart')
        // Perhaps it was done and only its answer is lost.
        await this.#read()
      } finally {
        this.#pending = this.#pending.filter((waiting) => waiting !== change)
      }
    })
  }

  #queue(task: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      if (this.#closed) return
      await task()
      if (!this.#closed) this.#tell()
    })
    return this.#last
  }

  async #read() {
    const token = this.token
    const left = readBrowserCart()
    try {
      if (left) {
        const { cartData } = await call('POST /api/cart/merge', { body: left }, { token })
        deleteBrowserCart(left.cartId)
        this.#answered = cartData
        this.#tellOtherTabs()
      } else {
        const { cartData } = await call('POST /api/cart/get', { body: {} }, { token })
        this.#answered = cartData
      }
      this.#loadedAt = Date.now()
      this.failed = false
    } catch {
      this.failed = true
    }
  }
}

async function send(change: CartChange, token: string): Promise<CartData> {
  const answer = await request(change, token)
  return answer.cartData
}

function request(change: CartChange, token: string) {
  switch (change.kind) {
    case 'add':
      return call('POST /api/cart/add', { body: { itemId: change.itemId } }, { token })
    case 'remove':
      return call('POST /api/cart/remove', { body: { itemId: change.itemId } }, { token })
    case 'set': {
      const { itemId, quantity } = change
      return call('POST /api/cart/set', { body: { itemId, quantity } }, { token })
    }
    case 'clear':
      return call('POST /api/cart/clear', { body: {} }, { token })
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof ApiError ? error.message : m.common_unreachable()
}

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
