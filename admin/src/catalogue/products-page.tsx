import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Field, Select } from '@twende/ui/controls/field.tsx'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { Plus } from 'lucide-react'
import { links } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import { bringRoom } from '../room-page.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import type { Route } from './+types/products-page'
import { CatalogueTabs } from './catalogue-tabs.tsx'
import { ProductList } from './product-list.tsx'
import { type ProductDeskSearch, productTabs, readProductDeskSearch } from './product-search.ts'

async function load(request: Request) {
  const search = readProductDeskSearch(new URL(request.url).searchParams)
  return { search, ...(await call('GET /api/admin/products', { query: { ...search, limit: 20 } })) }
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => bringRoom(load(request))

export const meta = () => pageTitle('Products')

/** The products of the shop, with their stock. */
export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  const { shown, waiting } = useArrived(loaderData.page)
  return (
    <div className="mx-auto max-w-5xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Products</h1>
        <LinkButton to={links.newProduct} size="sm" icon={<Plus aria-hidden="true" className="size-5" />}>
          Add a product
        </LinkButton>
      </div>
      <div className="mt-4">
        <CatalogueTabs current="products" />
      </div>
      {shown?.answer && <Toolbar products={shown.answer} />}
      <div className="mt-5" aria-busy={waiting || undefined}>
        {shown?.failed !== undefined && <LoadFailure message={shown.failed} />}
        {shown?.answer && <ProductList products={shown.answer} />}
        {!shown && <RowsSkeleton words="Loading the products" />}
      </div>
    </div>
  )
}

function Toolbar({ products: { search } }: { products: { search: ProductDeskSearch } }) {
  const { change } = useAddressSearch((query) => ({
    search: readProductDeskSearch(query).search,
    show: query.get('show') ?? undefined,
  }))
  return (
    <div className="mt-4 grid gap-3 sm:grid-cols-[minmax(0,1fr)_13rem]">
      <Field label="Search products" labelHidden>
        <SearchInput
          value={search.search}
          placeholder="Name or category"
          onSearch={(words) => change({ search: words })}
        />
      </Field>
      <Field label="Which products" labelHidden>
        <Select
          name="show"
          value={search.show}
          onChange={({ target }) => change({ show: target.value === 'all' ? undefined : target.value })}
        >
          {productTabs.map(({ show, label }) => (
            <option key={show} value={show}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}
