import type { ListingQueue } from '@twende/contract/listings/listing-choices.ts'
import { links } from '../../links.ts'

export type QueueSearch = { queue: ListingQueue; search: string; page: number }

/** The queues as tabs; the first is what an address without one means. */
export const queueTabs = [
  { queue: 'payment', label: 'Payments' },
  { queue: 'verification', label: 'Cars to verify' },
  { queue: 'reported', label: 'Reported' },
  { queue: 'suspended', label: 'Suspended' },
  { queue: 'all', label: 'All' },
] as const satisfies readonly { queue: ListingQueue; label: string }[]

export function readQueueSearch(query: URLSearchParams): QueueSearch {
  const queue = queueTabs.find((tab) => tab.queue === query.get('queue'))?.queue ?? 'payment'
  const page = Math.floor(Number(query.get('page')))
  return {
    queue,
    search: (query.get('search') ?? '').slice(0, 100),
    page: page >= 1 && page < 100_000 ? page : 1,
  }
}

/** The address of a queue, or of one listing in it. */
export function queueHref({ queue, search, page }: QueueSearch, listingId?: string): string {
  const section = listingId === undefined ? 'listings' : `listings/${encodeURIComponent(listingId)}`
  return links.adminPage(section, {
    queue: queue === 'payment' ? undefined : queue,
    search,
    page: page === 1 ? undefined : page,
  })
}
