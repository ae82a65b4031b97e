import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { links } from '../links.ts'
import { type CartLine, shortageOf, wishedItems } from './cart-lines.ts'
import { CartRows } from './cart-rows.tsx'
import { CartTable } from './cart-table.tsx'
import { CartTotals } from './cart-totals.tsx'
import { ORDER_LAYOUT } from './order-layout.ts'
import { totalsOf } from './order-totals.tsx'
import { usePlaceOrder } from './use-place-order.ts'

type CartViewProps = { lines: readonly CartLine[]; unsold: number }

/** What is in the cart, what it costs, and the ways to order it. */
export function CartView({ lines, unsold }: CartViewProps) {
  const { placing, problem, place } = usePlaceOrder()
  // Here before it is needed: what goes wrong is often the network.
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  const totals = totalsOf(lines)
  const short = lines.some((line) => shortageOf(line) !== undefined)
  return (
    <>
      <div className={ORDER_LAYOUT}>
        <div className="min-w-0">
          {unsold > 0 && (
            <p className="mb-4 rounded-md bg-sunrise-tint px-4 py-2.5 text-sm font-semibold text-sunrise-ink">
              {unsold === 1 ? 'One item' : `${unsold} items`} in your cart can no longer be ordered and{' '}
              {unsold === 1 ? 'is' : 'are'} left out.
            </p>
          )}
          <CartTable lines={lines} />
          <CartRows lines={lines} />
          <LinkButton
            variant="quiet"
            size="sm"
            className="mt-3 -ml-3.5"
            icon={<ArrowLeft aria-hidden="true" className="size-4" />}
            to={links.shop()}
          >
            Continue shopping
          </LinkButton>
        </div>
        <CartTotals
          totals={totals}
          short={short}
          placing={placing}
          problem={problem}
          onChat={() => void place({ by: 'chat', items: wishedItems(lines), amount: totals.total })}
        />
      </div>
      <StickyBar className="mt-6 justify-between md:hidden">
        <Price ksh={totals.total} />
        <LinkButton to={links.placeOrder}>Order with delivery</LinkButton>
      </StickyBar>
    </>
  )
}
