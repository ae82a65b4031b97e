import { call } from '@twende/ui/api/call.ts'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { Suspense } from 'react'
import { Await, useRevalidator } from 'react-router'
import { pageTitle } from '../page-title.ts'
import type { Route } from './+types/today-page'
import { TodaySkeleton } from './today-skeleton.tsx'
import { TodayView } from './today-view.tsx'

/** The answer is awaited on the page, which shows its shape meanwhile. */
export function clientLoader() {
  const found = call('GET /api/admin/today', {})
  // Somebody who is gone before the answer misses nothing by its failure.
  found.catch(() => {})
  return { found }
}

export const meta = () => pageTitle('Today')

/** What waits for staff, how the week goes, and which cars are on the move. */
export default function TodayPage({ loaderData: { found } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-7xl">
      <Suspense fallback={<TodaySkeleton />}>
        <Await
          resolve={found}
          errorElement={<ErrorState message="Failed to load today" onRetry={() => void revalidate()} />}
        >
          {({ data }) => <TodayView first={data} />}
        </Await>
      </Suspense>
    </div>
  )
}
