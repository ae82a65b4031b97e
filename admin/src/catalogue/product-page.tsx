import { shopAdminRoutes } from '@twende/contract/shop/admin-shop-routes.ts'
import type { StockedProduct } from '@twende/contract/shop/product.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { Form, NumberField, SelectField, TextareaField, TextField } from '@twende/ui/form/fields.tsx'
import { plainDigits, shillingsDigits } from '@twende/ui/form/whole-number.ts'
import { useNavigate } from 'react-router'
import { FormPart, PicturesPart, SaveBar } from '../form/resource-form-parts.tsx'
import { type Sent, useResourceForm } from '../form/use-resource-form.ts'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/product-page'

const ADD = 'POST /api/admin/products'

const UPDATE = 'POST /api/admin/product/:productId/update'

async function load(productId: string | undefined) {
  const [product, categories] = await Promise.all([
    productId &&
      call('GET /api/admin/product/:productId', { params: { productId } }).then(({ data }) => data),
    loadProductCategories(),
  ])
  return { product: product || undefined, categories }
}

const titleOf = (productId: string | undefined) =>
  productId ? m.admin_catalog_product_edit_title() : m.admin_catalog_product_add_title()

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadForPage(load(params.productId))

export const meta: Route.MetaFunction = ({ params }) => pageTitle(titleOf(params.productId))

/** The form of a product: a new one, or one of the shop. */
export default function ProductPage({ loaderData, params: { productId } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const back = links.catalogue()
  return (
    <Page
      width="reading"
      back={{ to: back, label: m.admin_catalog_products_title() }}
      title={productId ? undefined : titleOf(productId)}
    >
      <PageContent
        page={loaderData.page}
        missing={{ code: 'product_not_found', title: m.admin_catalog_product_not_found() }}
      >
        {({ product, categories }) => (
          <>
            {product && <h1 className="text-3xl">{product.name}</h1>}
            <ProductForm
              key={product?._id}
              product={product}
              categories={categories}
              back={back}
              onSaved={() => void navigate(back)}
            />
          </>
        )}
      </PageContent>
    </Page>
  )
}

type ProductFormProps = {
  product?: StockedProduct | undefined
  categories: readonly string[]
  back: string
  onSaved: () => void
}

/** The form of a product, new or known; the stock of a known one is changed in the list. */
function ProductForm({ product, categories, back, onSaved }: ProductFormProps) {
  const productId = product?._id ?? ''
  const { form, pictures, ...saving } = useResourceForm({
    resource: product,
    valuesOf,
    bodyOf,
    // The fields of a new product are all required, in a change they are optional.
    schema: shopAdminRoutes[ADD].body,
    send,
    latest: async () => (await call('GET /api/admin/product/:productId', { params: { productId } })).data,
    onSaved,
  })
  return (
    <Form form={form} className="mt-5 grid gap-5">
      <PicturesPart pictures={pictures} subject={m.admin_catalog_product_form_title()} />
      <FormPart title={m.admin_catalog_product_form_title()}>
        <TextField form={form} name="name" label={m.admin_catalog_name_label()} required autoComplete="off" />
        <div className="grid gap-5 md:grid-cols-3">
          <SelectField
            form={form}
            name="category"
            label={m.admin_catalog_category_label()}
            required
            empty={m.admin_catalog_category_empty()}
            options={categories.map((name) => ({ value: name, label: name }))}
          />
          <NumberField form={form} name="price" label={m.admin_catalog_price_label()} required />
          {!product && (
            <NumberField form={form} name="onHand" label={m.admin_catalog_stock_label()} required />
          )}
        </div>
        <TextareaField
          form={form}
          name="description"
          label={m.admin_catalog_description_label()}
          hint={m.admin_catalog_product_description_hint()}
          required
          rows={5}
        />
      </FormPart>
      <SaveBar
        {...saving}
        form={form}
        yes={product ? m.admin_catalog_product_save() : m.admin_catalog_product_add()}
        back={back}
      />
    </Form>
  )
}

function valuesOf(product: StockedProduct | undefined) {
  return {
    name: product?.name ?? '',
    category: product?.category ?? '',
    price: product ? String(product.price) : '',
    onHand: String(product?.onHand ?? ''),
    description: product?.description ?? '',
  }
}

function bodyOf(values: ReturnType<typeof valuesOf>) {
  return { ...values, price: shillingsDigits(values.price), onHand: plainDigits(values.onHand) }
}

type Body = ReturnType<typeof bodyOf>

function send({ body, base, order, files, idempotencyKey }: Sent<StockedProduct, Body>) {
  if (!base) return formCall(files)(ADD, { body }, { idempotencyKey })
  const { onHand: _, ...fields } = body
  return formCall(files)(UPDATE, {
    params: { productId: base._id },
    body: { ...fields, pictures: order, updatedAt: base.updatedAt },
  })
}

async function loadProductCategories(): Promise<readonly string[]> {
  const { data } = await call('GET /api/category/list', { query: { kind: 'product' } })
  return data.map(({ name }) => name)
}
