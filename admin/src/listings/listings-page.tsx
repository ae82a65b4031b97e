import { call } from '@twende/ui/api/call.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { useEffect } from 'react'
import { Outlet, useNavigate, useParams } from 'react-router'
import { pageTitle } from '../page-title.ts'
import { useFreshLook } from '../use-fresh-look.ts'
import type { Route } from './+types/listings-page'
import { QueueList } from './queue-list.tsx'
import { type LoadedQueue, type QueueContext, queueHref, readQueueSearch } from './queue-search.ts'
import { QueueToolbar } from './queue-toolbar.tsx'
import { useQueueKeys } from './use-queue-keys.ts'

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readQueueSearch(new URL(request.url).searchParams)
  const { data, counts, whose, pagination } = await call('GET /api/admin/listings', {
    query: { ...search, limit: 20 },
  })
  return { search, listings: data, counts, whose, pagination }
}

export const meta = () => pageTitle('Cars for sale')

/** The queue of cars for sale, and beside it the one that is looked at. */
export default function ListingsPage({ loaderData: queue }: Route.ComponentProps) {
  const { listingId } = useParams()
  const { search, listings, pagination } = queue
  const at = listings.findIndex(({ _id }) => _id === listingId)
  const neighbour = (step: number) => (at < 0 ? listings[0] : listings[at + step])
  const next = listings[at + 1] ?? (at > 0 ? listings[at - 1] : undefined)
  useFreshLook()
  useFirstOnWideScreens(queue, listingId)
  useQueueKeys({
    next: () => neighbour(1) && queueHref(search, neighbour(1)?._id),
    previous: () => neighbour(-1) && queueHref(search, neighbour(-1)?._id),
  })
  const waits = search.queue !== 'all'
  const context: QueueContext = { search, next: waits ? queueHref(search, next?._id) : undefined }
  return (
    <div className="mx-auto max-w-7xl">
      <h1 className={classes('text-3xl', listingId && 'max-lg:sr-only')}>Cars for sale</h1>
      <div className={classes(listingId && 'hidden lg:block')}>
        <QueueToolbar queue={queue} />
      </div>
      <div className="mt-5 lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-6">
        <div
          className={classes(
            'lg:sticky lg:top-8 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto',
            listingId && 'hidden lg:block',
          )}
        >
          <QueueList queue={queue} chosen={listingId} pagination={pagination} />
        </div>
        <Outlet context={context} />
      </div>
    </div>
  )
}

/** Where list and listing stand side by side, the first one is open from the start. */
function useFirstOnWideScreens({ search, listings }: LoadedQueue, listingId: string | undefined) {
  const navigate = useNavigate()
  const first = listingId === undefined ? listings[0]?._id : undefined
  const href = first && queueHref(search, first)
  useEffect(() => {
    if (href && window.matchMedia('(min-width: 1024px)').matches) {
      void navigate(href, { replace: true, preventScrollReset: true })
    }
  }, [href, navigate])
}
