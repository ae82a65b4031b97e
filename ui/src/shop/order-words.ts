import type { Order } from '@twende/contract/shop/order.ts'
import { ORDER_STEPS, type OrderStatus } from '@twende/contract/shop/order-status.ts'
import type { BadgeTone } from '../controls/badge.tsx'

export const orderTones: Readonly<Record<OrderStatus, BadgeTone>> = {
  pending: 'sunrise',
  paid: 'acacia',
  processing: 'acacia',
  shipped: 'ink',
  delivered: 'neutral',
  cancelled: 'clay',
}

/** `1 item`, `3 items`. */
export function itemsInWords(items: Order['items']): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 item' : `${count} items`
}

export type OrderStep = { status: OrderStatus; at: string | undefined }

/** The steps of an order, with the time at which each was reached; a cancelled one ends where it was called off. */
export function orderSteps({ status, timeline, cancelledAt }: Order): OrderStep[] {
  const reached = (step: OrderStatus) => timeline.find((event) => event.status === step)?.at
  if (status !== 'cancelled') return ORDER_STEPS.map((step) => ({ status: step, at: reached(step) }))
  const before = ORDER_STEPS.map((step) => ({ status: step, at: reached(step) })).filter(({ at }) => at)
  return [...before, { status: 'cancelled', at: cancelledAt ?? reached('cancelled') }]
}
