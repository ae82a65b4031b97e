import { PaymentStatus } from '@twende/contract/payments/payment.ts'
import {
  addressDocument,
  LeftPieces,
  Order,
  OrderEvent,
  OrderItem,
  type StaffOrder,
} from '@twende/contract/shop/order.ts'
import { leftToPay, ORDER_EVENTS } from '@twende/contract/shop/order-status.ts'
import * as z from 'zod/mini'
import { pictureAddress } from '../media/present-picture.ts'
import { cancellationOf, orderEventLabel } from './order-labels.ts'
import type { OrderRow } from './order-read-store.ts'
import { statusOf } from './order-store.ts'

/** An order as its customer and our staff see it at `now`. */
export function toOrder(row: OrderRow, now: Date, publicUrl: string): Order {
  return {
    _id: row.id,
    number: orderNumber(row),
    items: row.items.map(({ product_id, picture_hash, ended_as, ...item }) => ({
      _id: product_id,
      ...item,
      ...(ended_as === null ? {} : { endedAs: OrderItem.shape.endedAs.parse(ended_as) }),
      image: picture_hash === null ? '' : pictureAddress(publicUrl, picture_hash),
    })),
    leftPieces: row.left_pieces.map(({ ended_as, why, ...pieces }) => ({
      ...pieces,
      endedAs: LeftPieces.shape.endedAs.parse(ended_as),
      why: LeftPieces.shape.why.parse(why),
    })),
    subtotal: row.subtotal,
    deliveryFee: row.delivery_fee,
    amount: row.amount,
    paid: row.paid,
    inReview: row.in_review,
    refundDue: row.refund_due,
    channel: Order.shape.channel.parse(row.channel),
    address: row.address === null ? null : addressDocument.read(row.address),
    createdAt: row.created_at.toISOString(),
    dispatchNote: row.dispatch_note,
    receipt: leftToPay({ ...row, status: statusOf(row.status) }) > 0 ? null : receipt(row),
    timeline: row.events.map(toEvent),
    ...statusAt(row, now),
  }
}

export function toStaffOrder(row: OrderRow, now: Date, publicUrl: string): StaffOrder {
  const { account_id, customer_name } = row
  const timeline = row.events.map((event) => ({ ...toEvent(event), who: event.who ?? '' }))
  const order = toOrder(row, now, publicUrl)
  const reach = reachOf(row, order)
  const customer =
    account_id === null ? null : { _id: account_id, name: customer_name ?? '', email: reach.email ?? '' }
  return { ...order, timeline, customer, reach }
}

/** As `notifyCustomer` sends: to the account's own address, and to no visitor. */
function reachOf(row: OrderRow, { address }: Order): StaffOrder['reach'] {
  const { customer_email, customer_deleted_at, is_muted } = row
  const email = customer_deleted_at === null ? customer_email : null
  return { email, isMuted: is_muted, phone: address?.phone ?? '' }
}

const OrderEventCode = z.enum(ORDER_EVENTS)

function toEvent(row: OrderRow['events'][number]): OrderEvent {
  const by = OrderEvent.shape.by.parse(row.actor)
  const event = OrderEventCode.parse(row.event)
  return {
    at: new Date(row.at).toISOString(),
    by,
    event,
    what: orderEventLabel(event, by),
    note: row.note,
    status: statusOf(row.status),
  }
}

/** The payment code of an order that was paid with one. */
export function paymentCodeOf({ receipt }: Pick<Order, 'receipt'>): string | null {
  return receipt?.mpesaCode ?? null
}

function receipt({ receipt_number, receipt_amount, issued_at, payment_code }: OrderRow): Order['receipt'] {
  if (receipt_number === null || receipt_amount === null || issued_at === null) return null
  return {
    number: receipt_number,
    issuedAt: issued_at.toISOString(),
    amount: receipt_amount,
    mpesaCode: payment_code,
  }
}

/** An unpaid order whose time is over is shown as cancelled even before the scheduled task has cancelled it. */
function statusAt(row: OrderRow, now: Date) {
  const status = statusOf(row.status)
  const paymentStatus = PaymentStatus.parse(row.payment_status)
  if (status === 'pending' && row.expires_at !== null && row.expires_at <= now) {
    return {
      status: 'cancelled' as const,
      mayBeRevived: true,
      paymentStatus: paymentStatus === 'pending' ? ('expired' as const) : paymentStatus,
      keepsPieces: false,
      expiresAt: null,
      cancelledAt: row.expires_at.toISOString(),
      ...cancellationOf({ cancelled_by: 'clock', cancellation_reason: '' }),
    }
  }
  const isLookedAt = paymentStatus === 'partial' || paymentStatus === 'review'
  return {
    status,
    mayBeRevived: row.cancelled_by === 'clock' || row.cancelled_by === 'stock',
    paymentStatus,
    keepsPieces: status !== 'pending' || row.reserves_stock,
    expiresAt: status === 'pending' && !isLookedAt ? (row.expires_at?.toISOString() ?? null) : null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    ...cancellationOf(row),
  }
}

/** The order number that people see, such as `ORD1001`. */
export function orderNumber({ number }: { number: number }): string {
  return `ORD${number}`
}
