import { showKsh } from '@twende/contract/money.ts'
import { type OrderTotals, orderTotals } from '@twende/contract/shop/cart.ts'
import { Price } from '@twende/ui/controls/price.tsx'
import type { CartLine } from './cart-lines.ts'

export function totalsOf(lines: readonly CartLine[]): OrderTotals {
  return orderTotals(lines.map(({ product, quantity }) => ({ price: product.price, quantity })))
}

/** Subtotal, delivery and total. */
export function TotalsLines({ totals }: { totals: OrderTotals }) {
  return (
    <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
      <dt className="text-soft">Subtotal</dt>
      <dd className="text-right">{showKsh(totals.subtotal)}</dd>
      <dt className="text-soft">Delivery Fee</dt>
      <dd className="text-right">{showKsh(totals.deliveryFee)}</dd>
      <dt className="mt-1 self-center font-semibold">Total</dt>
      <dd className="mt-1 text-right">
        <Price ksh={totals.total} />
      </dd>
    </dl>
  )
}
