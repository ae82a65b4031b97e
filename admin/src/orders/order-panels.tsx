import { purchasePaymentLabel } from '@twende/contract/bookings/booking-status-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { LeftPieces, StaffOrder, StaffOrderEvent } from '@twende/contract/shop/order.ts'
import { orderDeskRoutes } from '@twende/contract/shop/order-desk-routes.ts'
import {
  leftToPay,
  mayChangeDelivery,
  mayTakeOff,
  resumesOrder,
  standingMoves,
  undoOf,
} from '@twende/contract/shop/order-status.ts'
import { addressLines } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { OrderItems } from '@twende/ui/shop/order-display.tsx'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { notTold, sentences } from '../frame/reach-words.ts'
import { PurchaseMoneyNotes } from '../payments/purchase-money-notes.tsx'
import { customerMessage, customerName, orderReachWords, pieceEnds } from './order-texts.ts'

const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)
const DeliveryDialog = lazyWithRetry(() =>
  import('./delivery-dialog.tsx').then((module) => module.DeliveryDialog),
)
const TakeOffDialog = lazyWithRetry(() =>
  import('./take-off-dialog.tsx').then((module) => module.TakeOffDialog),
)

/** What is in an order, and what left it. */
export function ItemsPanel({ order }: { order: StaffOrder }) {
  const [open, setOpen] = useState(false)
  const pieces = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const title = order.status === 'paid' || order.status === 'processing'
  return (
    <DetailPanel
      as="h2"
      title={title ? m.admin_orders_items_title() : m.admin_orders_items()}
      aside={<Price ksh={order.amount} />}
    >
      <OrderItems items={order.items} />
      {order.leftPieces.length > 0 && (
        <ul className="mt-3 grid gap-1 border-t border-line pt-3 text-sm text-soft">
          {order.leftPieces.map((left, at) => (
            <li key={at}>{leftWords(left)}</li>
          ))}
        </ul>
      )}
      <PurchaseMoneyNotes purchaseId={order._id} />
      {mayTakeOff(order.status) && pieces > 1 && (
        <Button size="sm" variant="secondary" className="mt-4" onClick={() => setOpen(true)}>
          {m.admin_orders_take_off_button()}
        </Button>
      )}
      <WhenOpen open={open}>
        <TakeOffDialog key={order.timeline.length} order={order} open={open} onClose={() => setOpen(false)} />
      </WhenOpen>
    </DetailPanel>
  )
}

function leftWords({ name, quantity, endedAs, why }: LeftPieces): string {
  const words = { pieces: `${quantity} × ${name}`, end: pieceEnds[endedAs]() }
  return why === 'taken_off' ? m.admin_orders_left_taken_off(words) : m.admin_orders_left_sent_again(words)
}

/** Whom an order is for, how they are reached, what was paid, and where it goes. */
export function CustomerPanel({ order }: { order: StaffOrder }) {
  const { businessName } = useSettings()
  const [open, setOpen] = useState(false)
  const { address, customer } = order
  return (
    <DetailPanel as="h2" title={m.admin_orders_customer_title()}>
      <Facts
        facts={[
          [m.admin_orders_name(), customerName(order)],
          [
            m.admin_orders_phone(),
            address && (
              <a className="underline underline-offset-4" href={`tel:${address.phone}`}>
                {showPhone(address.phone)}
              </a>
            ),
          ],
          [m.admin_orders_payment(), purchasePaymentLabel(order)],
          ...moneyFacts(order),
          ['M-Pesa', order.receipt?.mpesaCode],
          [m.admin_orders_receipt(), order.receipt?.number],
        ]}
      />
      {customer?.email && (
        <p className="mt-3 break-words">
          <span className="block text-sm text-soft">{m.admin_orders_account()}</span>
          {customer.email}
        </p>
      )}
      <Address order={order} />
      <div className="mt-4 flex flex-wrap gap-2">
        {address && (
          <LinkButton
            href={whatsappLink(address.phone, customerMessage(order, businessName))}
            target="_blank"
            rel="noreferrer"
            variant="secondary"
            size="sm"
            icon={<MessageCircle aria-hidden="true" className="size-5" />}
          >
            {m.admin_orders_whatsapp_button()}
          </LinkButton>
        )}
        {mayChangeDelivery(order.status) && (
          <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
            {address ? m.admin_orders_delivery_change_button() : m.admin_orders_delivery_add_button()}
          </Button>
        )}
      </div>
      <WhenOpen open={open}>
        <DeliveryDialog
          key={order.timeline.length}
          order={order}
          open={open}
          onClose={() => setOpen(false)}
        />
      </WhenOpen>
    </DetailPanel>
  )
}

