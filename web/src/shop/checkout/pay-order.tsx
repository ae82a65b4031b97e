import type { ApiError } from '@twende/contract/http/call.ts'
import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Payment } from '@twende/contract/payments/payment.ts'
import type { Routes } from '@twende/contract/routes.ts'
import type { Order } from '@twende/contract/shop/order.ts'
import { leftToPay, mayOwe } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { ownCancellation } from '@twende/ui/cancellation-words.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { OrderItems, OrderMoney } from '@twende/ui/shop/order-display.tsx'
import { CircleCheck, CircleX, LogIn, PackageX } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../../links.ts'
import { HoldCountdown } from '../../payments/countdown.tsx'
import { PayByMpesa } from '../../payments/pay-by-mpesa.tsx'
import { cancelOrder, useOrderAgain } from '../orders/order-actions.ts'
import { CartSkeleton, ORDER_LAYOUT, TotalsLines } from './order-parts.tsx'

const POLL_MS = 15_000

/** Long enough to read that the money is here. */
const READ_MS = 1600

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
        title={m.checkout_login()}
        action={<Button onClick={() => openLogin()}>{m.checkout_login_button()}</Button>}
      >
        {m.checkout_login_hint()}
      </EmptyState>
    )
  }
  const unknown = refusal.code === 'order_not_found' || refusal.code === 'invalid'
  if (!unknown) return <ErrorState message={refusal.message} onRetry={onRetry} />
  return (
    <EmptyState
      icon={<PackageX />}
      title={m.checkout_not_found()}
      action={<LinkButton to={links.myOrders}>{m.my_orders_title()}</LinkButton>}
    >
      {m.checkout_not_found_hint()}
    </EmptyState>
  )
}

type PayOrderViewProps = { order: Order; payment: Payment | null; onChange: () => void }

/** Paying for one order while its pieces are kept. */
function PayOrderView({ order, payment, onChange }: PayOrderViewProps) {
  const [paidHere, setPaidHere] = useState(order.status === 'pending' && payment?.status === 'paid')
  const owes = mayOwe(order.status) && leftToPay(order) > 0
  const isPaid = order.status !== 'cancelled' && (paidHere || (order.status !== 'pending' && !owes))
  const navigate = useNavigate()
  useEffect(() => {
    if (!isPaid) return
    const next = links.verify({ success: true, orderId: order._id })
    const timer = setTimeout(() => void navigate(next, { replace: true }), READ_MS)
    return () => clearTimeout(timer)
  }, [isPaid, order._id, navigate])
  const open = order.status === 'pending' || owes || paidHere
  return (
    <div className={ORDER_LAYOUT}>
      <section aria-labelledby="payment" className="panel grid gap-5 p-5 sm:p-8">
        <h2 id="payment" className="sr-only">
          {m.checkout_payment()}
        </h2>
        {open ? (
          <Paying
            order={order}
            // What was paid before pays nothing of what is owed now.
            payment={owes && payment?.status === 'paid' ? null : payment}
            paid={paidHere}
            onChange={(now) => {
              if (now?.status === 'paid') setPaidHere(true)
              else onChange()
            }}
          />
        ) : (
          <OrderOver order={order} />
        )}
      </section>
      <section aria-labelledby="order-number" className="panel grid gap-5 p-5 lg:sticky lg:top-24">
        <h2 id="order-number" className="figures text-xl">
          {m.my_orders_number({ number: order.number })}
        </h2>
        <OrderItems items={order.items} />
        <div className="border-t border-line pt-5">
          <TotalsLines totals={{ ...order, total: order.amount }} />
        </div>
        {order.status === 'pending' && !isPaid && <Otherwise order={order} onChange={onChange} />}
      </section>
    </div>
  )
}

type PayingProps = {
  order: Order
  payment: Payment | null
  /** The money is here: nothing has to be kept any more. */
  paid: boolean
  /** A payment has changed, or the time to pay is over. */
  onChange: (payment?: Payment) => void
}

function Paying({ order, payment, paid, onChange }: PayingProps) {
  const { demoPhone } = useSettings()
  return (
    <>
      {order.expiresAt && !paid && (
        <HoldCountdown
          until={order.expiresAt}
          message={order.keepsPieces ? m.checkout_hold_kept : m.checkout_hold_open}
          onEnd={onChange}
          className="justify-center rounded-md bg-sunrise-tint px-4 py-2.5"
        />
      )}
      <OrderMoney order={order} />
      <PayByMpesa
        payment={payment}
        amount={order.amount - order.paid}
        phone={order.address?.phone ?? ''}
        demoPhone={demoPhone}
        askPhone={async (phone) => {
          const body = { purpose: 'order', purchaseId: order._id, phone } as const
          const { data } = await call('POST /api/payment/start', { body })
          return data
        }}
        onChange={onChange}
      />
    </>
  )
}

function Otherwise({ order, onChange }: { order: Order; onChange: () => void }) {
  const cancel = async () => {
    if (await cancelOrder(order)) onChange()
  }
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <LinkButton size="sm" variant="secondary" to={links.myOrders}>
        {m.checkout_pay_later()}
      </LinkButton>
      <Button size="sm" variant="quiet" className="text-clay-deep!" onClick={() => void cancel()}>
        {m.my_orders_cancel()}
      </Button>
    </div>
  )
}

/** An order that there is nothing to pay for any more. */
function OrderOver({ order }: { order: Order }) {
  const orderAgain = useOrderAgain()
  const toList = (
    <LinkButton variant={order.status === 'cancelled' ? 'secondary' : 'primary'} to={links.myOrders}>
      {m.my_orders_title()}
    </LinkButton>
  )
  if (order.status !== 'cancelled') {
    return (
      <EmptyState icon={<CircleCheck />} title={m.checkout_order_paid()} action={toList}>
        {m.checkout_order_paid_hint()}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<CircleX />}
      title={m.checkout_order_cancelled()}
      action={
        <>
          <Button onClick={() => void orderAgain(order)}>{m.my_orders_order_again()}</Button>
          {toList}
        </>
      }
    >
      {ownCancellation(order)}
      <OrderMoney order={order} />
    </EmptyState>
  )
}

type KnownOrder = RouteAnswer<Routes['GET /api/order/get/:orderId']>

/** One order of the signed-in person as it was last read; what is known stays while it is read again, which happens by itself while it is unpaid. */
function useOrder(orderId: string) {
  const token = useSession()?.token ?? ''
  const [known, setKnown] = useState<KnownOrder>()
  const { answer, retry } = useAnswer(`${orderId} ${token}`, (signal) =>
    call('GET /api/order/get/:orderId', { params: { orderId } }, { signal }),
  )
  if (answer.state === 'here' && answer.value !== known) setKnown(answer.value)
  const poll = useEffectEvent(retry)
  const unpaid = known !== undefined && (known.data.status === 'pending' || leftToPay(known.data) > 0)
  useEffect(() => {
    if (!unpaid) return
    const timer = setInterval(() => {
      if (!document.hidden) poll()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [unpaid])
  return { known, error: answer.error, refresh: retry }
}
