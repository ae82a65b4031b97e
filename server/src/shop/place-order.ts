import { createHash } from 'node:crypto'
import { MPESA_LARGEST_PAYMENT } from '@twende/contract/business-constants.ts'
import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import type { DeliveryAddress } from '@twende/contract/shop/order.ts'
import { INQUIRY_HOURS, MAX_UNPAID_ORDERS, type OrderChannel } from '@twende/contract/shop/shop-choices.ts'
import type { Db } from '../db/database.ts'
import { uuidv7 } from '../db/new-id.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import type { HoldOrigin } from '../holds/hold-origin.ts'
import { inTurn } from '../holds/in-turn.ts'
import { type Hold, keepOrigin, limitPiecesHold, lockOrigin } from '../holds/limit-holds.ts'
import { AppError } from '../http/app-error.ts'
import { orderPlacedText } from '../notifications/order-texts.ts'
import { openFirstPayment } from '../payments/collections/open-payment.ts'
import { readSettings } from '../settings/read-settings.ts'
import { takeOut } from './cart-store.ts'
import { lockStock } from './lock-stock.ts'
import { markOrderPayment } from './mark-order-payment.ts'
import { notifyCustomer } from './notify-customer.ts'
import { countUnpaid, findByIdempotencyKey, findSameRequest } from './order-read-store.ts'
import {
  insertOrder,
  isRepeatedByVisitor,
  lockCustomer,
  type OrderDraft,
  type OrderLine,
  reserveStock,
  type StoredOrder,
  writeHistory,
} from './order-store.ts'

import { priceLines, readWish, refuseShortage, toQuote, type Wished } from './price-order.ts'
import { findMainPictures } from './product-store.ts'

type PlaceDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>

export type OrderInput = {
  /** Null for a visitor, who orders by WhatsApp and keeps no pieces from others. */
  accountId: string | null
  items: readonly { _id: string; quantity: number }[]
  channel: OrderChannel
  address: DeliveryAddress | null
  /** The total that the customer saw. */
  amount: number | undefined
  idempotencyKey: string | undefined
  /** Undefined for orders that our own programs make. */
  origin?: HoldOrigin | undefined
}
type Asked = OrderInput & { wished: Wished; requestHash: string }

const PRESSED_TWICE_MS = 2 * 60_000

/** Orders at the prices of now, and for M-Pesa has the phone asked to pay; a repeated request gets the first answer. */
export async function placeOrder(deps: PlaceDeps, wish: OrderInput): Promise<string> {
  const wished = readWish(wish.items)
  const asked = { ...wish, wished, requestHash: hashOf(wish, wished) }
  const place = () => {
    const placing = () => inTransaction(deps.db, (tx) => placeInTransaction(tx, deps, asked))
    return wish.accountId === null ? placing() : inTurn(wish.origin, placing)
  }
  return place().catch((error: unknown) => {
    if (isRepeatedByVisitor(error)) return place()
    throw error
  })
}

/** Locks the account, then the network and phone number that it comes from, then the products: one order everywhere. */
async function placeInTransaction(tx: Db, deps: PlaceDeps, asked: Asked): Promise<string> {
  const { accountId, wished } = asked
  const now = deps.clock.now()
  if (accountId !== null) await lockCustomer(tx, accountId)
  const earlier = await findEarlier(tx, asked, now)
  if (earlier !== undefined) return earlier
  if (accountId !== null && (await countUnpaid(tx, accountId, now)) >= MAX_UNPAID_ORDERS) {
    throw new AppError('too_many_orders')
  }
  const ids = [...wished.keys()]
  const pictures = await findMainPictures(tx, ids)
  const { orderHoldMinutes } = await readSettings(tx, deps.config)
  if (accountId !== null) await lockOrigin(tx, asked.origin)
  const products = await lockStock(tx, ids, now)
  const lines = priceLines(wished, products, pictures)
  refuseShortage(lines, products)
  const wish = { method: asked.channel, minutes: orderHoldMinutes[asked.channel], now, origin: asked.origin }
  const hold =
    accountId === null
      ? { keeps: false, minutes: INQUIRY_HOURS * 60 }
      : await limitPiecesHold(tx, { ...wish, accountId }, withStock(lines, products))
  const draft = draftOf(deps, asked, lines, { hold, now })
  const order = await insertOrder(tx, draft, lines)
  await writeHistory(tx, order, { by: 'customer', now, what: 'Ordered', ...(accountId ? { accountId } : {}) })
  if (accountId === null) return order.id
  await keepOrigin(tx, { ...wish, accountId }, { orderId: order.id })
  await keepFor(tx, deps, { order, lines, accountId, asked })
  return order.id
}

