import { createHash } from 'node:crypto'
import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import type { DeliveryAddress } from '@twende/contract/shop/delivery-address.ts'
import { addressDocument } from '@twende/contract/shop/order.ts'
import { INQUIRY_HOURS, MAX_UNPAID_ORDERS, type OrderChannel } from '@twende/contract/shop/shop-choices.ts'
import { v7 as uuidv7 } from 'uuid'
import { lockAccount } from '../accounts/lock-account.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { type HoldOrigin, queueByNetwork } from '../holds/hold-origin.ts'
import { type Hold, limitStockHold, lockOrigin, saveHoldOrigin } from '../holds/limit-holds.ts'
import { AppError } from '../http/app-error.ts'
import type { Idempotency } from '../http/idempotency.ts'
import { openFirstPayment, requireCollectable } from '../payments/collections/open-payment.ts'
import { readSettings } from '../settings/read-settings.ts'
import { removeQuantities } from './cart-store.ts'
import { lockStock } from './lock-stock.ts'
import { notifyCustomer } from './notify-customer.ts'
import { findUnpaidOrders } from './order-read-store.ts'
import {
  insertOrder,
  type OrderDraft,
  type OrderLine,
  reserveStock,
  type StoredOrder,
  setPaymentStatus,
} from './order-store.ts'
import { priceLines, type Quantities, readQuantities, refuseShortage, toQuote } from './price-order.ts'
import { findMainPictures } from './product-store.ts'

type PlaceDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'jobs'>

export type OrderInput = {
  /** Null for a visitor, who orders by WhatsApp and reserves no stock. */
  accountId: string | null
  items: readonly { _id: string; quantity: number }[]
  channel: OrderChannel
  address: DeliveryAddress | null
  /** The total that was shown to the customer. */
  amount: number | undefined
  /** Undefined for demo orders. */
  origin?: HoldOrigin | undefined
}
type OrderRequest = OrderInput & { quantities: Quantities; requestHash: string }

const DOUBLE_PRESS_MS = 2 * 60_000

/** Places an order at current prices and requests the payment, if any. A repeated request returns the first order. */
export async function placeOrder(
  deps: PlaceDeps,
  input: OrderInput,
  idempotency: Idempotency,
): Promise<string> {
  const quantities = readQuantities(input.items)
  const request = { ...input, quantities, requestHash: hashOf(input, quantities) }
  const place = () => idempotency.transaction((tx) => placeInTransaction(tx, deps, request))
  return input.accountId === null ? place() : queueByNetwork(input.origin, place)
}

/** Locks the account, then its network and phone number, then the products. All code takes these locks in this order. */
async function placeInTransaction(tx: Db, deps: PlaceDeps, request: OrderRequest): Promise<string> {
  const { accountId, quantities } = request
  const now = deps.clock.now()
  const ids = [...quantities.keys()]
  if (accountId !== null) await lockAccount(tx, accountId)
  const unpaid = accountId === null ? [] : await findUnpaidOrders(tx, { accountId, now })
  const earlier = earlierOrder(unpaid, request, now)
  if (earlier !== undefined) return earlier
  if (unpaid.length >= MAX_UNPAID_ORDERS) throw new AppError('too_many_orders')
  // What an order keeps of its products is read before they are locked: its rivals wait behind that lock.
  const pictures = await findMainPictures(tx, ids)
  const { orderHoldMinutes } = await readSettings(tx, deps.config)
  if (accountId !== null) await lockOrigin(tx, request.origin)
  const products = await lockStock(tx, ids, now)
  const lines = priceLines(quantities, products, pictures)
  refuseShortage(lines, products)
  const holdRequest = {
    method: request.channel,
    minutes: orderHoldMinutes[request.channel],
    now,
    origin: request.origin,
  }
  const hold =
    accountId === null
      ? { keeps: false, minutes: INQUIRY_HOURS * 60 }
      : await limitStockHold(tx, { ...holdRequest, accountId }, withOnHand(lines, products))
  const draft = buildDraft(deps, request, lines, { hold, now })
  const order = await insertOrder(tx, draft, lines)
  if (accountId === null) return order.id
  await saveHoldOrigin(tx, { ...holdRequest, accountId }, { orderId: order.id })
  await takeFromStockAndCart(tx, { order, lines, accountId, channel: request.channel })
  const phone = payingPhone(request)
  if (phone !== undefined) await requestPayment(tx, deps, order, { accountId, phone })
  return order.id
}

