import { m } from '@twende/messages'
import { AppError } from '../http/app-error.ts'
import type { Payable } from './payable.ts'

/** Reported money that matches nothing, while it goes back to whoever paid it. Nobody can pay for it. */
export const unmatchedPayable: Payable = {
  paidOnce: true,
  description: 'Unmatched',
  paymentCheckedMessage: m.payment_for_unmatched,
  notPayable: 'purchase_not_found',
  wrongState: 'purchase_gone',
  priceDue: () => Promise.reject(new AppError('purchase_not_found')),
  isDelivered: () => Promise.resolve(false),
  onPaid: () => Promise.resolve('gone'),
  onPaymentStatus: () => Promise.resolve(),
}
