import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { useNavigate } from 'react-router'
import { BackLink } from '../back-link.tsx'
import { links } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import { bringRoom } from '../room-page.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import type { Route } from './+types/new-product-page'
import { loadProductCategories } from './load-product-categories.ts'
import { ProductForm } from './product-form.tsx'

export const clientLoader = () => bringRoom(loadProductCategories())

export const meta = () => pageTitle('Add a product')

/** The form that puts a product into the shop. */
export default function NewProductPage({ loaderData }: Route.ComponentProps) {
  const { shown } = useArrived(loaderData.page)
  const navigate = useNavigate()
  const back = links.catalogue()
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink to={back}>Products</BackLink>
      <h1 className="text-3xl">Add a product</h1>
      {shown?.failed !== undefined && <LoadFailure message={shown.failed} />}
      {shown?.answer && (
        <ProductForm categories={shown.answer} back={back} onSaved={() => void navigate(back)} />
      )}
      {!shown && <RowsSkeleton words="Loading the form" />}
    </div>
  )
}
