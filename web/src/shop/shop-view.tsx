import { Button } from '@twende/ui/controls/button.tsx'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { ListControls } from '@twende/ui/list/list-controls.tsx'
import { ResultPages } from '@twende/ui/list/result-pages.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { later } from '@twende/ui/loading/later.ts'
import { SearchX } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { CollectionGrid, CollectionSkeleton } from './collection-grid.tsx'
import type { ExploreCategories } from './explore-categories.ts'
import { ExploreMenu } from './explore-menu.tsx'
import type { FoundProducts, LoadedProducts } from './product-load.ts'
import { productSortsFor, readShopSearch, shopChips } from './shop-search.ts'

const ShopFilters = later(() => import('./shop-filters.tsx').then((module) => module.ShopFilters))

type ShopViewProps = {
  /** Undefined while it is on its way for the first time. */
  page: LoadedProducts | undefined
  /** Another answer is on its way. */
  waiting: boolean
  categories: ExploreCategories | undefined
}

/** What the shop has, by kinds, words and prices. */
export function ShopView({ page, waiting, categories }: ShopViewProps) {
  const address = useAddressSearch(readShopSearch)
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  return (
    <Container className="py-8 lg:py-12">
      <SectionHeading as="h1" kicker="Shop" title="Explore Our Products" />
      <ExploreMenu
        categories={categories}
        chosen={address.search.category}
        onChoose={(category) => address.change({ category })}
      />
      <section aria-labelledby="all-collections" className="mt-12">
        <h2 id="all-collections" className="title">
          All Collections
        </h2>
        {!page && <ListSkeleton />}
        {page?.error && <LoadFailure message={page.error} />}
        {page?.found && <ProductList found={page.found} waiting={waiting} address={address} />}
      </section>
    </Container>
  )
}

type ProductListProps = {
  found: FoundProducts
  waiting: boolean
  address: ReturnType<typeof useAddressSearch<ReturnType<typeof readShopSearch>>>
}

function ProductList({ found: { tiles, paging }, waiting, address }: ProductListProps) {
  const { search, pending, change, clear, hrefForPage } = address
  const total = paging?.total ?? tiles.length
  return (
    <>
      <div className="mt-6 flex flex-col gap-4">
        <ListControls
          search={search}
          sorts={productSortsFor(search)}
          chips={shopChips(search)}
          filters={
            <Suspense fallback={<Skeleton className="h-20" />}>
              <ShopFilters search={search} onChange={change} />
            </Suspense>
          }
          found={total}
          foundWords={
            <>
              <span className="figures">{total}</span> product(s) found
            </>
          }
          things="product(s)"
          onChange={change}
          onClear={clear}
        />
      </div>
      {tiles.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No products found"
          action={<Button onClick={clear}>Clear Filters</Button>}
        >
          Try another word, or look through all kinds of products
        </EmptyState>
      ) : (
        <ResultPages paging={paging} hrefForPage={hrefForPage} pending={pending || waiting}>
          <CollectionGrid tiles={tiles} />
        </ResultPages>
      )}
    </>
  )
}

function ListSkeleton() {
  return (
    <>
      <LoadingNote>Loading the products</LoadingNote>
      <div className="mt-6 grid grid-cols-2 gap-3 md:grid-cols-[1fr_auto_14rem]">
        <Skeleton className="col-span-2 h-12 rounded-md md:col-span-1" />
        <Skeleton className="h-12 rounded-md md:w-29" />
        <Skeleton className="h-12 rounded-md" />
      </div>
      <Skeleton className="mt-6 mb-5 h-6 w-40" />
      <CollectionSkeleton />
    </>
  )
}
