import { purchasePaymentLabel } from '@twende/contract/bookings/booking-status-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import type { Order } from '@twende/contract/shop/order.ts'
import { orderChat } from '@twende/contract/shop/order-message.ts'
import { leftToPay, mayMoveOrder, orderLabel } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import { useSettings } from '@twende/ui/api/settings.ts'
import { ownCancellation } from '@twende/ui/cancellation-words.ts'
import { Badge } from '@twende/ui/controls/badge.tsx'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import {
  itemsInWords,
  OrderItems,
  OrderMoney,
  OrderSteps,
  orderTones,
  TakenOff,
} from '@twende/ui/shop/order-display.tsx'
import { links } from '../../links.ts'
import { HoldCountdown } from '../../payments/countdown.tsx'

export type OrderActions = {
  onCancel: (order: Order) => void
  onAgain: (order: Order) => void
  onPrint: (order: Order) => void
  onHoldEnd: () => void
}

/** One order: what it holds, how far it is, and what can be done with it. */
export function OrderCard({ order, actions }: { order: Order; actions: OrderActions }) {
  const { number, status, items, amount, createdAt, expiresAt, dispatchNote, cancellationReason } = order
  return (
    <article aria-label={m.my_orders_number({ number })} className="panel grid gap-5 p-4 sm:p-5">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <Badge tone={orderTones[status]}>{orderLabel(status)}</Badge>
            <time dateTime={createdAt} className="figures text-sm text-soft">
              {showInstant(createdAt)}
            </time>
          </p>
          <h2 className="figures mt-2 text-xl leading-tight">{m.my_orders_number({ number })}</h2>
        </div>
        <p className="sm:text-right">
          <Price ksh={amount} />
          <span className="block text-sm text-soft">
            {m.my_orders_items_and_payment({
              items: itemsInWords(items),
              payment: purchasePaymentLabel(order),
            })}
          </span>
        </p>
      </header>
      <div className="grid gap-3 border-t border-line pt-5">
        <OrderItems items={items} />
        <TakenOff order={order} />
      </div>
      <div className="grid gap-3 border-t border-line pt-5">
        <OrderSteps order={order} />
        {expiresAt && (
          <HoldCountdown
            until={expiresAt}
            message={order.keepsPieces ? m.checkout_hold_kept : m.checkout_hold_open}
            onEnd={actions.onHoldEnd}
          />
        )}
        <OrderMoney order={order} />
        {cancellationReason && <p className="text-sm text-soft">{ownCancellation(order)}</p>}
        {dispatchNote && <p className="text-sm text-soft">{m.my_orders_sent_with({ note: dispatchNote })}</p>}
      </div>
      <ActionButtons order={order} actions={actions} />
    </article>
  )
}

function ActionButtons({ order, actions }: { order: Order; actions: OrderActions }) {
  const { whatsappNumber } = useSettings()
  const about = <span className="sr-only"> {order.number}</span>
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      {(order.status === 'pending' || leftToPay(order) > 0) && order.inReview === 0 && (
        <LinkButton size="sm" to={links.payOrder(order._id)}>
          {m.my_orders_pay_now()}
          {about}
        </LinkButton>
      )}
      {order.receipt && (
        <Button size="sm" variant="secondary" onClick={() => actions.onPrint(order)}>
          {m.my_orders_print_receipt()}
          {about}
        </Button>
      )}
      {order.status !== 'pending' && (
        <Button size="sm" variant="secondary" onClick={() => actions.onAgain(order)}>
          {m.my_orders_order_again()}
          {about}
        </Button>
      )}
      <LinkButton
        size="sm"
        variant="quiet"
        href={orderChat(whatsappNumber, order)}
        target="_blank"
        rel="noopener noreferrer"
      >
        {m.my_orders_whatsapp()}
        {about}
      </LinkButton>
      {mayMoveOrder('cancel', order.status, 'customer') && (
        <Button size="sm" variant="quiet" className="text-clay-deep!" onClick={() => actions.onCancel(order)}>
          {m.my_orders_cancel()}
          {about}
        </Button>
      )}
    </div>
  )
}
