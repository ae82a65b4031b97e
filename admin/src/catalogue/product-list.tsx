import { showKsh } from '@twende/contract/money.ts'
import type { StockedProduct } from '@twende/contract/shop/product.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { buttonClasses } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { Package, Pencil } from 'lucide-react'
import { Link } from 'react-router'
import { StatusBadge } from '../status-badge.tsx'
import { HideButton } from './hide-button.tsx'
import { type ProductDeskSearch, productDeskHref, productFormHref } from './product-search.ts'
import { StockEditor } from './stock-editor.tsx'

type LoadedProducts = Reply<'GET /api/admin/products'> & { search: ProductDeskSearch }

/** The products of the chosen list. */
export function ProductList({
  products: { search, data: products, pagination },
}: {
  products: LoadedProducts
}) {
  if (products.length === 0) {
    return (
      <div className="panel">
        <EmptyState icon={<Package />} title="No products here">
          {search.search ? 'No product of this list matches.' : 'This list is empty.'}
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <ul aria-label="Products" className="panel divide-y divide-line overflow-hidden">
        {products.map((product) => (
          <li key={product._id}>
            <ProductRow product={product} />
          </li>
        ))}
      </ul>
      <Pagination
        {...pagination}
        hrefFor={(page) => productDeskHref({ ...search, page })}
        label="Pages of products"
      />
    </>
  )
}

function ProductRow({ product }: { product: StockedProduct }) {
  const { _id, name, price, category, stock, reserved, hidden, image } = product
  return (
    <article
      aria-label={name}
      className="grid gap-3 p-3 sm:p-4 lg:grid-cols-[minmax(0,1fr)_auto_auto] lg:items-center lg:gap-6"
    >
      <div className="flex min-w-0 gap-3">
        <Picture
          address={image || undefined}
          alt=""
          sizes="72px"
          ratio="1/1"
          className="w-18 shrink-0 self-start rounded-sm"
        />
        <div className="min-w-0">
          <h2 className="text-lg leading-tight">{name}</h2>
          <p className="figures">
            <span className="font-semibold">{showKsh(price)}</span>{' '}
            <span className="text-sm text-soft">{category}</span>
          </p>
          <p className="mt-1.5 flex flex-wrap items-center gap-2 text-sm">
            {hidden && <StatusBadge tone="neutral">Hidden</StatusBadge>}
            {stock <= 3 && (
              <StatusBadge tone={stock === 0 ? 'clay' : 'sunrise'}>
                {stock === 0 ? 'Sold out' : `Only ${stock} left`}
              </StatusBadge>
            )}
            {reserved > 0 && <span className="figures text-soft">{reserved} promised</span>}
          </p>
        </div>
      </div>
      <StockEditor key={product.updatedAt} product={product} />
      <div className="flex flex-wrap items-center gap-2 lg:justify-end">
        <Link
          to={productFormHref(_id)}
          aria-label={`Edit ${name}`}
          className={buttonClasses({ variant: 'secondary', size: 'sm' })}
        >
          <Pencil aria-hidden="true" className="size-4" />
          Edit
        </Link>
        <HideButton product={product} />
      </div>
    </article>
  )
}
