import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { LoadFailure } from '@twende/ui/controls/page-states.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { ListControls } from '@twende/ui/list/list-controls.tsx'
import { ResultPages } from '@twende/ui/list/pagination.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { raceTimeout, useLatest } from '@twende/ui/loading/use-latest.ts'
import { Suspense, useEffect } from 'react'
import { data } from 'react-router'
import { useNamedSearch } from '../../content/catalog-name.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { callContext } from '../../frame/render-contexts.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/shop-page'
import { CollectionGrid, CollectionSkeleton } from './collection-grid.tsx'
import { type ExploreCategories, knownCategories, loadCategories } from './explore-categories.ts'
import { ExploreMenu } from './explore-menu.tsx'
import { type FoundProducts, type LoadedProducts, loadProducts } from './product-tile.ts'
import { productSortsFor, readShopSearch, shopChips, shopQuery } from './shop-search.ts'

const NoProducts = lazyWithRetry(() => import('./no-products.tsx').then((module) => module.NoProducts))
const ShopFilters = lazyWithRetry(() => import('./shop-filters.tsx').then((module) => module.ShopFilters))

const queryOf = (request: Request) => shopQuery(readShopSearch(new URL(request.url).searchParams))

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(callContext)
  const [page, categories] = await Promise.all([
    loadProducts(api('GET /api/product/list', { query: queryOf(request) })),
    loadCategories(api),
  ])
  // Only a page that says what it should may be kept for others.
  return data(
    { page, categories },
    {
      status: page.found ? 200 : 503,
      headers: categories.state === 'here' ? {} : { 'cache-control': 'no-store' },
    },
  )
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const [{ page }, { page: categories }] = await Promise.all([
    raceTimeout(loadProducts(call('GET /api/product/list', { query: queryOf(request) }))),
    raceTimeout(knownCategories()),
  ])
  return { page, categories }
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta({
    title: m.shop_meta_title(),
    description: m.shop_meta_description(),
    path: links.shop(),
    hidden: location.search !== '',
    matches,
  })

export default function ShopPage({ loaderData }: Route.ComponentProps) {
  const products = useLatest(loaderData.page)
  const categories = useLatest(loaderData.categories)
  return <ShopView page={products.shown} waiting={products.waiting} categories={categories.shown} />
}

type ShopViewProps = {
  /** Undefined while it is on its way for the first time. */
  page: LoadedProducts | undefined
  /** Another answer is on its way. */
  waiting: boolean
  categories: ExploreCategories | undefined
}

/** What the shop has, by kinds, words and prices. */
function ShopView({ page, waiting, categories }: ShopViewProps) {
  const address = useAddressSearch(readShopSearch)
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  return (
    <Container className="py-8 lg:py-12">
      <SectionHeading as="h1" kicker={m.shop_name()} title={m.shop_explore()} />
      <ExploreMenu
        categories={categories}
        chosen={address.search.category}
        onChoose={(category) => address.change({ category })}
      />
      <section aria-labelledby="all-collections" className="mt-12">
        <h2 id="all-collections" className="title">
          {m.shop_all_collections()}
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
          chips={shopChips(useNamedSearch('product', search))}
          filters={
            <Suspense fallback={<Skeleton className="h-20" />}>
              <ShopFilters search={search} onChange={change} />
            </Suspense>
          }
          found={total}
          foundWords={
            <Sentence
              text={m.shop_found({ count: total })}
              marks={{ count: (text) => <span className="figures">{text}</span> }}
            />
          }
          showFound={m.control_show_products({ found: total })}
          onChange={change}
          onClear={clear}
        />
      </div>
      {total === 0 ? (
        <Suspense fallback={null}>
          <NoProducts onClear={clear} />
        </Suspense>
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
      <LoadingNote>{m.shop_loading()}</LoadingNote>
      <div className="mt-6 grid grid-cols-[auto_minmax(0,1fr)] gap-3 md:grid-cols-[1fr_auto_14rem]">
        <Skeleton className="col-span-2 h-12 rounded-md md:col-span-1" />
        <Skeleton className="h-12 rounded-md md:w-29" />
        <Skeleton className="h-12 rounded-md" />
      </div>
      <Skeleton className="mt-6 mb-5 h-6 w-40" />
      <CollectionSkeleton />
    </>
  )
}
