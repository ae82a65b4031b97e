import type { ApiError } from '@twende/contract/http/call.ts'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LogIn, PackageX } from 'lucide-react'
import { links } from '../links.ts'
import { CartSkeleton } from './cart-skeleton.tsx'
import { PayOrderView } from './pay-order-view.tsx'
import { useOrder } from './use-order.ts'

/** The page that `session_url` leads to: one order, and its payment by M-Pesa. */
export function PayOrder({ orderId }: { orderId: string }) {
  const { known, error, refresh } = useOrder(orderId)
  if (known) return <PayOrderView order={known.data} payment={known.payment} onChange={refresh} />
  return error ? <OrderRefused refusal={error} onRetry={refresh} /> : <CartSkeleton />
}

function OrderRefused({ refusal, onRetry }: { refusal: ApiError; onRetry: () => void }) {
  if (refusal.code === 'not_signed_in') {
    return (
      <EmptyState
        icon={<LogIn />}
        title="Please log in to pay for this order"
        action={<Button onClick={() => openLogin()}>Log in</Button>}
      >
        Only the person who placed an order sees it here.
      </EmptyState>
    )
  }
  const unknown = refusal.code === 'order_not_found' || refusal.code === 'invalid'
  if (!unknown) return <ErrorState message={refusal.message} onRetry={onRetry} />
  return (
    <EmptyState
      icon={<PackageX />}
      title="Order not found"
      action={<LinkButton to={links.myOrders}>My Orders</LinkButton>}
    >
      Your own orders are all in one list.
    </EmptyState>
  )
}
