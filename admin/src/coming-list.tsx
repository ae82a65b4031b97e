import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { type ReactNode, Suspense } from 'react'
import { Await, useLocation, useRevalidator } from 'react-router'

type ComingListProps<Found> = {
  found: Promise<Found>
  waiting: ReactNode
  /** What is said when it does not come. */
  failed: string
  children: (found: Found) => ReactNode
}

/** A list that is on its way: its shape meanwhile, and a way to try again when it does not come. */
export function ComingList<Found>({ found, waiting, failed, children }: ComingListProps<Found>) {
  const { search: address } = useLocation()
  const { revalidate } = useRevalidator()
  return (
    <Suspense key={address} fallback={waiting}>
      <Await resolve={found} errorElement={<ErrorState message={failed} onRetry={() => void revalidate()} />}>
        {children}
      </Await>
    </Suspense>
  )
}
