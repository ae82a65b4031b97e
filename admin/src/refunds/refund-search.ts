import type { RefundQueue } from '@twende/contract/payments/payment-choices.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { links } from '../links.ts'

export type RefundSearch = {
  queue: RefundQueue
  search?: string | undefined
  page?: number | undefined
}

/** The queues as tabs; the first is what an address without one means. */
export const refundTabs = [
  { queue: 'due', label: 'To send' },
  { queue: 'waiting', label: 'Second person' },
  { queue: 'sent', label: 'Sent' },
] as const satisfies readonly { queue: RefundQueue; label: string }[]

export function readRefundSearch(query: URLSearchParams): RefundSearch {
  const { text, page } = addressReader(query)
  return {
    queue: refundTabs.find((tab) => tab.queue === query.get('queue'))?.queue ?? 'due',
    search: text('search', 100),
    page: page(),
  }
}

export function refundHref({ queue, page, search }: RefundSearch): string {
  return links.refunds({
    queue: queue === 'due' ? undefined : queue,
    search,
    page: page === 1 ? undefined : page,
  })
}
