import { paymentWord } from '@twende/contract/bookings/booking-status-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { shopAdminRoutes } from '@twende/contract/shop/admin-shop-routes.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { orderLabel, type StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import type { PieceEnd } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { whatsappLink } from '@twende/ui/address.ts'
import { call } from '@twende/ui/api/call.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { OrderItems, OrderSteps, orderTones } from '@twende/ui/shop/order-display.tsx'
import { MessageCircle, Printer } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { PurchaseMoneyNotes } from '../payments/purchase-money-notes.tsx'
import type { Route } from './+types/order-page'
import { customerMessage, customerName, isDangerous, moveLabel, movesOn, moveTexts } from './order-texts.ts'

const PackingSlip = lazyWithRetry(() => import('./packing-slip.tsx').then((module) => module.PackingSlip))

const bold = { b: (text: string) => <strong>{text}</strong> }

const actors = {
  customer: () => m.admin_orders_actor_customer(),
  staff: () => m.admin_orders_actor_staff(),
  payment: () => m.admin_orders_actor_payment(),
  clock: () => m.admin_orders_actor_clock(),
} as const

export const clientLoader = ({ params: { orderId } }: Route.ClientLoaderArgs) =>
  loadForPage(call('GET /api/admin/order/:orderId', { params: { orderId } }))

export const meta = () => pageTitle(m.admin_orders_order_title())

/** One order, with everything that staff needs to get it to its customer. */
export default function OrderPage({ loaderData }: Route.ComponentProps) {
  return (
    <Page width="reading" back={{ to: links.orders(), label: m.admin_menu_orders() }}>
      <PageContent
        page={loaderData.page}
        missing={{
          code: 'order_not_found',
          title: m.admin_orders_not_found_title(),
          text: m.admin_orders_not_found_text(),
        }}
      >
        {({ data }) => <OrderView order={data} />}
      </PageContent>
    </Page>
  )
}

/** An order as staff works on it. */
function OrderView({ order }: { order: StaffOrder }) {
  const [moving, setMoving] = useState<StaffOrderMove>()
  const [printing, setPrinting] = useState(false)
  return (
    <article aria-labelledby="order-number" className="grid gap-5">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h1 id="order-number" className="figures text-3xl">
            {order.number}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-soft">
            <StatusBadge tone={orderTones[order.status]}>{orderLabel(order.status)}</StatusBadge>
            {m.admin_orders_ordered_at({ time: showInstant(order.createdAt) })}
          </p>
        </div>
        <Button
          size="sm"
          variant="secondary"
          icon={<Printer aria-hidden="true" className="size-5" />}
          onClick={() => setPrinting(true)}
        >
          {m.admin_orders_slip_button()}
        </Button>
      </header>
      <section aria-label={m.admin_orders_progress_label()} className="panel p-4 sm:p-5">
        <OrderSteps order={order} />
        {order.dispatchNote && (
          <p className="mt-4 border-t border-line pt-3">
            <Sentence text={m.admin_orders_dispatch_note({ text: order.dispatchNote })} marks={bold} />
          </p>
        )}
        {order.cancellationReason && (
          <p className="mt-4 border-t border-line pt-3">
            <Sentence
              text={m.admin_orders_cancellation_reason({ text: order.cancellationReason })}
              marks={bold}
            />
          </p>
        )}
      </section>
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        <DetailPanel as="h2" title={m.admin_orders_items_title()} aside={<Price ksh={order.amount} />}>
          <OrderItems items={order.items} />
          <PurchaseMoneyNotes purchaseId={order._id} />
        </DetailPanel>
        <CustomerPanel order={order} />
      </div>
      <HistoryPanel order={order} />
      <OrderMoves order={order} onMove={setMoving} />
      <MoveDialog order={order} moving={moving} onClose={() => setMoving(undefined)} />
      <WhenOpen open={printing}>
        {printing && <PackingSlip order={order} onPrinted={() => setPrinting(false)} />}
      </WhenOpen>
    </article>
  )
}

function CustomerPanel({ order }: { order: StaffOrder }) {
  const { businessName } = useSettings()
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
          [m.admin_orders_payment(), paymentWord(order.paymentStatus)],
          ...moneyFacts(order),
          ['M-Pesa', order.receipt?.mpesaCode],
          [m.admin_orders_receipt(), order.receipt?.number],
        ]}
      />
      {customer && (
        <p className="mt-3 break-words">
          <span className="block text-sm text-soft">{m.admin_orders_account()}</span>
          {customer.email}
        </p>
      )}
      {address ? (
        <address className="mt-4 border-t border-line pt-3 not-italic">
          {address.street}
          <br />
          {address.city}, {address.state} {address.zipcode}
          <br />
          {address.country}
        </address>
      ) : (
        <p className="mt-4 text-soft">{m.admin_orders_address_in_chat()}</p>
      )}
      {address && (
        <LinkButton
          href={whatsappLink(address.phone, customerMessage(order, businessName))}
          target="_blank"
          rel="noreferrer"
          variant="secondary"
          size="sm"
          className="mt-4"
          icon={<MessageCircle aria-hidden="true" className="size-5" />}
        >
          {m.admin_orders_whatsapp_button()}
        </LinkButton>
      )}
    </DetailPanel>
  )
}

/** The sums of an order of which a part is here, or whose money is looked at. */
function moneyFacts({ status, amount, paid, inReview, refundDue }: StaffOrder): [string, string][] {
  const facts: [string, number][] = [
    [m.admin_orders_paid(), paid],
    [m.admin_orders_in_review(), inReview],
    [m.admin_orders_left(), status === 'pending' && paid > 0 ? amount - paid : 0],
    [m.admin_orders_refund_due(), refundDue],
  ]
  return facts.filter(([, sum]) => sum > 0).map(([label, sum]) => [label, showKsh(sum)])
}

function HistoryPanel({ order: { timeline } }: { order: StaffOrder }) {
  return (
    <DetailPanel as="h2" title={m.admin_orders_history_title()}>
      <ol className="grid gap-3">
        {timeline.map(({ at, by, what, note }) => (
          <li key={`${at} ${what}`}>
            <p className="font-semibold">{what}</p>
            {note && <p className="break-words">{note}</p>}
            <p className="figures text-sm text-soft">
              {showInstant(at)}, {actors[by]()}
            </p>
          </li>
        ))}
      </ol>
    </DetailPanel>
  )
}

type OrderMovesProps = { order: StaffOrder; onMove: (move: StaffOrderMove) => void }

/** What comes next for an order, always in reach. */
function OrderMoves({ order, onMove }: OrderMovesProps) {
  const open = movesOn(order)
  if (open.length === 0) return null
  return (
    <div className="sticky bottom-0 z-20 -mx-4 flex items-center gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 no-print">
      {open.map((move, at) => (
        <Button
          key={move}
          variant={at === 0 && !isDangerous(move) ? 'primary' : 'secondary'}
          className="flex-1 md:flex-none"
          onClick={() => onMove(move)}
        >
          {moveLabel(move)}
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

type MoveDialogProps = { order: StaffOrder; moving: StaffOrderMove | undefined; onClose: () => void }

/** The question before each move of an order, with the words that go with it. */
function MoveDialog({ order, moving, onClose }: MoveDialogProps) {
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
          onEnd={(how) => decide(shownMove, how)}
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
