import { call } from '@twende/ui/api/call.ts'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Suspense } from 'react'
import { Await, useLocation, useRevalidator } from 'react-router'
import { pageTitle } from '../page-title.ts'
import type { Route } from './+types/people-page'
import { PeopleList } from './people-list.tsx'
import { readPeopleSearch } from './people-search.ts'
import { PeopleToolbar } from './people-toolbar.tsx'

/** The answer is awaited on the page, which shows its shape meanwhile. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readPeopleSearch(new URL(request.url).searchParams)
  const found = call('GET /api/admin/people', { query: search })
  // Somebody who is gone before the answer misses nothing by its failure.
  found.catch(() => {})
  return { search, found }
}

export const meta = () => pageTitle('People')

/** Everybody with an account. */
export default function PeoplePage({ loaderData: { search, found } }: Route.ComponentProps) {
  const { search: address } = useLocation()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-3xl">People</h1>
      <PeopleToolbar search={search} />
      <Suspense key={address} fallback={<PeopleSkeleton />}>
        <Await
          resolve={found}
          errorElement={<ErrorState message="Failed to load people" onRetry={() => void revalidate()} />}
        >
          {(people) => <PeopleList search={search} found={people} />}
        </Await>
      </Suspense>
    </div>
  )
}

function PeopleSkeleton() {
  return (
    <div className="mt-5">
      <LoadingNote>Loading people</LoadingNote>
      <Skeleton className="mb-3 h-6 w-32" />
      <div className="panel divide-y divide-line">
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <div key={row} className="grid gap-2 p-4 md:grid-cols-2">
            <Skeleton className="h-11" />
            <Skeleton className="h-11" />
          </div>
        ))}
      </div>
    </div>
  )
}
