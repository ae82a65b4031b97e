import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { ArrowLeft, SearchX } from 'lucide-react'
import { Suspense } from 'react'
import { Await, Link, useRevalidator } from 'react-router'
import { links } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import type { Route } from './+types/person-page'
import { peopleHref, readPeopleSearch } from './people-search.ts'
import { PersonView } from './person-view.tsx'

/** The answer is awaited on the page, which shows its shape meanwhile. */
export function clientLoader({ request, params: { accountId } }: Route.ClientLoaderArgs) {
  const search = readPeopleSearch(new URL(request.url).searchParams)
  const found = call('GET /api/admin/person/:accountId', { params: { accountId } }).then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof ApiError && (error.status === 404 || error.code === 'invalid')) return null
      throw error
    },
  )
  // Somebody who is gone before the answer misses nothing by its failure.
  found.catch(() => {})
  return { search, found }
}

export const meta = () => pageTitle('Person')

/** One person, with everything that staff needs to know and may do. */
export default function PersonPage({ loaderData: { search, found }, params }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-5xl">
      <Link to={peopleHref(search)} className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold">
        <ArrowLeft aria-hidden="true" className="size-5" />
        Back to people
      </Link>
      <Suspense key={params.accountId} fallback={<PersonSkeleton />}>
        <Await
          resolve={found}
          errorElement={<ErrorState message="Failed to load the person" onRetry={() => void revalidate()} />}
        >
          {(person) => (person ? <PersonView key={person._id} person={person} /> : <Missing />)}
        </Await>
      </Suspense>
    </div>
  )
}

function Missing() {
  return (
    <div className="panel">
      <EmptyState
        as="h1"
        icon={<SearchX />}
        title="Person not found"
        action={<LinkButton to={links.people()}>To the people</LinkButton>}
      />
    </div>
  )
}

function PersonSkeleton() {
  return (
    <div className="grid gap-5">
      <LoadingNote>Loading the person</LoadingNote>
      <Skeleton className="h-10 w-64" />
      <Skeleton className="h-40 rounded-lg" />
      <Skeleton className="h-56 rounded-lg" />
    </div>
  )
}
