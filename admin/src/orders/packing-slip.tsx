import { showInstant } from '@twende/contract/calendar-day.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { StaffOrder } from '@twende/contract/shop/order.ts'
import { addressLines } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { useSettings } from '@twende/ui/api/settings.ts'
import { PrintSheet } from '@twende/ui/controls/print-sheet.tsx'
import { customerName } from './order-texts.ts'

/** What goes into the parcel, on one sheet of paper without prices: printed at once, never seen on screen. */
export function PackingSlip({ order, onPrinted }: { order: StaffOrder; onPrinted: () => void }) {
  const { whatsappNumber } = useSettings()
  const { address } = order
  return (
    <PrintSheet
      title={m.admin_orders_slip_button()}
      number={order.number}
      onPrinted={onPrinted}
      footer={m.admin_orders_slip_footer({
        time: showInstant(order.createdAt),
        phone: showPhone(whatsappNumber),
      })}
    >
      <address className="mt-6 text-lg not-italic">
        <strong>{customerName(order)}</strong>
        {address && (
          <>
            {addressLines(address).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
            {showPhone(address.phone)}
          </>
        )}
      </address>
      <table className="figures mt-6 w-full text-left">
        <thead>
          <tr className="border-b border-ink">
            <th className="py-2 pr-4">{m.admin_orders_slip_packed()}</th>
            <th className="py-2">{m.admin_orders_slip_quantity()}</th>
            <th className="w-full py-2 pl-4">{m.admin_orders_slip_product()}</th>
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
    </PrintSheet>
  )
}
