import type { ListingQueue } from '@twende/contract/listings/listing-choices.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { links } from '../links.ts'

/** A page of the queue, as it was loaded for these filters. */
export type LoadedQueue = { search: QueueSearch; listings: QueuePage['data'] } & Pick<
  QueuePage,
  'counts' | 'whose' | 'pagination'
>
type QueuePage = Reply<'GET /api/admin/listings'>

/** What the page of one listing is told of the queue around it. */
export type QueueContext = {
  search: QueueSearch
  /** The address of the next listing of the queue, or of the queue when this was the last; none where nothing waits. */
  next: string | undefined
}

export type QueueSearch = {
  queue: ListingQueue
  search?: string | undefined
  accountId?: string | undefined
  page?: number | undefined
}

/** The queues as tabs; the first is what an address without one means. */
export const queueTabs = [
  { queue: 'payment', label: 'Payments' },
  { queue: 'verification', label: 'Cars to verify' },
  { queue: 'reported', label: 'Reported' },
  { queue: 'suspended', label: 'Suspended' },
  { queue: 'all', label: 'All' },
] as const satisfies readonly { queue: ListingQueue; label: string }[]

export function readQueueSearch(query: URLSearchParams): QueueSearch {
  const { text, id, page } = addressReader(query)
  return {
    queue: queueTabs.find((tab) => tab.queue === query.get('queue'))?.queue ?? 'payment',
    search: text('search', 100),
    accountId: id('accountId'),
    page: page(),
  }
}

/** The address of a queue, or of one listing in it. */
export function queueHref({ queue, page, ...search }: QueueSearch, listingId?: string): string {
  const filters = {
    queue: queue === 'payment' ? undefined : queue,
    ...search,
    page: page === 1 ? undefined : page,
  }
  return listingId === undefined ? links.listings(filters) : links.listing(listingId, filters)
}
