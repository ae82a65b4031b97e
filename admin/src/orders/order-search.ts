import type { OrderQueue } from '@twende/contract/shop/shop-choices.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { links } from '../links.ts'

export type OrderDeskSearch = {
  queue: OrderQueue
  search?: string | undefined
  accountId?: string | undefined
  page?: number | undefined
}

/** The queues in the order of the work; the first is what an address without one means. */
export const orderTabs = [
  { queue: 'pack', label: 'To pack' },
  { queue: 'send', label: 'To send' },
  { queue: 'deliver', label: 'On the way' },
  { queue: 'unpaid', label: 'Unpaid' },
  { queue: 'all', label: 'All' },
] as const satisfies readonly { queue: OrderQueue; label: string }[]

export function readOrderDeskSearch(query: URLSearchParams): OrderDeskSearch {
  const { text, id, page } = addressReader(query)
  return {
    queue: orderTabs.find(({ queue }) => queue === query.get('queue'))?.queue ?? 'pack',
    search: text('search', 100),
    accountId: id('accountId'),
    page: page(),
  }
}

/** The address of a queue, or of one order that was found in it. */
export function orderDeskHref({ queue, page, ...search }: OrderDeskSearch, orderId?: string): string {
  const filters = {
    queue: queue === 'pack' ? undefined : queue,
    ...search,
    page: page === 1 ? undefined : page,
  }
  return orderId === undefined ? links.orders(filters) : links.order(orderId, filters)
}
