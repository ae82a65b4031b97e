import type { StockedProduct } from '@twende/contract/shop/product.ts'
import { HIGHEST_PRODUCT_PRICE, MAX_STOCK } from '@twende/contract/shop/shop-choices.ts'
import { call } from '@twende/ui/api/call.ts'
import { formCall } from '../form-call.ts'
import { ChoiceField, FormPart, LongField, PicturesPart, SaveBar, TextField } from '../thing-form-parts.tsx'
import { type Sending, useThingForm } from '../use-thing-form.ts'

type ProductField = 'name' | 'category' | 'price' | 'onHand' | 'description'

type ProductFormProps = {
  product?: StockedProduct | undefined
  categories: readonly string[]
  back: string
  onSaved: () => void
}

/** The form of a product, new or known; the stock of a known one is changed in the list. */
export function ProductForm({ product, categories, back, onSaved }: ProductFormProps) {
  const productId = product?._id ?? ''
  const { form, pictures, submit, catchUp, trouble, state } = useThingForm({
    thing: product,
    valuesOf,
    problemsOf,
    send,
    latest: async () => (await call('GET /api/admin/product/:productId', { params: { productId } })).data,
    onSaved,
  })
  return (
    <form noValidate onSubmit={submit} className="mt-5 grid gap-5">
      <PicturesPart pictures={pictures} missing={form.problems.pictures} subject="The product" />
      <FormPart title="The product">
        <TextField form={form} name="name" label="Name" required />
        <div className="grid gap-5 sm:grid-cols-3">
          <ChoiceField
            form={form}
            name="category"
            label="Category"
            required
            empty="Select a category"
            options={categories.map((name) => ({ value: name, label: name }))}
          />
          <TextField form={form} name="price" label="Price (Ksh)" required figure />
          {!product && <TextField form={form} name="onHand" label="On the shelf" required figure />}
        </div>
        <LongField
          form={form}
          name="description"
          label="Description"
          hint="Each sentence becomes a line of its features."
          required
          most={4000}
        />
      </FormPart>
      <SaveBar
        shown={state === 'conflict'}
        pending={state === 'pending'}
        onCatchUp={(mine) => void catchUp(mine)}
        trouble={trouble}
        yes={product ? 'Save product' : 'Add product'}
        back={back}
      />
    </form>
  )
}

const plain = (text: string) => text.replace(/[,\s]/g, '')
const within = (text: string, min: number, max: number) =>
  /^\d{1,9}$/.test(plain(text)) && Number(plain(text)) >= min && Number(plain(text)) <= max

function valuesOf(product: StockedProduct | undefined): Record<ProductField, string> {
  return {
    name: product?.name ?? '',
    category: product?.category ?? '',
    price: product ? String(product.price) : '',
    onHand: String(product?.onHand ?? ''),
    description: product?.description ?? '',
  }
}

function problemsOf(values: Readonly<Record<ProductField, string>>): Partial<Record<ProductField, string>> {
  const checks: readonly (readonly [ProductField, boolean, string])[] = [
    ['name', values.name.trim() !== '', 'Please enter a name'],
    ['category', values.category !== '', 'Please select a category'],
    ['price', within(values.price, 1, HIGHEST_PRODUCT_PRICE), 'Please enter a price in whole shillings'],
    ['onHand', within(values.onHand, 0, MAX_STOCK), 'Please enter how many there are, as a whole number'],
    ['description', values.description.trim() !== '', 'Please describe the product'],
  ]
  return Object.fromEntries(checks.filter(([, fine]) => !fine).map(([name, , words]) => [name, words]))
}

function send({ base, values, order, files, idempotencyKey }: Sending<StockedProduct, ProductField>) {
  const { onHand, price, ...words } = values
  const fields = { ...words, price: plain(price) }
  if (!base) {
    const body = { ...fields, onHand: plain(onHand) }
    return formCall(files)('POST /api/admin/products', { body }, { idempotencyKey })
  }
  const body = { ...fields, pictures: order, updatedAt: base.updatedAt }
  return formCall(files)('POST /api/admin/product/:productId/update', {
    params: { productId: base._id },
    body,
  })
}
