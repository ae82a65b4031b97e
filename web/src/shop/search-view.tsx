import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote } from '@twende/ui/controls/skeleton.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { ResultPages } from '@twende/ui/list/result-pages.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { SearchX, ShoppingBag } from 'lucide-react'
import { useEffect } from 'react'
import { links } from '../links.ts'
import { CollectionGrid, CollectionSkeleton } from './collection-grid.tsx'
import type { FoundProducts } from './product-load.ts'
import { readProductQuery } from './search-query.ts'

type SearchViewProps = {
  /** Undefined while it is on its way for the first time. */
  page: { query: string; found: FoundProducts | undefined; error: string | undefined } | undefined
  /** Another answer is on its way. */
  waiting: boolean
}

/** The shop by words: a search field, and what was found once there are any. */
export function SearchView({ page, waiting }: SearchViewProps) {
  const { search, pending, change, hrefForPage } = useAddressSearch(readProductQuery)
  const query = search.query ?? ''
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  return (
    <Container className="py-8 lg:py-12">
      <h1 className="title">Search the shop</h1>
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
            aria-label="Search the shop"
            placeholder="Laptop, router, dash cam…"
            onSearch={(words) => change({ query: words })}
          />
        </form>
        <LinkButton variant="secondary" to={links.shop()}>
          All products
        </LinkButton>
      </div>
      {query !== '' && (
        <section aria-labelledby="search-results" className="mt-10">
          <h2 id="search-results" className="title">
            Search Results
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
        <LoadingNote>Searching the shop</LoadingNote>
        <CollectionSkeleton />
      </div>
    )
  }
  const { query, found } = page
  const total = found.paging?.total ?? found.tiles.length
  return (
    <>
      <p role="status" className="mt-2 text-lg text-soft">
        <span className="figures">{total}</span> product(s) found for “{query}”
      </p>
      {found.tiles.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="No products found"
          action={<LinkButton to={links.shop()}>Look around the shop</LinkButton>}
        >
          Try another word or a shorter one
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
      title="What are you looking for?"
      action={<LinkButton to={links.shop()}>Look around the shop</LinkButton>}
    >
      A name or a kind of product will do, spelt well or not
    </EmptyState>
  )
}
