import { isQuantity } from '@twende/contract/shop/cart.ts'
import { MAX_ORDER_LINES, MAX_QUANTITY } from '@twende/contract/shop/shop-choices.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import {
  addLines,
  addOne,
  deleteCart,
  deleteItem,
  findCart,
  findInCart,
  insertMergedCart,
  removeQuantities,
  setQuantity,
} from './cart-store.ts'

type CartDeps = Pick<AppDeps, 'db' | 'clock'>
type CartLine = { accountId: string; itemId: string }

/** A cart as a map of product id to quantity. */
export async function readCart(
  { db }: Pick<AppDeps, 'db'>,
  accountId: string,
): Promise<Record<string, number>> {
  const lines = await findCart(db, accountId)
  return Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity]))
}

export async function addToCart(deps: CartDeps, { accountId, itemId }: CartLine): Promise<void> {
  if (await addOne(deps.db, accountId, itemId, deps.clock.now())) return
  await checkCanAdd(deps, { accountId, itemId })
  throw new AppError('quantity_invalid')
}

/** Removing a product that is not in the cart changes nothing. */
export async function removeFromCart({ db }: CartDeps, { accountId, itemId }: CartLine): Promise<void> {
  await removeQuantities(db, accountId, [{ productId: itemId, quantity: 1 }])
}

export async function setInCart(
  deps: CartDeps,
  { accountId, itemId, quantity }: CartLine & { quantity: number },
): Promise<void> {
  if (quantity === 0) return deleteItem(deps.db, accountId, itemId)
  if (!isQuantity(quantity)) throw new AppError('quantity_invalid')
  await checkCanAdd(deps, { accountId, itemId })
  await setQuantity(deps.db, accountId, { productId: itemId, quantity }, deps.clock.now())
}

export async function clearCart({ db }: CartDeps, accountId: string): Promise<void> {
  await deleteCart(db, accountId)
}

async function checkCanAdd({ db }: CartDeps, { accountId, itemId }: CartLine): Promise<void> {
  const found = await findInCart(db, accountId, itemId)
  if (!found) throw new AppError('product_not_found')
  if (found.quantity === 0 && (found.lines ?? 0) >= MAX_ORDER_LINES) throw new AppError('cart_full')
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

type Merge = { accountId: string; cartId: string; cartData: Readonly<Record<string, number>> }

/** Adds a browser's cart to the account's cart, once; false when that was done before. Invalid lines are left out. */
export async function mergeCart(
  { db, clock }: CartDeps,
  { accountId, cartId, cartData }: Merge,
): Promise<boolean> {
  const quantities = new Map<string, number>()
  for (const [id, quantity] of Object.entries(cartData)) {
    if (!UUID.test(id) || !Number.isInteger(quantity) || quantity < 1) continue
    const sum = (quantities.get(id.toLowerCase()) ?? 0) + Math.min(quantity, MAX_QUANTITY)
    quantities.set(id.toLowerCase(), Math.min(sum, MAX_QUANTITY))
  }
  const lines = [...quantities]
    .slice(0, MAX_ORDER_LINES)
    .map(([productId, quantity]) => ({ productId, quantity }))
  return inTransaction(db, async (tx) => {
    if (!(await insertMergedCart(tx, accountId, cartId, clock.now()))) return false
    await addLines(tx, accountId, lines, clock.now())
    return true
  })
}
