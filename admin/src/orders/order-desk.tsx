import { showInstant } from '@twende/contract/calendar-day.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { orderLabel, type StaffOrderMove } from '@twende/contract/shop/order-status.ts'
import { whatsappLink } from '@twende/ui/address.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { paymentWord } from '@twende/ui/bookings/booking-words.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { OrderItems } from '@twende/ui/shop/order-items.tsx'
import { OrderSteps } from '@twende/ui/shop/order-steps.tsx'
import { orderTones } from '@twende/ui/shop/order-words.ts'
import { MessageCircle, Printer } from 'lucide-react'
import { useState } from 'react'
import { DetailPanel, Facts } from '../detail-panel.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { customerMessage, customerName } from './order-desk-words.ts'
import { OrderMoves } from './order-moves.tsx'

const PackingSlip = later(() => import('./packing-slip.tsx').then((module) => module.PackingSlip))

/** An order as staff works on it. */
export function OrderDesk({ order }: { order: StaffOrder }) {
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
            Ordered {showInstant(order.createdAt)}
          </p>
        </div>
        <Button
          size="sm"
          variant="secondary"
          icon={<Printer aria-hidden="true" className="size-5" />}
          onClick={() => setPrinting(true)}
        >
          Packing slip
        </Button>
      </header>
      <section aria-label="How far it is" className="panel p-4 sm:p-5">
        <OrderSteps order={order} />
        {order.dispatchNote && (
          <p className="mt-4 border-t border-line pt-3">
            <strong>Dispatch note:</strong> {order.dispatchNote}
          </p>
        )}
        {order.cancellationReason && (
          <p className="mt-4 border-t border-line pt-3">
            <strong>Why it was cancelled:</strong> {order.cancellationReason}
          </p>
        )}
      </section>
      <div className="grid gap-5 lg:grid-cols-2 lg:items-start">
        <DetailPanel as="h2" title="To pack" aside={<Price ksh={order.amount} />}>
          <OrderItems items={order.items} />
        </DetailPanel>
        <CustomerPanel order={order} />
      </div>
      <StoryPanel order={order} />
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
    <DetailPanel as="h2" title="Customer">
      <Facts
        facts={[
          ['Name', customerName(order)],
          [
            'Phone',
            address && (
              <a className="underline underline-offset-4" href={`tel:${address.phone}`}>
                {showPhone(address.phone)}
              </a>
            ),
          ],
          ['Payment', paymentWord(order.paymentStatus)],
          ['M-Pesa', order.receipt?.mpesaCode],
          ['Receipt', order.receipt?.number],
        ]}
      />
      {customer && (
        <p className="mt-3 break-words">
          <span className="block text-sm text-soft">Account</span>
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
        <p className="mt-4 text-soft">Where it goes is told in the chat.</p>
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
          Write on WhatsApp
        </LinkButton>
      )}
    </DetailPanel>
  )
}

const actors = { customer: 'Customer', staff: 'Staff', payment: 'M-Pesa', clock: 'The clock' } as const

function StoryPanel({ order: { timeline } }: { order: StaffOrder }) {
  return (
    <DetailPanel as="h2" title="What happened">
      <ol className="grid gap-3">
        {timeline.map(({ at, by, what, note }) => (
          <li key={`${at} ${what}`}>
            <p className="font-semibold">{what}</p>
            {note && <p className="break-words">{note}</p>}
            <p className="figures text-sm text-soft">
              {showInstant(at)}, {actors[by]}
            </p>
          </li>
        ))}
      </ol>
    </DetailPanel>
  )
}