function withOnHand(lines: readonly OrderLine[], products: ReadonlyMap<string, { on_hand: number }>) {
  return lines.map((line) => ({ ...line, onHand: products.get(line.productId)?.on_hand ?? 0 }))
}

type NewOrder = {
  order: StoredOrder
  lines: readonly OrderLine[]
  accountId: string
  channel: OrderChannel
}

/** Reserves the stock for a signed-in customer, removes it from the cart, and notifies them. */
async function takeFromStockAndCart(tx: Db, { order, lines, accountId, channel }: NewOrder): Promise<void> {
  const now = order.created_at
  const keptUntil = order.expires_at ?? now
  const keeps = order.reserves_stock
  const placed = { keptUntil: keptUntil.toISOString(), keepsStock: keeps, channel }
  if (keeps) await reserveStock(tx, order.id, lines, keptUntil)
  await removeQuantities(tx, accountId, lines)
  await notifyCustomer(
    tx,
    order,
    (params) => ({ kind: 'order_placed', params: { ...params, ...placed } }),
    now,
  )
}

async function requestPayment(
  tx: Db,
  deps: PlaceDeps,
  order: StoredOrder,
  { accountId, phone }: { accountId: string; phone: string },
): Promise<void> {
  const { id: payableId, amount } = order
  const paymentRequest = { payableType: 'order', payableId, accountId, amount, phone } as const
  const { status } = await openFirstPayment(tx, deps, paymentRequest)
  if (status !== order.payment_status) await setPaymentStatus(tx, payableId, status)
}

/** The phone that is asked to pay; undefined for a number that is not Kenyan: the payment page then asks for another. */
function payingPhone({ channel, address }: OrderRequest): string | undefined {
  return channel !== 'whatsapp' && address ? normaliseKenyanPhone(address.phone) : undefined
}

type UnpaidOrder = Awaited<ReturnType<typeof findUnpaidOrders>>[number]

/** The unpaid order that the same request made moments ago, as when a button is pressed twice, or the cart is sent from two tabs. */
function earlierOrder(
  unpaid: readonly UnpaidOrder[],
  { requestHash, amount }: OrderRequest,
  now: Date,
): string | undefined {
  const since = now.getTime() - DOUBLE_PRESS_MS
  return unpaid.find(
    (order) =>
      order.request_hash === requestHash &&
      order.created_at.getTime() >= since &&
      (amount === undefined || amount === order.amount),
  )?.id
}

/** The row of a new order. Only choices come from the customer; prices and times are ours. */
function buildDraft(
  { config }: PlaceDeps,
  request: OrderRequest,
  lines: readonly OrderLine[],
  { hold, now }: { hold: Hold; now: Date },
): OrderDraft {
  const { accountId, channel, address, amount } = request
  const quote = toQuote(lines, config.publicUrl)
  if (amount !== undefined && amount !== quote.amount) throw new AppError('price_changed', { data: quote })
  if (channel !== 'whatsapp') requireCollectable(quote.amount)
  return {
    id: uuidv7(),
    account_id: accountId,
    request_hash: request.requestHash,
    channel,
    payment_status: payingPhone(request) === undefined ? 'pending' : 'processing',
    address: address === null ? null : addressDocument.write(address),
    subtotal: quote.subtotal,
    delivery_fee: quote.deliveryFee,
    amount: quote.amount,
    reserves_stock: hold.keeps,
    expires_at: new Date(now.getTime() + hold.minutes * 60_000),
    created_at: now,
    updated_at: now,
  }
}

/** A hash of the choices, to refuse a repeated idempotency key with different choices. */
function hashOf({ channel, address }: OrderInput, quantities: Quantities): string {
  const choices = {
    items: [...quantities].sort(),
    channel,
    address: address && Object.entries(address).sort(),
  }
  return createHash('sha256').update(JSON.stringify(choices)).digest('hex')
}