function Address({ order: { address, channel } }: { order: StaffOrder }) {
  if (!address) {
    return (
      <p className="mt-4 text-soft">
        {channel === 'counter' ? m.admin_orders_carried_away() : m.admin_orders_address_in_chat()}
      </p>
    )
  }
  const lines = addressLines(address)
  if (lines.length === 0) return null
  return (
    <address className="mt-4 border-t border-line pt-3 not-italic">
      {lines.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </address>
  )
}

/** The sums of an order of which a part is here, or whose money is looked at. */
function moneyFacts(order: StaffOrder): [string, string][] {
  const { status, paid, inReview, refundDue } = order
  const facts: [string, number][] = [
    [m.admin_orders_paid(), paid],
    [m.admin_orders_in_review(), inReview],
    [m.admin_orders_left(), paid > 0 || status !== 'pending' ? leftToPay(order) : 0],
    [m.admin_orders_refund_due(), refundDue],
  ]
  return facts.filter(([, sum]) => sum > 0).map(([label, sum]) => [label, showKsh(sum)])
}

const actors = {
  customer: () => m.admin_orders_actor_customer(),
  staff: () => m.admin_orders_actor_staff(),
  payment: () => m.admin_orders_actor_payment(),
  clock: () => m.admin_orders_actor_clock(),
} as const

/** What happened with an order, by whom, and the way back from what happened last. */
export function HistoryPanel({ order }: { order: StaffOrder }) {
  const [undoing, setUndoing] = useState(false)
  const undo = undoOf(order, serverNow())
  return (
    <DetailPanel
      as="h2"
      title={m.admin_orders_history_title()}
      aside={
        undo && (
          <Button size="sm" variant="secondary" onClick={() => setUndoing(true)}>
            {m.admin_orders_undo_button()}
          </Button>
        )
      }
    >
      <ol className="grid gap-3">
        {order.timeline.map((event) => (
          <li key={`${event.at} ${event.what}`}>
            <p className="font-semibold">{event.what}</p>
            {event.note && <p className="break-words">{keepAmounts(event.note)}</p>}
            <p className="figures text-sm text-soft">
              {showInstant(event.at)}, {doerOf(event)}
            </p>
          </li>
        ))}
      </ol>
      <UndoDialog order={order} open={undoing} onClose={() => setUndoing(false)} />
    </DetailPanel>
  )
}

/** The customer and the clock have no name beside what they did. */
const doerOf = ({ by, who }: StaffOrderEvent) => (by === 'staff' && who !== '' ? who : actors[by]())

const UNDO = 'POST /api/admin/order/:orderId/undo'

/** What taking back the last step does, and by which way the customer hears of it. That packing began was mailed to nobody. */
function undoWords(order: StaffOrder): readonly string[] {
  const undo = undoOf(order, serverNow())
  return sentences(
    m.admin_orders_undo_explanation(),
    undo && resumesOrder(undo) && m.admin_orders_undo_resumes(),
    undo && resumesOrder(undo) && undo !== 'undoCancel' && m.admin_orders_undo_owed(),
    undo === 'undoProcess' ? notTold() : orderReachWords(order),
  )
}

type UndoDialogProps = { order: StaffOrder; open: boolean; onClose: () => void }

function UndoDialog({ order, open, onClose }: UndoDialogProps) {
  const { revalidate } = useRevalidator()
  const last = standingMoves(order.timeline).at(-1)?.what ?? ''
  return (
    <WhenOpen open={open}>
      <ReasonDialog
        key={order.timeline.length}
        open={open}
        title={m.admin_orders_undo_title({ step: last })}
        explains={undoWords(order)}
        yes={m.admin_orders_undo_button()}
        text={{
          label: m.admin_common_reason_label(),
          hint: m.admin_common_hint_customer(),
          required: true,
        }}
        schema={orderDeskRoutes[UNDO].body}
        onDecide={async (reason) => {
          const { message } = await call(UNDO, { params: { orderId: order._id }, body: { reason } })
          toast.success(message)
          await revalidate()
        }}
        onClose={onClose}
      />
    </WhenOpen>
  )
}
