import { showInstant } from '@twende/contract/calendar-day.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { orderLabel } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { OrderSteps, orderTones } from '@twende/ui/shop/order-display.tsx'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/order-page'
import { MoveDialog, OrderMoves } from './order-moves.tsx'
import { CustomerPanel, HistoryPanel, ItemsPanel } from './order-panels.tsx'
import { type ShownMove, sellerOf } from './order-texts.ts'

const PackingSlip = lazyWithRetry(() => import('./packing-slip.tsx').then((module) => module.PackingSlip))
const OrderReceiptSheet = lazyWithRetry(() =>
  import('@twende/ui/shop/order-receipt.tsx').then((module) => module.OrderReceiptSheet),
)

const bold = { b: (text: string) => <strong>{text}</strong> }

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
  const [moving, setMoving] = useState<ShownMove>()
  return (
    <article aria-labelledby="order-number" className="grid gap-5">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div>
          <h1 id="order-number" className="figures text-3xl">
            {order.number}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-soft">
            <StatusBadge tone={orderTones[order.status]}>{orderLabel(order.status)}</StatusBadge>
            {order.channel === 'counter'
              ? m.admin_orders_sold_at({ time: showInstant(order.createdAt) })
              : m.admin_orders_ordered_at({ time: showInstant(order.createdAt) })}
          </p>
        </div>
        <PrintButtons order={order} />
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
        <ItemsPanel order={order} />
        <CustomerPanel order={order} />
      </div>
      <HistoryPanel order={order} />
      <OrderMoves order={order} onMove={setMoving} />
      <MoveDialog order={order} moving={moving} onClose={() => setMoving(undefined)} />
    </article>
  )
}

const printer = <Printer aria-hidden="true" className="size-5" />

/** The papers of an order: what goes into its parcel, and the receipt of what was paid. */
function PrintButtons({ order }: { order: StaffOrder }) {
  const [printing, setPrinting] = useState<'slip' | 'receipt'>()
  const onPrinted = () => setPrinting(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      {order.receipt && (
        <Button size="sm" variant="secondary" icon={printer} onClick={() => setPrinting('receipt')}>
          {m.my_orders_print_receipt()}
        </Button>
      )}
      {order.channel !== 'counter' && order.status !== 'cancelled' && (
        <Button size="sm" variant="secondary" icon={printer} onClick={() => setPrinting('slip')}>
          {m.admin_orders_slip_button()}
        </Button>
      )}
      <WhenOpen open={printing !== undefined}>
        {printing === 'slip' && <PackingSlip order={order} onPrinted={onPrinted} />}
        {printing === 'receipt' && (
          <OrderReceiptSheet order={order} soldBy={sellerOf(order)} onPrinted={onPrinted} />
        )}
      </WhenOpen>
    </div>
  )
}
