import { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { shopAdminRoutes } from '@twende/contract/shop/admin-shop-routes.ts'
import type { StockedProduct } from '@twende/contract/shop/product.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button, buttonClasses, LinkButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { Form, NumberField } from '@twende/ui/form/fields.tsx'
import { FormProblem } from '@twende/ui/form/form-parts.tsx'
import { useAppForm } from '@twende/ui/form/use-app-form.ts'
import { wholeNumber } from '@twende/ui/form/whole-number.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Pencil, Plus } from 'lucide-react'
import { Link, useRevalidator } from 'react-router'
import { pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { defineList, oneOf, text } from '../list/list-address.ts'
import { aboveRowLink, RowLink } from '../list/list-rows.tsx'
import type { Route } from './+types/products-page'
import { CatalogueTabs } from './catalog-lists.tsx'
import { HideToggle } from './hide-toggle.tsx'

const STOCK = 'POST /api/admin/product/:productId/stock'

const list = defineList({
  path: links.catalogue,
  fields: { search: text, show: oneOf(['public', 'low', 'hidden']) },
})

export const clientLoader = listLoader(list, (search) =>
  call('GET /api/admin/products', { query: { ...search, limit: 20 } }),
)

export const meta = () => pageTitle(m.admin_catalog_products_title())

/** The products of the shop, with their stock. */
export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminListPage
      title={m.admin_catalog_products_title()}
      action={
        <LinkButton to={links.newProduct} size="sm" icon={<Plus aria-hidden="true" className="size-5" />}>
          {m.admin_catalog_product_add_title()}
        </LinkButton>
      }
      list={list}
      loaded={loaderData}
      tabs={<CatalogueTabs current="products" />}
      searchBy={{
        label: m.admin_catalog_products_search_label(),
        placeholder: m.admin_catalog_products_search_placeholder(),
      }}
      filters={() => [
        {
          name: 'show',
          label: m.admin_catalog_products_filter_label(),
          any: m.admin_catalog_products_all(),
          choices: [
            { value: 'public', label: m.admin_catalog_products_public() },
            { value: 'low', label: m.admin_catalog_products_low() },
            { value: 'hidden', label: m.admin_catalog_products_hidden() },
          ],
        },
      ]}
      empty={() => m.admin_catalog_products_empty_title()}
      rowName={({ name }) => name}
      bulk={[
        {
          label: m.admin_catalog_hide_button(),
          applies: ({ hidden }) => !hidden,
          run: ({ _id }) => setHidden(_id, true),
        },
        {
          label: m.admin_catalog_show_button(),
          applies: ({ hidden }) => hidden,
          run: ({ _id }) => setHidden(_id, false),
        },
      ]}
      columns={[
        {
          head: m.admin_catalog_product(),
          className: '@4xl:w-1/2',
          cell: (product) => <ProductCell product={product} />,
        },
        {
          head: m.admin_catalog_stock_label(),
          wide: true,
          cell: (product) => <StockEditor key={product.updatedAt} product={product} />,
        },
        {
          head: m.admin_catalog_actions(),
          wide: true,
          cell: ({ _id, name, hidden }) => (
            <div className={classes(aboveRowLink, 'flex flex-wrap items-center gap-2')}>
              <Link
                to={links.product(_id)}
                aria-label={m.admin_catalog_edit_label({ name })}
                className={buttonClasses({ variant: 'secondary', size: 'sm' })}
              >
                <Pencil aria-hidden="true" className="size-4" />
                {m.admin_catalog_edit_button()}
              </Link>
              <HideToggle name={name} hidden={hidden} onSet={(hide) => setHidden(_id, hide)} />
            </div>
          ),
        },
      ]}
    />
  )
}

const setHidden = (productId: string, hidden: boolean) =>
  call('POST /api/admin/product/:productId/visibility', { params: { productId }, body: { hidden } })

function ProductCell({ product }: { product: StockedProduct }) {
  const { _id, name, price, category, stock, reserved, hidden, image } = product
  return (
    <div className="flex min-w-0 gap-3">
      <Picture
        address={image || undefined}
        alt=""
        sizes="72px"
        ratio="1/1"
        className="w-18 shrink-0 self-start rounded-sm"
      />
      <div className="min-w-0">
        <RowLink to={links.product(_id)} id={_id}>
          {name}
        </RowLink>
        <p className="figures">
          <span className="font-semibold">{showKsh(price)}</span>{' '}
          <span className="text-sm text-soft">{category}</span>
        </p>
        <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
          {hidden && <StatusBadge tone="neutral">{m.admin_catalog_hidden_badge()}</StatusBadge>}
          {stock <= 3 && (
            <StatusBadge tone={stock === 0 ? 'clay' : 'sunrise'}>
              {stock === 0 ? m.admin_catalog_sold_out() : m.admin_catalog_stock_left({ count: stock })}
            </StatusBadge>
          )}
          {reserved > 0 && (
            <span className="figures text-soft">{m.admin_catalog_reserved({ count: reserved })}</span>
          )}
        </p>
      </div>
    </div>
  )
}

/** Asks before a count leaves unpaid orders without their pieces; false where it was not taken. */
async function takeCount(productId: string, body: { onHand: number; was?: number | undefined }) {
  const params = { productId }
  try {
    await call(STOCK, { params, body })
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'stock_reserved') throw error
    const sure = await ask({
      sentence: m.admin_catalog_stock_promised_title(),
      more: error.message,
      yes: m.admin_catalog_stock_promised_yes(),
      no: m.admin_catalog_stock_promised_no(),
      danger: true,
    })
    if (sure) await call(STOCK, { params, body: { ...body, evenIfPromised: true } })
    return sure
  }
}

/** How many pieces there are, changed on the spot; refused when somebody else changed it meanwhile. */
function StockEditor({ product: { _id, name, onHand } }: { product: StockedProduct }) {
  const { revalidate } = useRevalidator()
  const form = useAppForm({
    defaultValues: { onHand: String(onHand) },
    bodyOf: (typed) => ({ onHand: wholeNumber(typed.onHand), was: onHand }),
    schema: shopAdminRoutes[STOCK].body,
    onSubmit: async (body) => {
      try {
        if (await takeCount(_id, body)) toast.success(m.admin_catalog_stock_saved({ name }))
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'stock_changed') throw error
        toast.error(error.message)
      }
      await revalidate()
    },
  })
  return (
    <Form form={form} className={classes(aboveRowLink, 'flex flex-wrap items-end gap-2')}>
      <NumberField
        form={form}
        name="onHand"
        label={
          <>
            {m.admin_catalog_stock_label()}
            <span className="sr-only">: {name}</span>
          </>
        }
        className="w-28"
      />
      <Button
        type="submit"
        variant="secondary"
        pending={form.pending}
        disabled={form.watch('onHand') === String(onHand)}
      >
        {m.admin_catalog_stock_save()}
      </Button>
      <FormProblem>{form.refusal}</FormProblem>
    </Form>
  )
}
