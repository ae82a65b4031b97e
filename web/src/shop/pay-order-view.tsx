import type { Payment } from '@twende/contract/payments/payment.ts'
import type { Order } from '@twende/contract/shop/order.ts'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { OrderItems } from '@twende/ui/shop/order-items.tsx'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'
import { PayByMpesa } from '../payments/pay-by-mpesa.tsx'
import { cancelOrder } from './order-cancel.ts'
import { OrderHold } from './order-hold.tsx'
import { ORDER_LAYOUT } from './order-layout.ts'
import { OrderOver } from './order-over.tsx'
import { TotalsLines } from './order-totals.tsx'

type PayOrderViewProps = { order: Order; payment: Payment | null; onChange: () => void }

/** Long enough to read that the money is here. */
const READ_MS = 1600

/** Paying for one order while its pieces are kept. */
export function PayOrderView({ order, payment, onChange }: PayOrderViewProps) {
  const [paidHere, setPaidHere] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    if (!paidHere) return
    const next = links.verify({ success: true, orderId: order._id })
    const timer = setTimeout(() => void navigate(next, { replace: true }), READ_MS)
    return () => clearTimeout(timer)
  }, [paidHere, order._id, navigate])
  const open = order.status === 'pending' || paidHere
  return (
    <div className={ORDER_LAYOUT}>
      <section aria-labelledby="payment" className="panel grid gap-5 p-5 sm:p-8">
        <h2 id="payment" className="sr-only">
          Payment
        </h2>
        {open ? (
          <Paying
            order={order}
            payment={payment}
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
        <h2 id="order-number" className="text-xl">
          Order <span className="figures">{order.number}</span>
        </h2>
        <OrderItems items={order.items} />
        <div className="border-t border-line pt-5">
          <TotalsLines totals={{ ...order, total: order.amount }} />
        </div>
        {open && !paidHere && <Otherwise order={order} onChange={onChange} />}
      </section>
    </div>
  )
}

type PayingProps = {
  order: Order
  payment: Payment | null
  /** A payment has changed, or the time to pay is over. */
  onChange: (payment?: Payment) => void
}

function Paying({ order, payment, onChange }: PayingProps) {
  const { demoPhone } = useSettings()
  return (
    <>
      {order.expiresAt && (
        <OrderHold
          until={order.expiresAt}
          keepsPieces={order.keepsPieces}
          onEnd={onChange}
          className="justify-center rounded-md bg-sunrise-tint px-4 py-2.5"
        />
      )}
      <PayByMpesa
        payment={payment}
        amount={order.amount}
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
        Pay later
      </LinkButton>
      <Button size="sm" variant="quiet" className="text-clay-deep!" onClick={() => void cancel()}>
        Cancel order
      </Button>
    </div>
  )
}
