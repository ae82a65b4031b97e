import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { codeFitsMethod, DESK_METHODS, deskPaymentFields } from '../payments/desk-payment.ts'
import { Id, optionalParagraphs, paragraphs, SeenAt } from '../text.ts'
import { StaffAddress } from './delivery-address.ts'
import { OrderedItems, StaffOrder } from './order.ts'
import { MAX_QUANTITY, PIECE_ENDS } from './shop-choices.ts'

const OrderId = z.object({ orderId: Id })
const OneOrder = z.object({ success: z.literal(true), message: z.string(), data: StaffOrder })
const PIECES = { error: () => m.validation_quantity({ max: MAX_QUANTITY }) }

/** How an order came, in words. */
export const orderOriginLabels: Record<StaffOrder['channel'], () => string> = {
  mpesa: m.desk_account_mpesa,
  whatsapp: () => 'WhatsApp',
  counter: m.order_event_sold_at_counter,
}

/** What staff does with orders besides moving them on: sells at the counter, takes a step back, changes what is in them and where they go. */
export const orderDeskRoutes = defineRoutes({
  'POST /api/admin/orders': {
    summary: 'Sell products at the counter: they are paid, and carried away at once',
    access: 'staff',
    idempotent: true,
    body: z
      .object({
        items: OrderedItems,
        /** The total that was shown; refused when the price has changed. */
        amount: z.int(),
        ...deskPaymentFields(DESK_METHODS),
      })
      .check(codeFitsMethod),
    reply: OneOrder,
    errors: [
      'cart_empty',
      'product_not_found',
      'quantity_invalid',
      'order_too_large',
      'out_of_stock',
      'price_changed',
      'mpesa_code_used',
      'amount_too_small',
      'idempotency_conflict',
    ],
  },
  'POST /api/admin/order/:orderId/undo': {
    summary: 'Take back what was done last with an order, within 24 hours; its money and its pieces follow',
    access: 'staff',
    params: OrderId,
    body: z.object({ reason: paragraphs(500, m.validation_reason_missing) }),
    reply: OneOrder,
    errors: ['order_not_found', 'order_wrong_state', 'out_of_stock'],
  },
  'POST /api/admin/order/:orderId/delivery': {
    summary: 'Change whom an order is for, where it goes and how it travels; its customer is told',
    access: 'staff',
    params: OrderId,
    body: z.object({
      address: StaffAddress,
      /** How it travels; only while it is on its way or after that. */
      dispatchNote: optionalParagraphs(500),
      reason: optionalParagraphs(500),
      /** The time of the last event of the order that staff saw; refused if something happened since. */
      lastEventAt: SeenAt,
    }),
    reply: OneOrder,
    errors: ['order_not_found', 'order_wrong_state', 'changed_meanwhile'],
  },
  'POST /api/admin/order/:orderId/take-off': {
    summary: 'Take pieces of a product off an order; what was paid for them is owed back',
    access: 'staff',
    params: OrderId,
    body: z.object({
      productId: Id,
      quantity: z.int(PIECES).check(z.gte(1, PIECES), z.lte(MAX_QUANTITY, PIECES)),
      /** Where the pieces are now, if the order was paid. */
      as: z.enum(PIECE_ENDS),
      reason: paragraphs(500, m.validation_reason_missing),
      /** The last event that staff saw, so that pieces are taken off once. */
      lastEventAt: z.optional(SeenAt),
    }),
    reply: OneOrder,
    errors: [
      'order_not_found',
      'order_wrong_state',
      'order_return_too_late',
      'order_needs_a_piece',
      'changed_meanwhile',
    ],
  },
})
