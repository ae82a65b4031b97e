import { AppError } from '../http/app-error.ts'
import type { Payable } from '../payments/payable.ts'
import { confirmPaidOrder } from './confirm-paid-order.ts'
import { findOrderToPay } from './order-payable-store.ts'
import { setPaymentStatus } from './order-store.ts'

/** An order of the shop as something that can be paid for. */
export const orderPayable: Payable = {
  paidOnce: true,
  description: 'Shop order',
  noun: 'order',
  notPayable: 'order_not_payable',
  wrongState: 'order_wrong_state',
  async priceDue(db, { payableId, accountId }, now, options) {
    const order = await findOrderToPay(db, payableId, options)
    if (order?.accountId !== accountId) throw new AppError('order_not_found')
    if (order.ranOut) throw new AppError('order_expired')
    if (order.status !== 'pending') throw new AppError('order_not_payable')
    if (order.expiresAt === null || order.expiresAt <= now) throw new AppError('order_expired')
    if (order.isLost) throw new AppError('out_of_stock')
    return order.amount
  },
  async isDelivered(db, orderId) {
    const order = await findOrderToPay(db, orderId)
    return order !== undefined && order.status !== 'pending' && order.status !== 'cancelled'
  },
  async onPaid(tx, deps, orderId, payment) {
    return (await confirmPaidOrder(tx, deps, orderId, payment)) === 'confirmed' ? 'done' : 'gone'
  },
  onPaymentStatus: setPaymentStatus,
}
