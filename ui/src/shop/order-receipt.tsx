import { fullName } from '@twende/contract/accounts/full-name.ts'
import { purchasePaymentLabel } from '@twende/contract/bookings/booking-status-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { Order } from '@twende/contract/shop/order.ts'
import { orderLabel } from '@twende/contract/shop/order-status.ts'
import { addressLines } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { useSettings } from '../api/settings.ts'
import { PrintSheet, SheetRow, SheetRows } from '../controls/print-sheet.tsx'

type OrderReceiptProps = {
  order: Order
  /** Who sold it at the counter, if that is where. */
  soldBy?: string | undefined
  onPrinted: () => void
}

/** The numbered receipt of a paid order on one sheet of paper: printed at once, never seen on screen. */
export function OrderReceiptSheet({ order, soldBy, onPrinted }: OrderReceiptProps) {
  const { whatsappNumber, publicUrl } = useSettings()
  const { receipt, address } = order
  if (!receipt) return null
  return (
    <PrintSheet
      title={m.my_orders_receipt()}
      number={receipt.number}
      onPrinted={onPrinted}
      footer={m.my_orders_receipt_footer({ phone: showPhone(whatsappNumber), site: publicUrl })}
    >
      <SheetRows>
        <SheetRow term={m.my_orders_receipt_order()}>{order.number}</SheetRow>
        <SheetRow term={m.common_status()}>
          {m.my_orders_receipt_status({
            status: orderLabel(order.status),
            payment: purchasePaymentLabel(order).toLowerCase(),
          })}
        </SheetRow>
        <SheetRow term={m.my_orders_receipt_paid()}>{showInstant(receipt.issuedAt)}</SheetRow>
        {receipt.mpesaCode && <SheetRow term="M-Pesa">{receipt.mpesaCode}</SheetRow>}
        {soldBy && <SheetRow term={m.my_orders_receipt_sold_by()}>{soldBy}</SheetRow>}
        {address && (
          <SheetRow term={m.my_orders_receipt_delivery()}>
            {[fullName(address), ...addressLines(address), showPhone(address.phone)].join(', ')}
          </SheetRow>
        )}
      </SheetRows>
      <SheetRows>
        {order.items.map(({ _id, name, price, quantity }) => (
          <Sum
            key={_id}
            of={m.my_orders_receipt_line({ quantity, name, price: showKsh(price) })}
            ksh={price * quantity}
          />
        ))}
      </SheetRows>
      <SheetRows>
        <Sum of={m.checkout_subtotal()} ksh={order.subtotal} />
        <Sum of={m.checkout_delivery_fee()} ksh={order.deliveryFee} />
        <Sum of={m.checkout_total()} ksh={order.amount} strong />
        {receipt.amount > order.amount && (
          <>
            <Sum of={m.my_orders_receipt_paid_in_all()} ksh={receipt.amount} />
            <Sum of={m.my_orders_receipt_taken_off()} ksh={receipt.amount - order.amount} />
          </>
        )}
      </SheetRows>
    </PrintSheet>
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
