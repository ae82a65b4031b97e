import { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { DESK_METHODS, type DeskMethod } from '@twende/contract/payments/desk-payment.ts'
import { orderTotals } from '@twende/contract/shop/cart.ts'
import { OrderQuote } from '@twende/contract/shop/order.ts'
import { orderDeskRoutes } from '@twende/contract/shop/order-desk-routes.ts'
import type { StockedProduct } from '@twende/contract/shop/product.ts'
import { MAX_QUANTITY } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Button, IconButton, LinkButton } from '@twende/ui/controls/button.tsx'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { LoadingNote } from '@twende/ui/controls/skeleton.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Form, RadioField, TextField } from '@twende/ui/form/fields.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { MpesaCodeField, UnmatchedChoices, wayOptions } from '../form/admin-fields.tsx'
import { noPayment, paymentOf } from '../form/payment-values.ts'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { Page, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'

const SHOWN = 24

export const meta = () => pageTitle(m.admin_orders_sell_title())

type Chosen = { product: StockedProduct; quantity: number }

/** A sale at the counter: products, pieces, how they were paid, done. */
export default function SellPage() {
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const pick = (product: StockedProduct, step: 1 | -1) =>
    setChosen((before) => withPieces(before, product, step))
  return (
    <Page title={m.admin_orders_sell_title()} back={{ to: links.orders(), label: m.admin_menu_orders() }}>
      <div className="mt-4 grid gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <ProductChoice chosen={chosen} onPick={(product) => pick(product, 1)} />
        <div id={SALE} className="min-w-0 scroll-mt-4">
          <Sale
            chosen={chosen}
            onStep={pick}
            onPrices={(quote) => setChosen((before) => withPrices(before, quote))}
          />
        </div>
      </div>
      {chosen.length > 0 && <ToPayment total={totalOf(chosen)} />}
    </Page>
  )
}

const SALE = 'sale'

const totalOf = (chosen: readonly Chosen[]) =>
  orderTotals(chosen.map(({ product, quantity }) => ({ price: product.price, quantity }))).total

/** On a phone the sale stands below all products: its sum and the way to it stay in reach. */
function ToPayment({ total }: { total: number }) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-5 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:hidden">
      <LinkButton href={`#${SALE}`} className="w-full">
        {m.admin_orders_sell_to_payment({ amount: showKsh(total) })}
      </LinkButton>
    </div>
  )
}

const withPrices = (before: readonly Chosen[], { items }: OrderQuote): readonly Chosen[] =>
  before.map((line) => {
    const price = items.find(({ _id }) => _id === line.product._id)?.price ?? line.product.price
    return { ...line, product: { ...line.product, price } }
  })

/** One piece more or less of a product, as far as there are some. */
function withPieces(before: readonly Chosen[], product: StockedProduct, step: 1 | -1): readonly Chosen[] {
  const known = before.find((line) => line.product._id === product._id)
  const most = Math.min(product.stock, MAX_QUANTITY)
  const quantity = Math.min((known?.quantity ?? 0) + step, most)
  if (!known) return quantity > 0 ? [...before, { product, quantity }] : before
  return before
    .map((line) => (line === known ? { ...line, quantity } : line))
    .filter((line) => line.quantity > 0)
}

type ProductChoiceProps = { chosen: readonly Chosen[]; onPick: (product: StockedProduct) => void }

function ProductChoice({ chosen, onPick }: ProductChoiceProps) {
  const [search, setSearch] = useState('')
  const { answer } = useAnswer(`products ${search.trim()}`, (signal) =>
    call(
      'GET /api/admin/products',
      { query: { show: 'public', limit: SHOWN, ...(search.trim() && { search: search.trim() }) } },
      { signal },
    ),
  )
  return (
    <section aria-label={m.admin_catalog_products_title()} className="min-w-0">
      <Field label={m.admin_catalog_products_search_label()}>
        <Input
          type="search"
          value={search}
          placeholder={m.admin_catalog_products_search_placeholder()}
          onChange={({ target }) => setSearch(target.value)}
        />
      </Field>
      {answer.state === 'waiting' && <LoadingNote>{m.admin_orders_sell_loading()}</LoadingNote>}
      {answer.error && <FormProblem>{answer.error.message}</FormProblem>}
      {answer.value?.data.length === 0 && <p className="mt-4">{m.admin_orders_sell_none()}</p>}
      <ul className="mt-4 grid gap-2 sm:grid-cols-2">
        {answer.value?.data.map((product) => (
          <ProductButton
            key={product._id}
            product={product}
            taken={chosen.find((line) => line.product._id === product._id)?.quantity ?? 0}
            onPick={() => onPick(product)}
          />
        ))}
      </ul>
    </section>
  )
}

type ProductButtonProps = { product: StockedProduct; taken: number; onPick: () => void }

