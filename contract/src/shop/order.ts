import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { CancellationCode } from '../cancellation-code.ts'
import { CustomerReach } from '../notifications/customer-reach.ts'
import { MONEY_EVENTS } from '../payments/money-events.ts'
import { PaymentStatus } from '../payments/payment.ts'
import { storedDocument } from '../stored-document.ts'
import { DeliveryAddress } from './delivery-address.ts'
import { ORDER_ACTORS, ORDER_EVENTS, ORDER_STATUSES } from './order-status.ts'
import { MAX_ORDER_LINES, MAX_QUANTITY, ORDER_CHANNELS, ORDER_ORIGINS, PIECE_ENDS } from './shop-choices.ts'

export const OrderStatus = z.enum(ORDER_STATUSES)
export const OrderChannel = z.enum(ORDER_CHANNELS)

/** A stored address: it is shown even if it would no longer be accepted. */
export const StoredAddress = z.object({
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

/** The delivery address of an order as it is stored. */
export const addressDocument = storedDocument('delivery address', StoredAddress)

/** An invalid product id gets the same message as an unknown one. */
export const ItemId = z.uuid({ error: m.validation_product_unknown })

const WHOLE = { error: () => m.validation_quantity({ max: MAX_QUANTITY }) }

/** A quantity in a cart or an order, from 0 to 99. */
export const Quantity = z.int(WHOLE).check(z.gte(0, WHOLE), z.lte(MAX_QUANTITY, WHOLE))

/** An item of an order request; other fields (name, price) are ignored. */
export const OrderedItem = z.object({ _id: ItemId, quantity: Quantity })

export const OrderedItems = z.array(OrderedItem, { error: m.validation_cart_empty }).check(
  z.maxLength(MAX_ORDER_LINES * 2, {
    error: () => m.validation_too_many_products({ max: MAX_ORDER_LINES }),
  }),
)

/** An order request. `amount` is the total that was shown, read only to refuse the order when the price has changed. */
export const OrderRequest = z.object({
  address: DeliveryAddress,
  items: OrderedItems,
  amount: z.optional(z.number()),
  channel: z._default(OrderChannel, 'mpesa'),
})
export type OrderRequest = z.output<typeof OrderRequest>

/** An order by WhatsApp, also without an account; the address is agreed in the chat. */
export const ChatOrderRequest = z.object({ items: OrderedItems, amount: z.optional(z.number()) })
export type ChatOrderRequest = z.output<typeof ChatOrderRequest>

/** An item with the name and price at the time of the order. `_id` is the id of the product. */
export const OrderItem = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.int(),
  quantity: z.int(),
  image: z.string(),
  /** What became of its pieces where the order was ended after it was paid. */
  endedAs: z.optional(z.enum(PIECE_ENDS)),
})
export type OrderItem = z.output<typeof OrderItem>

/** Pieces that left an order which goes on: taken off it, or lost with a parcel that is sent again. */
export const LeftPieces = z.object({
  name: z.string(),
  price: z.int(),
  quantity: z.int(),
  endedAs: z.enum(PIECE_ENDS),
  why: z.enum(['taken_off', 'sent_again']),
})
export type LeftPieces = z.output<typeof LeftPieces>

export const OrderEvent = z.object({
  at: z.string(),
  by: z.enum(ORDER_ACTORS),
  event: z.enum([...ORDER_EVENTS, ...MONEY_EVENTS]),
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
  /** The order number that people see, such as `ORD1001`. */
  number: z.string(),
  items: z.array(OrderItem),
  leftPieces: z.array(LeftPieces),
  subtotal: z.int(),
  deliveryFee: z.int(),
  amount: z.int(),
  /** What came in for its price and was not given back. */
  paid: z.int(),
  /** Money that came in for it and that staff has to decide on. */
  inReview: z.int(),
  /** What is owed back to its customer and not sent yet. */
  refundDue: z.int(),
  status: OrderStatus,
  /** It was cancelled because no money came in time, or its pieces were sold: with all pieces there it can still be paid at the desk. */
  mayBeRevived: z.boolean(),
  paymentStatus: PaymentStatus,
  channel: z.enum(ORDER_ORIGINS),
  /** Null for an order by WhatsApp without an address, and for a sale at the counter. */
  address: z.nullable(StoredAddress),
  /** While pending: when it is cancelled unless it is paid. Null while money for it waits for its rest, or for staff. */
  expiresAt: z.nullable(z.string()),
  /** False while it reserves no stock: a visitor's order, or one beyond the limits of unpaid holds. */
  keepsPieces: z.boolean(),
  createdAt: z.string(),
  cancelledAt: z.nullable(z.string()),
  /** In words. */
  cancellationReason: z.string(),
  cancellationCode: CancellationCode,
  /** How it is delivered; written by staff when it is shipped. */
  dispatchNote: z.string(),
  receipt: z.nullable(OrderReceipt),
  timeline: z.array(OrderEvent),
})
export type Order = z.output<typeof Order>

/** The current price; `data` of `price_changed`. */
export const OrderQuote = z.object({
  items: z.array(OrderItem),
  subtotal: z.int(),
  deliveryFee: z.int(),
  amount: z.int(),
})
export type OrderQuote = z.output<typeof OrderQuote>

/** The products without enough stock, and what is left of each; `data` of `out_of_stock`. */
export const StockShortage = z.object({
  short: z.array(z.object({ _id: z.string(), name: z.string(), left: z.int() })),
})
export type StockShortage = z.output<typeof StockShortage>

/** An event as staff sees it: with who of them, or which customer, did it. */
export const StaffOrderEvent = z.extend(OrderEvent, { who: z.string() })
export type StaffOrderEvent = z.output<typeof StaffOrderEvent>

/** An order as staff sees it; `customer` is null for a visitor's order. */
export const StaffOrder = z.extend(Order, {
  timeline: z.array(StaffOrderEvent),
  customer: z.nullable(z.object({ _id: z.string(), name: z.string(), email: z.string() })),
  reach: CustomerReach,
})
export type StaffOrder = z.output<typeof StaffOrder>
