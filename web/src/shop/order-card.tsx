import { showInstant } from '@twende/contract/calendar-day.ts'
import type { Order } from '@twende/contract/shop/order.ts'
import { orderChat } from '@twende/contract/shop/order-message.ts'
import { mayMoveOrder, orderLabel } from '@twende/contract/shop/order-status.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { paymentWord } from '@twende/ui/bookings/booking-words.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { OrderItems } from '@twende/ui/shop/order-items.tsx'
import { OrderSteps } from '@twende/ui/shop/order-steps.tsx'
import { itemsInWords, orderTones } from '@twende/ui/shop/order-words.ts'
import { links } from '../links.ts'
import { OrderHold } from './order-hold.tsx'

export type OrderDoors = {
  onCancel: (order: Order) => void
  onAgain: (order: Order) => void
  onPrint: (order: Order) => void
  onHoldEnd: () => void
}

/** One order: what it holds, how far it is, and what can be done with it. */
export function OrderCard({ order, doors }: { order: Order; doors: OrderDoors }) {
  const { number, status, items, amount, createdAt, expiresAt, dispatchNote, cancellationReason } = order
  return (
    <article aria-label={`Order ${number}`} className="panel grid gap-5 p-4 sm:p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Badge tone={orderTones[status]}>{orderLabel(status)}</Badge>
            <time dateTime={createdAt} className="figures text-sm text-soft">
              {showInstant(createdAt)}
            </time>
          </p>
          <h2 className="figures mt-2 text-xl leading-tight">Order {number}</h2>
        </div>
        <p className="sm:text-right">
          <Price ksh={amount} />
          <span className="block text-sm text-soft">
            {itemsInWords(items)}, payment {paymentWord(order.paymentStatus)}
          </span>
        </p>
      </header>
      <div className="border-t border-line pt-5">
        <OrderItems items={items} />
      </div>
      <div className="grid gap-3 border-t border-line pt-5">
        <OrderSteps order={order} />
        {expiresAt && <OrderHold until={expiresAt} keepsPieces={order.keepsPieces} onEnd={doors.onHoldEnd} />}
        {cancellationReason && <p className="text-sm text-soft">{cancellationReason}</p>}
        {dispatchNote && <p className="text-sm text-soft">Sent with: {dispatchNote}</p>}
      </div>
      <Doors order={order} doors={doors} />
    </article>
  )
}

function Doors({ order, doors }: { order: Order; doors: OrderDoors }) {
  const { whatsappNumber } = useSettings()
  const about = <span className="sr-only"> {order.number}</span>
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      {order.status === 'pending' && (
        <LinkButton size="sm" to={links.payOrder(order._id)}>
          Pay now{about}
        </LinkButton>
      )}
      {order.receipt && (
        <Button size="sm" variant="secondary" onClick={() => doors.onPrint(order)}>
          Print receipt{about}
        </Button>
      )}
      {order.status !== 'pending' && (
        <Button size="sm" variant="secondary" onClick={() => doors.onAgain(order)}>
          Order again{about}
        </Button>
      )}
      <LinkButton
        size="sm"
        variant="quiet"
        href={orderChat(whatsappNumber, order)}
        target="_blank"
        rel="noopener noreferrer"
      >
        WhatsApp us{about}
      </LinkButton>
      {mayMoveOrder('cancel', order.status, 'customer') && (
        <Button size="sm" variant="quiet" className="text-clay-deep!" onClick={() => doors.onCancel(order)}>
          Cancel order{about}
        </Button>
      )}
    </div>
  )
}
