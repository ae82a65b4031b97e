import { CallRefused } from '@twende/contract/http/call.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '../../api.ts'
import { later } from '../../ui/later.ts'
import { toast } from '../../ui/toast.ts'
import { WhenOpen } from '../../ui/when-open.tsx'
import { moveKinds } from './order-desk-words.ts'

const ReasonDialog = later(() => import('../reason-dialog.tsx').then((module) => module.ReasonDialog))

type MoveDialogProps = { order: StaffOrder; moving: StaffOrderMove | undefined; onClose: () => void }

/** The question before each move of an order, with the words that go with it. */
export function MoveDialog({ order, moving, onClose }: MoveDialogProps) {
  const [last, setLast] = useState(moving)
  const { revalidate } = useRevalidator()
  if (moving && moving !== last) setLast(moving)
  const asked = moving ?? last
  if (!asked) return null
  const { label, ...kind } = moveKinds[asked]
  async function decide(move: StaffOrderMove, note: string): Promise<boolean> {
    try {
      const params = { orderId: order._id }
      const { message } = await call('POST /api/admin/order/:orderId/move', { params, body: { move, note } })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const late = error.code === 'order_wrong_state'
      toast.error(late ? `Someone else changed this. ${error.message}` : error.message)
      if (!late) return false
    }
    await revalidate()
    return true
  }
  return (
    <WhenOpen open={moving !== undefined}>
      <ReasonDialog
        key={`${order._id} ${asked}`}
        {...kind}
        yes={label}
        open={moving !== undefined}
        onDecide={(note) => decide(asked, note)}
        onClose={onClose}
      />
    </WhenOpen>
  )
}