function withStock(lines: readonly OrderLine[], products: ReadonlyMap<string, { on_hand: number }>) {
  return lines.map((line) => ({ ...line, onHand: products.get(line.productId)?.on_hand ?? 0 }))
}

type Keeping = { order: StoredOrder; lines: readonly OrderLine[]; accountId: string; asked: Asked }

/** Keeps the pieces for a signed-in customer, takes them out of the cart, and has the phone asked. */
async function keepFor(tx: Db, deps: PlaceDeps, { order, lines, accountId, asked }: Keeping): Promise<void> {
  const now = order.created_at
  const keptUntil = order.expires_at ?? now
  const keeps = order.keeps_pieces
  if (keeps) await reserveStock(tx, order.id, lines, keptUntil)
  for (const line of lines) await takeOut(tx, accountId, line)
  const { channel } = asked
  await notifyCustomer(tx, order, (facts) => orderPlacedText({ ...facts, keptUntil, keeps, channel }), now)
  const phone = payingPhone(asked)
  if (phone === undefined) return
  const { id: purchaseId, amount } = order
  const wish = { purpose: 'order', purchaseId, accountId, amount, phone } as const
  const { status } = await openFirstPayment(tx, deps, wish)
  if (status !== order.payment_status) await markOrderPayment(tx, purchaseId, status)
}

/** Another phone than a Kenyan one cannot pay: the pay page asks for one that can. */
function payingPhone({ channel, address }: Asked): string | undefined {
  return channel === 'mpesa' && address ? normaliseKenyanPhone(address.phone) : undefined
}

/** The order this request has made already: by its key, or by the same wish moments ago. */
async function findEarlier(
  tx: Db,
  { accountId, requestHash, idempotencyKey }: Asked,
  now: Date,
): Promise<string | undefined> {
  if (idempotencyKey !== undefined) {
    const first = await findByIdempotencyKey(tx, accountId, idempotencyKey)
    if (first && first.request_hash !== requestHash) throw new AppError('idempotency_conflict')
    return first?.id
  }
  if (accountId === null) return undefined
  const since = new Date(now.getTime() - PRESSED_TWICE_MS)
  return findSameRequest(tx, { accountId, requestHash, since, now })
}

/** A new order: choices from the customer, everything else from us. */
function draftOf(
  { config }: PlaceDeps,
  asked: Asked,
  lines: readonly OrderLine[],
  { hold, now }: { hold: Hold; now: Date },
): OrderDraft {
  const { accountId, channel, address, amount } = asked
  const quote = toQuote(lines, config.publicUrl)
  if (amount !== undefined && amount !== quote.amount) throw new AppError('price_changed', { data: quote })
  if (channel === 'mpesa' && quote.amount > MPESA_LARGEST_PAYMENT) throw new AppError('too_much_for_mpesa')
  return {
    id: uuidv7(),
    account_id: accountId,
    idempotency_key: asked.idempotencyKey ?? null,
    request_hash: asked.requestHash,
    channel,
    payment_status: payingPhone(asked) === undefined ? 'pending' : 'processing',
    address: address === null ? null : JSON.stringify(address),
    subtotal: quote.subtotal,
    delivery_fee: quote.deliveryFee,
    amount: quote.amount,
    keeps_pieces: hold.keeps,
    expires_at: new Date(now.getTime() + hold.minutes * 60_000),
    created_at: now,
    updated_at: now,
  }
}

/** A hash of what the customer chose, to notice a repeated key that comes with other wishes. */
function hashOf({ channel, address }: OrderInput, wished: Wished): string {
  const choices = { items: [...wished].sort(), channel, address: address && Object.entries(address).sort() }
  return createHash('sha256').update(JSON.stringify(choices)).digest('hex')
}
