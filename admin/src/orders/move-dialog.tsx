import { ApiError } from '@twende/contract/http/call.ts'
import { shopAdminRoutes } from '@twende/contract/shop/admin-shop-routes.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { moveTexts } from './order-texts.ts'

const ROUTE = 'POST /api/admin/order/:orderId/move'

const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)
const PayDialog = lazyWithRetry(() => import('./pay-dialog.tsx').then((module) => module.PayDialog))

type MoveDialogProps = { order: StaffOrder; moving: StaffOrderMove | undefined; onClose: () => void }

/** The question before each move of an order, with the words that go with it. */
export function MoveDialog({ order, moving, onClose }: MoveDialogProps) {
  const [last, setLast] = useState(moving)
  const decide = useMove(order)
  if (moving && moving !== last) setLast(moving)
  const shownMove = moving ?? last
  if (!shownMove) return null
  const open = moving !== undefined
  const key = `${order._id} ${shownMove}`
  if (shownMove === 'pay') {
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
  const { label, ...kind } = moveTexts[shownMove]()
  return (
    <WhenOpen open={open}>
      <ReasonDialog
        key={key}
        {...kind}
        yes={label}
        open={open}
        schema={shopAdminRoutes[ROUTE].body}
        name="note"
        rest={{ move: shownMove }}
        onDecide={(note) => decide(shownMove, { note })}
        onClose={onClose}
      />
    </WhenOpen>
  )
}

/** Makes a move. That somebody else was first is told, any other refusal is thrown. */
function useMove(order: StaffOrder) {
  const { revalidate } = useRevalidator()
  return async (move: StaffOrderMove, how: { note: string; code?: string }) => {
    try {
      const params = { orderId: order._id }
      const { message } = await call(ROUTE, { params, body: { move, ...how } })
      toast.success(message)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'order_wrong_state') throw error
      toast.error(m.admin_orders_changed_meanwhile({ message: error.message }))
    }
    await revalidate()
  }
}
