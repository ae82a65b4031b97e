import type { DeskPayment } from '@twende/contract/payments/desk-payment.ts'
import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { cancelOrderByStaff, type PieceEnds } from './cancel-order.ts'
import { notifyCustomer } from './notify-customer.ts'
import { requiredNoteMessages } from './order-labels.ts'
import { confirmOrderByStaff, takeOwedByStaff } from './order-payable.ts'
import { lockOrder, moveOrder, type OrderChange, type StoredOrder } from './order-store.ts'
import { refusedMove } from './refused-move.ts'
import { sendAgain } from './send-again.ts'
import { takeOrderBack } from './take-order-back.ts'

type Moving = {
  orderId: string
  accountId: string
  move: StaffOrderMove
  note: string
  ends?: PieceEnds | undefined
} & { [Field in 'paidBy' | 'code' | 'paidOn']?: DeskPayment[Field] | undefined }

/** Changes the status of an order on behalf of staff. */
export async function moveOrderByStaff(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  moving: Moving,
): Promise<void> {
  const message = requiredNoteMessages[moving.move]?.()
  if (message && !moving.note) throw new AppError('invalid', { message, data: { fields: { note: message } } })
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    const { orderId, accountId, note, paidBy, paidOn, code = '', ends = [] } = moving
    switch (moving.move) {
      case 'callOff':
      case 'notArrived':
        return cancelOrderByStaff(tx, { orderId, move: moving.move, accountId, reason: note, ends }, now)
      case 'sendAgain':
        return sendAgain(tx, { orderId, accountId, reason: note, ends }, now)
      case 'takeBack':
        return takeOrderBack(tx, { orderId, accountId, reason: note, ends }, now)
      case 'pay':
        if (!paidBy) throw new AppError('invalid', { message: m.validation_how_paid() })
        await payOrder(tx, { orderId, accountId, paidBy, paidOn, note, code, now })
        return
      default:
        return advanceOrder(tx, moving.move, { orderId, by: 'staff', accountId, now, note })
    }
  })
}

/** Money at the desk pays an order, or what one owes that has left. */
async function payOrder(tx: Db, paying: Parameters<typeof confirmOrderByStaff>[1]): Promise<void> {
  const paid = (await takeOwedByStaff(tx, paying)) ?? (await confirmOrderByStaff(tx, paying))
  await orThrow(tx, paying.orderId, 'pay', paid)
}

type Step = Omit<OrderChange, 'move'>

async function advanceOrder(tx: Db, move: 'process' | 'ship' | 'deliver', step: Step): Promise<void> {
  const { now, note = '', orderId } = step
  const order = await orThrow(
    tx,
    orderId,
    move,
    await moveOrder(tx, {
      ...step,
      move,
      ...(move === 'ship' ? { set: { dispatch_note: note } } : {}),
    }),
  )
  if (move === 'ship') {
    await notifyCustomer(
      tx,
      order,
      (params) => ({ kind: 'order_shipped', params: { ...params, dispatchNote: note } }),
      now,
    )
  }
  if (move === 'deliver')
    await notifyCustomer(tx, order, (params) => ({ kind: 'order_delivered', params }), now)
}

async function orThrow(
  tx: Db,
  orderId: string,
  move: StaffOrderMove,
  moved: StoredOrder | undefined,
): Promise<StoredOrder> {
  if (moved) return moved
  const order = await lockOrder(tx, orderId)
  throw order ? refusedMove(move, order.status) : new AppError('order_not_found')
}
