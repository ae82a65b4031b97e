import { ApiError } from '@twende/contract/http/call.ts'
import { shopAdminRoutes } from '@twende/contract/shop/admin-shop-routes.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import type { StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import type { PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { isDangerous, moveLabel, movesOn, moveTexts, type ShownMove } from './order-texts.ts'

type OrderMovesProps = { order: StaffOrder; onMove: (move: ShownMove) => void }

/** What comes next for an order, always in reach. */
export function OrderMoves({ order, onMove }: OrderMovesProps) {
  const open = movesOn(order)
  if (open.length === 0) return null
  return (
    <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 no-print">
      {open.map((move, at) => (
        <Button
          key={move}
          variant={at === 0 && !isDangerous(move) ? 'primary' : 'secondary'}
          className="flex-1 md:flex-none"
          onClick={() => onMove(move)}
        >
          {moveLabel(order, move)}
        </Button>
      ))}
    </div>
  )
}

const ROUTE = 'POST /api/admin/order/:orderId/move'

const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)
const PayDialog = lazyWithRetry(() => import('./pay-dialog.tsx').then((module) => module.PayDialog))

const EndOrderDialog = lazyWithRetry(() =>
  import('./end-order-dialog.tsx').then((module) => module.EndOrderDialog),
)

type MoveDialogProps = { order: StaffOrder; moving: ShownMove | undefined; onClose: () => void }

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
  const { label, ...kind } = moveTexts[shownMove](order)
  if (isDangerous(shownMove) && order.status !== 'pending') {
    return (
      <WhenOpen open={open}>
        <EndOrderDialog
          key={key}
          {...kind}
          order={order}
          move={shownMove}
          yes={label}
          open={open}
          onEnd={({ move, ...how }) => decide(move, how)}
          onClose={onClose}
        />
      </WhenOpen>
    )
  }
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
  return async (
    move: StaffOrderMove,
    how: { note: string; code?: string; ends?: { productId: string; as: PieceEnd }[] },
  ) => {
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
