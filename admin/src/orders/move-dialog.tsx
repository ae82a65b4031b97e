import { ApiError } from '@twende/contract/http/call.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { moveKinds } from './order-desk-words.ts'

const ReasonDialog = later(() => import('../reason-dialog.tsx').then((module) => module.ReasonDialog))
const PayDialog = later(() => import('./pay-dialog.tsx').then((module) => module.PayDialog))

type MoveDialogProps = { order: StaffOrder; moving: StaffOrderMove | undefined; onClose: () => void }

/** The question before each move of an order, with the words that go with it. */
export function MoveDialog({ order, moving, onClose }: MoveDialogProps) {
  const [last, setLast] = useState(moving)
  const decide = useMove(order)
  if (moving && moving !== last) setLast(moving)
  const asked = moving ?? last
  if (!asked) return null
  const open = moving !== undefined
  const key = `${order._id} ${asked}`
  if (asked === 'pay') {
    return (
      <WhenOpen open={open}>
        <PayDialog
          key={key}
          order={order}
          open={open}
          onPay={(how) => decide('pay', how)}
          onClose={onClose}
        />
      </WhenOpen>
    )
  }
  const { label, ...kind } = moveKinds[asked]
  return (
    <WhenOpen open={open}>
      <ReasonDialog
        key={key}
        {...kind}
        yes={label}
        open={open}
        onDecide={async (note) => {
          const problem = await decide(asked, { note })
          if (problem) toast.error(problem)
          return problem === undefined
        }}
        onClose={onClose}
      />
    </WhenOpen>
  )
}

/** Makes a move; answers what is wrong with it, or nothing when it is done or somebody else was first. */
function useMove(order: StaffOrder) {
  const { revalidate } = useRevalidator()
  return async (move: StaffOrderMove, how: { note: string; code?: string }) => {
    try {
      const params = { orderId: order._id }
      const { message } = await call('POST /api/admin/order/:orderId/move', {
        params,
        body: { move, ...how },
      })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code !== 'order_wrong_state') return error.message
      toast.error(`Someone else changed this. ${error.message}`)
    }
    await revalidate()
    return undefined
  }
}
