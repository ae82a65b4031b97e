import { showInstant } from '@twende/contract/calendar-day.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { customerName } from './order-desk-words.ts'

/** What goes into the parcel, on one sheet of paper without prices: printed at once, never seen on screen. */
export function PackingSlip({ order, onPrinted }: { order: StaffOrder; onPrinted: () => void }) {
  const { businessName, whatsappNumber } = useSettings()
  const print = useEffectEvent(() => {
    window.print()
    onPrinted()
  })
  useEffect(() => print(), [])
  const { address } = order
  return createPortal(
    <article className="print-sheet hidden print:block">
      <header className="flex items-end justify-between gap-6 border-b-2 border-ink pb-4">
        <p className="font-display text-3xl font-bold tracking-tight">{businessName}</p>
        <p className="text-right">
          Packing slip
          <strong className="figures block font-display text-3xl leading-none">{order.number}</strong>
        </p>
      </header>
      <address className="mt-6 text-lg not-italic">
        <strong>{customerName(order)}</strong>
        {address && (
          <>
            <br />
            {address.street}
            <br />
            {address.city}, {address.state} {address.zipcode}, {address.country}
            <br />
            {showPhone(address.phone)}
          </>
        )}
      </address>
      <table className="figures mt-6 w-full text-left">
        <thead>
          <tr className="border-b border-ink">
            <th className="py-2">Packed</th>
            <th className="py-2">Pieces</th>
            <th className="w-full py-2 pl-4">Product</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map(({ _id, name, quantity }) => (
            <tr key={_id} className="border-b border-line">
              <td className="py-2">
                <span className="block size-5 border border-ink" />
              </td>
              <td className="py-2 text-lg font-semibold">{quantity}</td>
              <td className="py-2 pl-4">{name}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {order.dispatchNote && <p className="mt-6">{order.dispatchNote}</p>}
      <footer className="mt-8 border-t border-ink pt-3 text-sm">
        Ordered {showInstant(order.createdAt)}. WhatsApp {showPhone(whatsappNumber)}
      </footer>
    </article>,
    document.body,
  )
}
