import * as z from 'zod/mini'
import { PaymentStatus } from '../payments/payment-status.ts'
import { Email, line } from '../text.ts'
import { ORDER_ACTORS, ORDER_EVENTS, ORDER_STATUSES } from './order-status.ts'
import { MOST_LINES, MOST_OF_ONE, ORDER_CHANNELS } from './shop-choices.ts'

export const OrderStatus = z.enum(ORDER_STATUSES)
export const OrderChannel = z.enum(ORDER_CHANNELS)

/** Where an order goes; all fields are required (specification, section 5). `phone` is the M-Pesa number. */
export const DeliveryAddress = z.object({
  firstName: line(60),
  lastName: line(60),
  email: Email,
  street: line(120),
  city: line(80),
  state: line(80),
  zipcode: line(20),
  country: line(60),
  phone: line(40),
})
export type DeliveryAddress = z.output<typeof DeliveryAddress>

/** The same as it was kept: what was taken then is shown, whatever would be taken now. */
const KeptAddress = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
  country: z.string(),
  phone: z.string(),
})

/** What a wrong product id is told. */
export const ItemId = z.uuid('Product not found')

const WHOLE = `Please choose a whole number of pieces, at most ${MOST_OF_ONE} of one product`

/** A quantity as a cart or an order takes it; 0 is none. */
export const Quantity = z.int(WHOLE).check(z.gte(0, WHOLE), z.lte(MOST_OF_ONE, WHOLE))

/** An ordered item; whatever else it carries (name, price) is not read. */
export const OrderedItem = z.object({ _id: ItemId, quantity: Quantity })

export const OrderedItems = z
  .array(OrderedItem, 'Your cart is empty')
  .check(z.maxLength(MOST_LINES * 2, `Please order at most ${MOST_LINES} different products at once`))

/** What a customer chooses. `amount` is read only to notice that the price shown is no longer the price. */
export const OrderRequest = z.object({
  address: DeliveryAddress,
  items: OrderedItems,
  amount: z.optional(z.number()),
  channel: z._default(OrderChannel, 'mpesa'),
})
export type OrderRequest = z.output<typeof OrderRequest>

/** An order by WhatsApp, from the cart or a product page: nobody need be signed in, and where it goes is told in the chat. */
export const ChatOrderRequest = z.object({ items: OrderedItems, amount: z.optional(z.number()) })
export type ChatOrderRequest = z.output<typeof ChatOrderRequest>

/** A product as it was ordered: later changes of it change no order. `_id` is the product's. */
export const OrderItem = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.int(),
  quantity: z.int(),
  image: z.string(),
})
export type OrderItem = z.output<typeof OrderItem>

export const OrderEvent = z.object({
  at: z.string(),
  by: z.enum(ORDER_ACTORS),
  event: z.enum(ORDER_EVENTS),
  /** The event in words. */
  what: z.string(),
  note: z.string(),
  status: OrderStatus,
})
export type OrderEvent = z.output<typeof OrderEvent>

/** Numbered without gaps, in the order in which orders were paid. */
export const OrderReceipt = z.object({
  number: z.int(),
  issuedAt: z.string(),
  amount: z.int(),
  /** M-Pesa's own code; null when staff took the money another way. */
  mpesaCode: z.nullable(z.string()),
})
export type OrderReceipt = z.output<typeof OrderReceipt>

/** An order as its customer sees it. */
export const Order = z.object({
  _id: z.string(),
  /** What people call it: `ORD1001`. */
  number: z.string(),
  items: z.array(OrderItem),
  subtotal: z.int(),
  deliveryFee: z.int(),
  amount: z.int(),
  status: OrderStatus,
  paymentStatus: PaymentStatus,
  channel: OrderChannel,
  /** Null for an order by WhatsApp whose address was left to the chat. */
  address: z.nullable(KeptAddress),
  /** While pending: when it is given up unless it is paid. */
  expiresAt: z.nullable(z.string()),
  /** False while others may still order its pieces away: a visitor's order, or one beyond the limits. */
  keepsPieces: z.boolean(),
  createdAt: z.string(),
  cancelledAt: z.nullable(z.string()),
  cancellationReason: z.string(),
  /** How it travels; written by staff when it is shipped. */
  dispatchNote: z.string(),
  receipt: z.nullable(OrderReceipt),
  timeline: z.array(OrderEvent),
})
export type Order = z.output<typeof Order>

/** What the shown price has become: comes as `data` with `price_changed`. */
export const OrderQuote = z.object({
  items: z.array(OrderItem),
  subtotal: z.int(),
  deliveryFee: z.int(),
  amount: z.int(),
})
export type OrderQuote = z.output<typeof OrderQuote>

/** Comes as `data` with `out_of_stock`: what is short, and how many are left of it. */
export const StockShortage = z.object({
  short: z.array(z.object({ _id: z.string(), name: z.string(), left: z.int() })),
})
export type StockShortage = z.output<typeof StockShortage>

/** An order in staff's list; `customer` is null for a visitor's order by WhatsApp. */
export const StaffOrder = z.extend(Order, {
  customer: z.nullable(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
})
export type StaffOrder = z.output<typeof StaffOrder>
