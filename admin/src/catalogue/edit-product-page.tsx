import { call } from '@twende/ui/api/call.ts'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { SearchX } from 'lucide-react'
import { useNavigate } from 'react-router'
import { BackLink } from '../back-link.tsx'
import { links } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import { bringRoom } from '../room-page.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import type { Route } from './+types/edit-product-page'
import { loadProductCategories } from './load-product-categories.ts'
import { ProductForm } from './product-form.tsx'

async function load(productId: string) {
  const [{ data: product }, categories] = await Promise.all([
    call('GET /api/admin/product/:productId', { params: { productId } }),
    loadProductCategories(),
  ])
  return { product, categories }
}

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => bringRoom(load(params.productId))

export const meta = () => pageTitle('Edit a product')

/** One product and the form that changes it. */
export default function EditProductPage({ loaderData }: Route.ComponentProps) {
  const { shown } = useArrived(loaderData.page)
  const navigate = useNavigate()
  const back = links.catalogue()
  const gone = shown?.failed === 'Product not found'
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink to={back}>Products</BackLink>
      {gone && <EmptyState as="h1" icon={<SearchX />} title="Product not found" />}
      {shown?.failed !== undefined && !gone && <LoadFailure message={shown.failed} />}
      {shown?.answer && (
        <>
          <h1 className="text-3xl">{shown.answer.product.name}</h1>
          <ProductForm
            key={shown.answer.product._id}
            {...shown.answer}
            back={back}
            onSaved={() => void navigate(back)}
          />
        </>
      )}
      {!shown && <RowsSkeleton words="Loading the product" />}
    </div>
  )
}
