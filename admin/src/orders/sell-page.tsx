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
import { Button, IconButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Field, Input } from '@twende/ui/controls/field.tsx'
import { Price } from '@twende/ui/controls/price.tsx'
import { LoadingNote } from '@twende/ui/controls/skeleton.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Form, RadioField, TextField } from '@twende/ui/form/fields.tsx'
import { FormProblem, TextButton } from '@twende/ui/form/form-parts.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Minus, Plus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
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
  const search = useRef<HTMLInputElement>(null)
  const sale = useRef<HTMLDivElement>(null)
  const pick = (product: StockedProduct, step: 1 | -1) =>
    setChosen((before) => withPieces(before, product, step))
  return (
    <Page title={m.admin_orders_sell_title()} back={{ to: links.orders(), label: m.admin_menu_orders() }}>
      <div className="mt-4 grid gap-5 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <div className="min-w-0">
          <ProductChoice search={search} chosen={chosen} onPick={(product) => pick(product, 1)} />
          {chosen.length > 0 && <ChosenBar chosen={chosen} onPay={() => goToPayment(sale.current)} />}
        </div>
        <div
          ref={sale}
          className="scroll-mt-20 lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto"
        >
          <Sale
            chosen={chosen}
            onStep={pick}
            onChoose={() => search.current?.focus()}
            onPrices={(quote) => setChosen((before) => withPrices(before, quote))}
          />
        </div>
      </div>
    </Page>
  )
}

const withPrices = (before: readonly Chosen[], { items }: OrderQuote): readonly Chosen[] =>
  before.map((line) => {
    const price = items.find(({ _id }) => _id === line.product._id)?.price ?? line.product.price
    return { ...line, product: { ...line.product, price } }
  })

const totalOf = (chosen: readonly Chosen[]) =>
  orderTotals(chosen.map(({ product, quantity }) => ({ price: product.price, quantity }))).total

function goToPayment(sale: HTMLElement | null) {
  sale?.scrollIntoView()
  sale?.querySelector<HTMLElement>('input[type="radio"]')?.focus({ preventScroll: true })
}

/** On a phone: what is chosen and what it costs stay in view above the list, and the payment is one tap away. */
function ChosenBar({ chosen, onPay }: { chosen: readonly Chosen[]; onPay: () => void }) {
  return (
    <StickyBar className="mt-3 justify-between md:sticky md:-mx-6 md:border-t md:bg-paper md:px-6 md:py-3 lg:hidden">
      <p className="min-w-0">
        <span className="line-clamp-2 text-sm text-soft">
          {chosen.map(({ product, quantity }) => `${product.name} × ${quantity}`).join(', ')}
        </span>
        <Price ksh={totalOf(chosen)} />
      </p>
      <Button size="sm" className="shrink-0" onClick={onPay}>
        {m.admin_orders_sell_to_payment()}
      </Button>
    </StickyBar>
  )
}

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

type ProductChoiceProps = {
  search: RefObject<HTMLInputElement | null>
  chosen: readonly Chosen[]
  onPick: (product: StockedProduct) => void
}

function ProductChoice({ search, chosen, onPick }: ProductChoiceProps) {
  const [words, setWords] = useState('')
  const { answer } = useAnswer(`products ${words.trim()}`, (signal) =>
    call(
      'GET /api/admin/products',
      { query: { show: 'public', limit: SHOWN, ...(words.trim() && { search: words.trim() }) } },
      { signal },
    ),
  )
  return (
    <section aria-label={m.admin_catalog_products_title()}>
      <Field label={m.admin_catalog_products_search_label()}>
        <Input
          ref={search}
          type="search"
          value={words}
          placeholder={m.admin_catalog_products_search_placeholder()}
          onChange={({ target }) => setWords(target.value)}
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
  /** Back to the list of products. */
  onChoose: () => void
  onPrices: (quote: OrderQuote) => void
}

const ROUTE = 'POST /api/admin/orders'

/** What is sold, what it costs, and how it was paid. */
function Sale({ chosen, onStep, onChoose, onPrices }: SaleProps) {
  const navigate = useNavigate()
  const attempt = useAttemptKey()
  const total = totalOf(chosen)
  const isEmpty = chosen.length === 0
  const form = useAppForm({
    defaultValues: { ...noPayment, pieces: '' },
    check: () => ({ pieces: isEmpty ? m.admin_orders_sell_nothing() : undefined }),
    bodyOf: (typed) => ({
      ...paymentOf<DeskMethod>(typed),
      items: chosen.map(({ product, quantity }) => ({ _id: product._id, quantity })),
      amount: total,
    }),
    schema: orderDeskRoutes[ROUTE].body,
    refusedAt: { mpesa_code_used: 'code', amount_too_small: 'code' },
    onSubmit: async (body) => {
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
  const isMissing = isEmpty && form.formState.errors.pieces !== undefined
  return (
    <DetailPanel as="h2" title={m.admin_orders_sell_sale()} aside={!isEmpty && <Price ksh={total} />}>
      {isEmpty && !isMissing && <p className="text-soft">{m.admin_orders_sell_nothing()}</p>}
      <ul className="grid gap-2">
        {chosen.map((line) => (
          <SaleLine key={line.product._id} line={line} onStep={(step) => onStep(line.product, step)} />
        ))}
      </ul>
      <Form form={form} className={classes('mt-4 grid gap-4', !isEmpty && 'border-t border-line pt-4')}>
        {isMissing && (
          <div data-invalid="true">
            <FormProblem>{m.admin_orders_sell_nothing()}</FormProblem>
            <TextButton onClick={onChoose}>{m.admin_orders_sell_choose()}</TextButton>
          </div>
        )}
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
        <Button
          type="submit"
          pending={form.pending}
          aria-disabled={isEmpty || undefined}
          className="aria-disabled:opacity-70"
        >
          {isEmpty
            ? m.admin_orders_sell_button_empty()
            : m.admin_orders_sell_button({ amount: showKsh(total) })}
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
