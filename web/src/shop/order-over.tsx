import type { Order } from '@twende/contract/shop/order.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { CircleCheck, CircleX } from 'lucide-react'
import { links } from '../links.ts'
import { useOrderAgain } from './use-order-again.ts'

/** An order that there is nothing to pay for any more. */
export function OrderOver({ order }: { order: Order }) {
  const orderAgain = useOrderAgain()
  const toList = (
    <LinkButton variant={order.status === 'cancelled' ? 'secondary' : 'primary'} to={links.myOrders}>
      My Orders
    </LinkButton>
  )
  if (order.status !== 'cancelled') {
    return (
      <EmptyState icon={<CircleCheck />} title="This order is paid" action={toList}>
        Its receipt and where it stands are in My Orders.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<CircleX />}
      title="This order is cancelled"
      action={
        <>
          <Button onClick={() => orderAgain(order)}>Order again</Button>
          {toList}
        </>
      }
    >
      {order.cancellationReason}
    </EmptyState>
  )
}