function ProductButton({ product: { name, price, stock, image }, taken, onPick }: ProductButtonProps) {
  return (
    <li>
      <button
        type="button"
        disabled={stock <= taken}
        onClick={onPick}
        className="flex min-h-16 w-full items-center gap-3 rounded-md border border-line bg-card p-2 text-left hover:border-ink disabled:opacity-60"
      >
        <Picture
          address={image || undefined}
          alt=""
          sizes="56px"
          ratio="1/1"
          className="w-14 shrink-0 rounded-sm"
        />
        <span className="min-w-0">
          <span className="line-clamp-2 font-semibold">{name}</span>
          <span className="figures block text-sm text-soft">
            {m.admin_orders_sell_price_and_stock({ price: showKsh(price), count: stock - taken })}
          </span>
        </span>
      </button>
    </li>
  )
}

/** What the products cost now, where that is why a sale was refused. */
function quoteIn(error: unknown): OrderQuote | undefined {
  if (!(error instanceof ApiError) || error.code !== 'price_changed') return undefined
  return OrderQuote.safeParse(error.data).data
}

type SaleProps = {
  chosen: readonly Chosen[]
  onStep: (product: StockedProduct, step: 1 | -1) => void
  onPrices: (quote: OrderQuote) => void
}

const ROUTE = 'POST /api/admin/orders'

/** What is sold, what it costs, and how it was paid. */
function Sale({ chosen, onStep, onPrices }: SaleProps) {
  const navigate = useNavigate()
  const attempt = useAttemptKey()
  const total = totalOf(chosen)
  const form = useAppForm({
    defaultValues: noPayment,
    bodyOf: (typed) => ({
      ...paymentOf<DeskMethod>(typed),
      items: chosen.map(({ product, quantity }) => ({ _id: product._id, quantity })),
      amount: total,
    }),
    schema: orderDeskRoutes[ROUTE].body,
    refusedAt: { mpesa_code_used: 'code', amount_too_small: 'code' },
    onSubmit: async (body) => {
      if (chosen.length === 0) return m.admin_orders_sell_nothing()
      try {
        const { data, message } = await call(ROUTE, { body }, { idempotencyKey: attempt.keyOf(body) })
        toast.success(message)
        await navigate(links.order(data._id))
        return undefined
      } catch (error) {
        const quote = quoteIn(error)
        if (!quote) throw error
        onPrices(quote)
        return m.admin_orders_sell_price_changed({ amount: showKsh(quote.amount) })
      }
    },
  })
  return (
    <DetailPanel as="h2" title={m.admin_orders_sell_sale()} aside={<Price ksh={total} />}>
      {chosen.length === 0 && <p className="text-soft">{m.admin_orders_sell_nothing()}</p>}
      <ul className="grid gap-2">
        {chosen.map((line) => (
          <SaleLine key={line.product._id} line={line} onStep={(step) => onStep(line.product, step)} />
        ))}
      </ul>
      <Form form={form} className="mt-4 grid gap-4 border-t border-line pt-4">
        <RadioField
          form={form}
          name="paidBy"
          label={m.admin_bookings_how_paid_label()}
          options={wayOptions(DESK_METHODS)}
        />
        {form.watch('paidBy') === 'mpesa' && (
          <>
            <MpesaCodeField form={form} name="code" required hint={m.admin_bookings_code_hint()} />
            <UnmatchedChoices
              amount={total}
              chosen={form.watch('code')}
              onChoose={(code) => form.setValue('code', code, { shouldValidate: true })}
            />
          </>
        )}
        <TextField
          form={form}
          name="note"
          label={m.admin_desk_note_label()}
          hint={m.admin_desk_note_hint()}
          autoComplete="off"
        />
        <FormProblem>{form.refusal}</FormProblem>
        <Button type="submit" pending={form.pending}>
          {m.admin_orders_sell_button({ amount: showKsh(total) })}
        </Button>
      </Form>
    </DetailPanel>
  )
}

type SaleLineProps = { line: Chosen; onStep: (step: 1 | -1) => void }

function SaleLine({ line: { product, quantity }, onStep }: SaleLineProps) {
  const { name, price, stock } = product
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-2">
      <span className="min-w-0">
        <span className="block leading-tight font-semibold">{name}</span>
        <span className="figures text-sm text-soft">{showKsh(price * quantity)}</span>
      </span>
      <span className="flex items-center gap-1">
        <IconButton label={m.shop_one_less({ name })} onClick={() => onStep(-1)}>
          <Minus aria-hidden="true" className="size-5" />
        </IconButton>
        <output className="figures w-6 text-center font-semibold">{quantity}</output>
        <IconButton
          label={m.shop_one_more({ name })}
          disabled={quantity >= Math.min(stock, MAX_QUANTITY)}
          onClick={() => onStep(1)}
        >
          <Plus aria-hidden="true" className="size-5" />
        </IconButton>
      </span>
    </li>
  )
}
