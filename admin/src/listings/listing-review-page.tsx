import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { SearchX } from 'lucide-react'
import { useOutletContext } from 'react-router'
import { links } from '../links.ts'
import type { Route } from './+types/listing-review-page'
import { ListingReview } from './listing-review.tsx'
import type { QueueContext } from './queue-search.ts'

export async function clientLoader({ params: { listingId } }: Route.ClientLoaderArgs) {
  try {
    return (await call('GET /api/admin/listing/:listingId', { params: { listingId } })).data
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.code === 'invalid')) return null
    throw error
  }
}

/** One listing, with everything that staff needs to decide on it. */
export default function ListingReviewPage({ loaderData: listing }: Route.ComponentProps) {
  const context = useOutletContext<QueueContext>()
  if (listing) return <ListingReview key={listing._id} listing={listing} context={context} />
  return (
    <div className="panel">
      <EmptyState
        icon={<SearchX />}
        title="This listing is gone"
        action={<LinkButton to={links.listings()}>To the queue</LinkButton>}
      >
        Its seller may have deleted it.
      </EmptyState>
    </div>
  )
}
