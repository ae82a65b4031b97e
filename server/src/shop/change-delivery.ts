import { fullName } from '@twende/contract/accounts/full-name.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { StaffAddress } from '@twende/contract/shop/delivery-address.ts'
import { addressDocument } from '@twende/contract/shop/order.ts'
import { mayChangeDelivery } from '@twende/contract/shop/order-status.ts'
import { addressLines } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { notifyCustomer } from './notify-customer.ts'
import { changeDeliveryOf, findTimeline } from './order-change-store.ts'
import { insertHistory, lockOrder } from './order-store.ts'

type DeliveryChange = {
  orderId: string
  accountId: string
  address: StaffAddress
  dispatchNote: string
  reason: string
  lastEventAt: string
}

/** Changes whom an order is for, where it goes and how it travels, on behalf of staff; its customer is told. */
export async function changeDelivery(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  { orderId, accountId, address, dispatchNote, reason, lastEventAt }: DeliveryChange,
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new AppError('order_not_found')
    if (!mayChangeDelivery(order.status)) throw new AppError('order_wrong_state')
    await requireUnchanged(tx, orderId, lastEventAt)
    const isSent = order.status === 'shipped'
    if (isSent && dispatchNote === '') {
      const message = m.validation_how_it_travels()
      throw new AppError('invalid', { message, data: { fields: { dispatchNote: message } } })
    }
    const note = isSent ? dispatchNote : order.dispatch_note
    await changeDeliveryOf(tx, orderId, { address: addressDocument.write(address), dispatchNote: note })
    await insertHistory(tx, order, { event: 'changeDelivery', by: 'staff', accountId, now, note: reason })
    const to = [fullName(address), ...addressLines(address), showPhone(address.phone)].join(', ')
    await notifyCustomer(
      tx,
      order,
      (params) => ({ kind: 'order_delivery_changed', params: { ...params, to, dispatchNote: note } }),
      now,
    )
  })
}

/** Refuses what was decided on an order that has changed since staff saw it. */
export async function requireUnchanged(tx: Db, orderId: string, lastEventAt: string): Promise<void> {
  const last = (await findTimeline(tx, orderId)).at(-1)
  if (last && last.at !== new Date(lastEventAt).toISOString()) throw new AppError('changed_meanwhile')
}
