import { Id } from '@twende/contract/text.ts'
import type { AppDeps } from '../deps.ts'
import { latestPayment } from '../payments/latest-payment.ts'
import { findOrder } from './order-read-store.ts'
import { toOrder } from './present-order.ts'

type Standing = { success: boolean; pending: boolean; message: string }

/** Whether an order is paid, by our books alone. Its id is as good as a secret: nobody can guess one. */
export async function verifyOrder(
  { db, clock, config }: Pick<AppDeps, 'db' | 'clock' | 'config'>,
  orderId: string,
): Promise<Standing> {
  const row = Id.safeParse(orderId).success ? await findOrder(db, orderId) : undefined
  if (!row) return { success: false, pending: false, message: 'Order not found' }
  const { status } = toOrder(row, clock.now(), config.publicUrl)
  const payment = await latestPayment(db, { purpose: 'order', purchaseId: orderId })
  const pending = status === 'pending' || payment?.status === 'processing'
  if (status !== 'pending' && status !== 'cancelled')
    return { success: true, pending: false, message: 'Paid' }
  return { success: false, pending, message: pending ? 'Not paid yet' : 'Not paid' }
}
