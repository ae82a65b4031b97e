import type { OrderTotals } from '@twende/contract/shop/cart.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { Link } from 'react-router'
import { WhatsappMark } from '../frame/whatsapp-button.tsx'
import { links } from '../links.ts'
import { ShortNote } from './cart-short-note.tsx'
import { OrderProblem } from './order-problem.tsx'
import { TotalsLines } from './order-totals.tsx'
import type { PlaceProblem } from './use-place-order.ts'

type CartTotalsProps = {
  totals: OrderTotals
  /** The shop has less of something than is wanted. */
  short: boolean
  placing: boolean
  problem: PlaceProblem | undefined
  onChat: () => void
}

/** What the cart costs, and the ways to order it. */
export function CartTotals({ totals, short, placing, problem, onChat }: CartTotalsProps) {
  return (
    <section aria-labelledby="cart-totals" className="panel grid gap-5 p-5 lg:sticky lg:top-24">
      <h2 id="cart-totals" className="text-xl">
        Cart totals
      </h2>
      <TotalsLines totals={totals} />
      {short && <ShortNote />}
      <div className="grid gap-3">
        <div className="hidden md:block">
          <LinkButton wide to={links.placeOrder}>
            Order with delivery
          </LinkButton>
        </div>
        <Button
          wide
          variant="secondary"
          disabled={totals.total === 0}
          pending={placing}
          icon={<WhatsappMark className="size-5" />}
          onClick={onChat}
        >
          Order via WhatsApp
        </Button>
        <OrderProblem problem={problem} />
      </div>
      <div className="grid gap-3 border-t border-line pt-5">
        <Button wide size="sm" disabled aria-describedby="no-check-out">
          Proceed To Check-Out
        </Button>
        <p id="no-check-out" className="text-sm text-soft">
          Check-out is closed.{' '}
          <Link to={links.placeOrder} className="font-semibold text-acacia underline underline-offset-4">
            Place your order here
          </Link>{' '}
          and pay by M-Pesa.
        </p>
      </div>
      <PromoCode />
    </section>
  )
}

/** There are no promotions yet: redeeming does nothing. */
function PromoCode() {
  return (
    <form
      className="flex items-end gap-2 border-t border-line pt-5"
      onSubmit={(event) => event.preventDefault()}
    >
      <Field label="Promo code" className="flex-1">
        <Input name="promo" autoComplete="off" maxLength={40} />
      </Field>
      <Button type="submit" variant="secondary">
        Redeem
      </Button>
    </form>
  )
}
