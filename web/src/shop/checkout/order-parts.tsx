import { showKsh } from '@twende/contract/money.ts'
import type { OrderTotals } from '@twende/contract/shop/cart.ts'
import { m } from '@twende/messages'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Link } from 'react-router'
import { links } from '../../links.ts'
import type { PlaceProblem } from './use-place-order.ts'

/** What is ordered, and at its side from 1024 px on what it costs. */
export const ORDER_LAYOUT = 'grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8'

/** Subtotal, delivery and total. */
export function TotalsLines({ totals }: { totals: OrderTotals }) {
  return (
    <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5">
      <dt className="text-soft">{m.checkout_subtotal()}</dt>
      <dd className="text-right">{showKsh(totals.subtotal)}</dd>
      <dt className="text-soft">{m.checkout_delivery_fee()}</dt>
      <dd className="text-right">{showKsh(totals.deliveryFee)}</dd>
      <dt className="mt-1 self-center font-semibold">{m.checkout_total()}</dt>
      <dd className="mt-1 text-right">
        <Price ksh={totals.total} />
      </dd>
    </dl>
  )
}

/** The shop has less of something than the cart holds. */
export function ShortNote() {
  return <p className="text-sm font-semibold text-clay-deep">{m.cart_short()}</p>
}

/** The cart, or an order to fill in, before its content is known. */
export function CartSkeleton() {
  return (
    <div aria-busy="true" className={ORDER_LAYOUT}>
      <LoadingNote>{m.cart_loading()}</LoadingNote>
      <Skeleton className="h-80 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  )
}

/** Why an order could not be placed, beneath the button that was tapped. */
export function OrderProblem({ problem }: { problem: PlaceProblem | undefined }) {
  return (
    <div role="alert">
      {problem && (
        <FieldError>
          <span>
            {problem.reason}
            {(problem.code === 'too_many_orders' || problem.code === 'too_much_held') && (
              <>
                {' '}
                <Link to={links.myOrders} className="underline underline-offset-4">
                  {m.my_orders_title()}
                </Link>
              </>
            )}
          </span>
        </FieldError>
      )}
    </div>
  )
}
