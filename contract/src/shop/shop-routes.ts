import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Payment } from '../payments/payment.ts'
import { Id, optionalParagraphs, Pagination, pageQuery } from '../text.ts'
import { ChatOrderRequest, ItemId, Order, OrderRequest, OrderStatus, Quantity } from './order.ts'
import { Product, ProductSearch } from './product.ts'

const CartData = z.record(z.string(), z.int())
const Cart = z.object({ success: z.literal(true), message: z.string(), cartData: CartData })
const ById = z.object({ itemId: ItemId })
const Nothing = z.object({})

/** A WhatsApp chat with prefilled text. */
const Chat = z.object({ message: z.string(), link: z.string() })

const Placed = z.object({
  success: z.literal(true),
  message: z.string(),
  /** Where the browser goes next: the payment page or the chat. */
  session_url: z.string(),
  orderId: z.string(),
  number: z.string(),
  data: Order,
  /** The payment request that was sent; null when none was sent, and the payment page asks for a number. */
  payment: z.nullable(Payment),
  whatsapp: z.nullable(Chat),
})

const placing = [
  'cart_empty',
  'product_not_found',
  'quantity_invalid',
  'order_too_large',
  'out_of_stock',
  'price_changed',
  'idempotency_conflict',
  'rate_limited',
] as const

export const shopRoutes = defineRoutes({
  'GET /api/food/list': {
    summary: 'All that can be ordered',
    access: 'anyone',
    reply: z.object({ success: z.literal(true), data: z.array(Product) }),
    errors: [],
  },
  'GET /api/product/list': {
    summary: 'The products of the shop; whole without a query, filtered and paged with one',
    access: 'anyone',
    query: ProductSearch,
    reply: z.object({
      success: z.literal(true),
      data: z.array(Product),
      pagination: z.optional(Pagination),
    }),
    errors: [],
  },
  'GET /api/product/get/:productId': {
    summary: 'One product',
    access: 'anyone',
    params: z.object({ productId: Id }),
    reply: z.object({ success: z.literal(true), data: Product }),
    errors: ['product_not_found'],
  },
  'POST /api/cart/get': {
    summary: "The caller's cart: product id to quantity",
    access: 'user',
    body: Nothing,
    reply: Cart,
    errors: [],
  },
  'POST /api/cart/add': {
    summary: 'One more of a product',
    access: 'user',
    body: ById,
    reply: Cart,
    errors: ['product_not_found', 'quantity_invalid', 'cart_full'],
  },
  'POST /api/cart/remove': {
    summary: 'One less of a product; its entry is deleted at 0',
    access: 'user',
    body: ById,
    reply: Cart,
    errors: [],
  },
  'POST /api/cart/set': {
    summary: 'So many of a product; 0 deletes its entry',
    access: 'user',
    body: z.object({ itemId: ItemId, quantity: Quantity }),
    reply: Cart,
    errors: ['product_not_found', 'quantity_invalid', 'cart_full'],
  },
  'POST /api/cart/merge': {
    summary: "Add a browser's cart to the caller's, once: the same `cartId` again changes nothing",
    access: 'user',
    body: z.object({
      /** A random id that the browser created with its cart. */
      cartId: Id,
      cartData: z.record(z.string().check(z.maxLength(100)), z.number()),
    }),
    reply: z.extend(Cart, {
      /** False when this cart was merged before. */
      merged: z.boolean(),
    }),
    errors: [],
  },
  'POST /api/cart/clear': {
    summary: 'Empty the cart',
    access: 'user',
    body: Nothing,
    reply: Cart,
    errors: [],
  },
  'POST /api/order/place': {
    summary: 'Place an order: reserves its stock for a while and, for M-Pesa, sends a payment request',
    access: 'user',
    body: OrderRequest,
    reply: Placed,
    errors: [
      ...placing,
      'too_many_orders',
      'too_much_held',
      'holds_paused',
      'contact_proof_needed',
      'too_much_for_mpesa',
    ],
    limits: [{ per: 'user', max: 60, seconds: 3600 }],
    idempotent: true,
  },
  'POST /api/order/chat': {
    summary: 'Order by WhatsApp, with or without an account; an order of a visitor reserves no stock',
    access: 'anyone',
    body: ChatOrderRequest,
    reply: Placed,
    errors: [...placing, 'too_many_orders', 'too_much_held', 'holds_paused', 'contact_proof_needed'],
    limits: [{ per: 'address', max: 60, seconds: 3600, ofPerson: 20 }],
    idempotent: true,
  },
  'POST /api/order/verify': {
    summary:
      'Whether an order is paid, by our own records; changes nothing and trusts nothing in the request',
    access: 'anyone',
    body: z.object({
      success: z.optional(z.unknown()),
      orderId: z
        .string({ error: m.validation_order_unknown })
        .check(z.maxLength(100, { error: m.validation_order_unknown })),
    }),
    reply: z.object({
      success: z.boolean(),
      /** The payment can still arrive: ask again. */
      pending: z.boolean(),
      message: z.string(),
    }),
    errors: [],
  },
  'POST /api/order/userorders': {
    summary: "The caller's orders, newest first; whole without a body, paged with `page` or `limit`",
    access: 'user',
    body: pageQuery(
      {
        status: z.optional(z.union([OrderStatus, z.literal('all')])),
      },
      50,
    ),
    reply: z.object({
      success: z.literal(true),
      data: z.array(Order),
      pagination: z.optional(Pagination),
    }),
    errors: [],
  },
  'GET /api/order/get/:orderId': {
    summary: 'One order, and the latest request to pay for it',
    access: 'user',
    personalData: true,
    params: z.object({ orderId: Id }),
    reply: z.object({
      success: z.literal(true),
      data: Order,
      payment: z.nullable(Payment),
      whatsapp: Chat,
    }),
    errors: ['order_not_found'],
  },
  'POST /api/order/cancel': {
    summary: 'Cancel an order that is not packed yet; what was paid becomes a refund',
    access: 'user',
    body: z.object({ orderId: Id, reason: optionalParagraphs(300) }),
    reply: z.object({ success: z.literal(true), message: z.string(), data: Order }),
    errors: ['order_not_found', 'order_wrong_state'],
  },
})
