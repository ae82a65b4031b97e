import { ApiError } from '@twende/contract/http/call.ts'
import type { OrderTotals } from '@twende/contract/shop/cart.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { ArrowLeft, ShoppingCart } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { ownPage, ownPageLinks } from '../../accounts/own-page-styles.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { WhatsappMark } from '../../frame/whatsapp-mark.tsx'
import { links } from '../../links.ts'
import { CartSkeleton, ORDER_LAYOUT, OrderProblem, ShortNote, TotalsLines } from '../checkout/order-parts.tsx'
import { type PlaceProblem, usePlaceOrder } from '../checkout/use-place-order.ts'
import type { Route } from './+types/cart-page'
import { type CartLine, cartLines, orderedItems, shortageOf, totalsOf } from './cart-lines.ts'
import { useCart } from './cart-state.ts'
import { CartRows, CartTable } from './cart-table.tsx'

export { ownPage as handle, ownPageLinks as links }

export async function clientLoader() {
  try {
    const { data } = await call('GET /api/food/list', {})
    return { products: data }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { products: undefined }
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.cart_title(),
    description: m.cart_description(),
    path: links.cart,
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <Frame>
      <CartSkeleton />
    </Frame>
  )
}

export default function CartPage({ loaderData: { products } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { cart, ready, failed, reload } = useCart()
  if (!products || (failed && !ready)) {
    const retry = () => {
      reload()
      void revalidate()
    }
    return (
      <Frame>
        <ErrorState message={m.common_unreachable()} onRetry={retry} />
      </Frame>
    )
  }
  const lines = cartLines(cart, products)
  const unsold = Object.keys(cart).filter((id) => !lines.some(({ product }) => product._id === id))
  return (
    <Frame>
      {!ready && <CartSkeleton />}
      {ready && unsold.length > 0 && <UnsoldNote key={unsold.join()} ids={unsold} />}
      {ready && lines.length === 0 && <EmptyCart />}
      {ready && lines.length > 0 && <CartView lines={lines} />}
    </Frame>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      icon={<ShoppingCart />}
      title={m.cart_empty()}
      action={
        <>
          <LinkButton to={links.shop()}>{m.shop_look_around()}</LinkButton>
          <LinkButton variant="secondary" to={links.myOrders}>
            {m.my_orders_title()}
          </LinkButton>
        </>
      }
    >
      {m.cart_empty_hint()}
    </EmptyState>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Container className="pt-6 pb-12 md:pt-10 md:pb-20">
      <h1 className="title mb-5 md:mb-8">{m.cart_title()}</h1>
      {children}
    </Container>
  )
}

/** What is in the cart and is not sold any more, by name, to be taken out. */
function UnsoldNote({ ids }: { ids: readonly string[] }) {
  const { set } = useCart()
  const names = useUnsoldNames(ids)
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-sunrise-tint px-4 py-2.5 text-sunrise-ink">
      <p className="text-sm font-semibold">
        {m.cart_unsold({ count: ids.length })} {names.join(', ')}
      </p>
      <Button
        size="sm"
        variant="secondary"
        onClick={() => {
          for (const id of ids) set(id, 0)
          document.getElementById('content')?.focus({ preventScroll: true })
        }}
      >
        {m.cart_unsold_take_out()}
      </Button>
    </div>
  )
}

/** The shop names what it does not sell any more where it says that. */
function useUnsoldNames(ids: readonly string[]): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([])
  const wanted = ids.join()
  useEffect(() => {
    let isHere = true
    const asked = wanted.split(',').map((productId) =>
      call('GET /api/product/get/:productId', { params: { productId } }).then(
        ({ data }) => data.name,
        (error: unknown) => nameIn(error),
      ),
    )
    void Promise.all(asked).then((found) => {
      if (isHere) setNames(found.filter((name) => name !== ''))
    })
    return () => {
      isHere = false
    }
  }, [wanted])
  return names
}

function nameIn(error: unknown): string {
  if (!(error instanceof ApiError)) return ''
  const { data } = error
  return typeof data === 'object' && data !== null && 'name' in data ? String(data.name) : ''
}

type CartViewProps = { lines: readonly CartLine[] }

/** What is in the cart, what it costs, and the ways to order it. */
function CartView({ lines }: CartViewProps) {
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
          <CartTable lines={lines} />
          <CartRows lines={lines} />
          <LinkButton
            variant="quiet"
            size="sm"
            className="mt-3 -ml-3.5"
            icon={<ArrowLeft aria-hidden="true" className="size-4" />}
            to={links.shop()}
          >
            {m.cart_continue_shopping()}
          </LinkButton>
        </div>
        <CartTotals
          totals={totals}
          short={short}
          placing={placing !== undefined}
          problem={problem}
          onChat={() => void place({ by: 'chat', items: orderedItems(lines), amount: totals.total })}
        />
      </div>
      <StickyBar className="mt-6 justify-between md:hidden">
        <Price ksh={totals.total} />
        <LinkButton to={links.placeOrder}>{m.cart_order_with_delivery()}</LinkButton>
      </StickyBar>
    </>
  )
}

type CartTotalsProps = {
  totals: OrderTotals
  /** The shop has less of something than is wanted. */
  short: boolean
  placing: boolean
  problem: PlaceProblem | undefined
  onChat: () => void
}

/** What the cart costs, and the ways to order it. */
function CartTotals({ totals, short, placing, problem, onChat }: CartTotalsProps) {
  return (
    <section aria-labelledby="cart-totals" className="panel grid gap-5 p-5 lg:sticky lg:top-24">
      <h2 id="cart-totals" className="text-xl">
        {m.cart_totals()}
      </h2>
      <TotalsLines totals={totals} />
      {short && <ShortNote />}
      <div className="grid gap-3">
        <div className="hidden md:block">
          <LinkButton wide to={links.placeOrder}>
            {m.cart_order_with_delivery()}
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
          {m.cart_order_by_whatsapp()}
        </Button>
        <OrderProblem problem={problem} />
      </div>
      <div className="border-t border-line pt-3">
        {/* Looks like a note, not like the way on: the buttons above place the order. */}
        <Button
          size="sm"
          disabled
          aria-describedby="no-check-out"
          className="-ml-3.5 border-transparent! bg-transparent!"
        >
          {m.cart_check_out()}
        </Button>
        <p id="no-check-out" className="text-sm text-soft">
          <Sentence
            text={m.cart_check_out_closed()}
            marks={{
              order: (text) => (
                <Link
                  to={links.placeOrder}
                  className="font-semibold text-acacia underline underline-offset-4"
                >
                  {text}
                </Link>
              ),
            }}
          />
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
      <Field label={m.cart_promo_label()} className="flex-1">
        <Input name="promo" autoComplete="off" maxLength={40} />
      </Field>
      <Button type="submit" variant="secondary">
        {m.cart_promo_button()}
      </Button>
    </form>
  )
}
