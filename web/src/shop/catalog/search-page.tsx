import type { Call } from '@twende/contract/http/call.ts'
import { SHOP_PAGE_SIZE } from '@twende/contract/shop/shop-choices.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState, LoadFailure } from '@twende/ui/controls/page-states.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { LoadingNote } from '@twende/ui/controls/skeleton.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { ResultPages } from '@twende/ui/list/pagination.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { raceTimeout, useLatest } from '@twende/ui/loading/use-latest.ts'
import { SearchX, ShoppingBag } from 'lucide-react'
import { useEffect } from 'react'
import { data } from 'react-router'
import { pageMeta } from '../../frame/page-meta.ts'
import { callContext } from '../../frame/render-contexts.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/search-page'
import { CollectionGrid, CollectionSkeleton } from './collection-grid.tsx'
import { type FoundProducts, loadProducts } from './product-tile.ts'

/** Nothing is asked for where no words are given. */
async function load(api: Call, request: Request) {
  const { query, page = 1 } = readProductQuery(new URL(request.url).searchParams)
  if (!query) return { query: '', found: undefined, error: undefined }
  const list = api('GET /api/product/list', { query: { search: query, page, limit: SHOP_PAGE_SIZE } })
  return { query, ...(await loadProducts(list)) }
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = await load(context.get(callContext), request)
  // Only a page that says what it should may be kept for others.
  return data({ page }, { status: page.error ? 503 : 200 })
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => raceTimeout(load(call, request))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.shop_search_title(),
    description: m.shop_search_description(),
    path: links.search(),
    hidden: true,
    matches,
  })

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  const { shown, waiting } = useLatest(loaderData.page)
  return <SearchView page={shown} waiting={waiting} />
}

type SearchViewProps = {
  /** Undefined while it is on its way for the first time. */
  page: { query: string; found: FoundProducts | undefined; error: string | undefined } | undefined
  /** Another answer is on its way. */
  waiting: boolean
}

/** The shop by words: a search field, and what was found once there are any. */
function SearchView({ page, waiting }: SearchViewProps) {
  const { search, pending, change, hrefForPage } = useAddressSearch(readProductQuery)
  const query = search.query ?? ''
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  return (
    <Container className="py-8 lg:py-12">
      <h1 className="title">{m.shop_search_title()}</h1>
      <div className="mt-6 flex flex-wrap items-center gap-3">
        {/* Works as it is before scripts are there. */}
        <form
          action={links.search()}
          className="min-w-60 flex-1 sm:max-w-xl"
          onSubmit={(event) => event.preventDefault()}
        >
          <SearchInput
            name="query"
            value={query}
            aria-label={m.shop_search_title()}
            placeholder={m.shop_search_placeholder()}
            onSearch={(words) => change({ query: words })}
          />
        </form>
        <LinkButton variant="secondary" to={links.shop()}>
          {m.shop_all_products()}
        </LinkButton>
      </div>
      {query !== '' && (
        <section aria-labelledby="search-results" className="mt-10">
          <h2 id="search-results" className="title">
            {m.shop_search_results()}
          </h2>
          {page?.error && <LoadFailure message={page.error} />}
          {!page?.error && <Results page={page} pending={pending || waiting} hrefForPage={hrefForPage} />}
        </section>
      )}
      {query === '' && <NoWords />}
    </Container>
  )
}

type ResultsProps = Pick<SearchViewProps, 'page'> & {
  pending: boolean
  hrefForPage: (page: number) => string
}

function Results({ page, pending, hrefForPage }: ResultsProps) {
  if (!page?.found) {
    return (
      <div className="mt-5">
        <LoadingNote>{m.shop_searching()}</LoadingNote>
        <CollectionSkeleton />
      </div>
    )
  }
  const { query, found } = page
  const total = found.paging?.total ?? found.tiles.length
  return (
    <>
      <p role="status" className="mt-2 text-lg text-soft">
        <Sentence
          text={m.shop_found_for({ count: total, query })}
          marks={{ count: (text) => <span className="figures">{text}</span> }}
        />
      </p>
      {total === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title={m.shop_none()}
          action={<LinkButton to={links.shop()}>{m.shop_look_around()}</LinkButton>}
        >
          {m.shop_search_none_hint()}
        </EmptyState>
      ) : (
        <ResultPages paging={found.paging} hrefForPage={hrefForPage} pending={pending}>
          <CollectionGrid tiles={found.tiles} />
        </ResultPages>
      )}
    </>
  )
}

function NoWords() {
  return (
    <EmptyState
      icon={<ShoppingBag />}
      title={m.shop_search_empty()}
      action={<LinkButton to={links.shop()}>{m.shop_look_around()}</LinkButton>}
    >
      {m.shop_search_empty_hint()}
    </EmptyState>
  )
}

/** What `/search` is asked for. */
function readProductQuery(query: URLSearchParams) {
  const read = addressReader(query)
  return { query: read.text('query', 100), page: read.page() }
}
