import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { Order } from '@twende/contract/shop/order.ts'
import { orderLabel } from '@twende/contract/shop/order-status.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { paymentWord } from '@twende/ui/bookings/booking-words.ts'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'

/** The numbered receipt of a paid order on one sheet of paper: printed at once, never seen on screen. */
export function OrderReceiptSheet({ order, onPrinted }: { order: Order; onPrinted: () => void }) {
  const { businessName, whatsappNumber, publicUrl } = useSettings()
  const print = useEffectEvent(() => {
    window.print()
    onPrinted()
  })
  useEffect(() => print(), [])
  const { receipt, address } = order
  if (!receipt) return null
  return createPortal(
    <article className="print-sheet hidden print:block">
      <header className="flex items-end justify-between gap-6 border-b-2 border-ink pb-4">
        <p className="font-display text-3xl font-bold tracking-tight">{businessName}</p>
        <p className="text-right">
          Receipt
          <strong className="figures block font-display text-3xl leading-none">{receipt.number}</strong>
        </p>
      </header>
      <Rows>
        <Row term="Order">{order.number}</Row>
        <Row term="Status">
          {orderLabel(order.status)}, payment {paymentWord(order.paymentStatus).toLowerCase()}
        </Row>
        <Row term="Paid">{showInstant(receipt.issuedAt)}</Row>
        {receipt.mpesaCode && <Row term="M-Pesa">{receipt.mpesaCode}</Row>}
        {address && (
          <Row term="Delivery">
            {address.firstName} {address.lastName}, {address.street}, {address.city}, {address.state}{' '}
            {address.zipcode}, {address.country}, {showPhone(address.phone)}
          </Row>
        )}
      </Rows>
      <Rows>
        {order.items.map(({ _id, name, price, quantity }) => (
          <Sum key={_id} of={`${quantity} × ${name} at ${showKsh(price)}`} ksh={price * quantity} />
        ))}
      </Rows>
      <Rows>
        <Sum of="Subtotal" ksh={order.subtotal} />
        <Sum of="Delivery Fee" ksh={order.deliveryFee} />
        <Sum of="Total" ksh={receipt.amount} strong />
      </Rows>
      <footer className="mt-8 border-t border-ink pt-3 text-sm">
        Times are in Nairobi. WhatsApp {showPhone(whatsappNumber)}, {publicUrl}
      </footer>
    </article>,
    document.body,
  )
}

function Rows({ children }: { children: ReactNode }) {
  return <dl className="figures mt-6 grid gap-1.5">{children}</dl>
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7rem_1fr] gap-4">
      <dt className="font-semibold">{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Sum({ of, ksh, strong = false }: { of: string; ksh: number; strong?: boolean }) {
  return (
    <div className={`grid grid-cols-[1fr_auto] gap-4 ${strong ? 'font-semibold' : ''}`}>
      <dt>{of}</dt>
      <dd className="text-right">{showKsh(ksh)}</dd>
    </div>
  )
}
