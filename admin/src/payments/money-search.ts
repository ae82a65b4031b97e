import { isDay } from '@twende/contract/calendar-day.ts'
import type { PayableType } from '@twende/contract/payments/payment.ts'
import {
  MONEY_METHODS,
  type MoneyMethod,
  type PaymentQueue,
} from '@twende/contract/payments/payment-choices.ts'
import { PAYMENT_STATUSES, type PaymentStatus } from '@twende/contract/payments/payment-status.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { links } from '../links.ts'

export type MoneySearch = {
  queue: PaymentQueue
  search?: string | undefined
  purpose?: PayableType | undefined
  method?: MoneyMethod | undefined
  status?: PaymentStatus | undefined
  accountId?: string | undefined
  fromDay?: string | undefined
  toDay?: string | undefined
  page?: number | undefined
}

/** The queues as tabs; the first is what an address without one means. */
export const moneyTabs = [
  { queue: 'review', label: 'To decide' },
  { queue: 'unmatched', label: 'Unmatched' },
  { queue: 'matched', label: 'Matched' },
  { queue: 'all', label: 'All' },
] as const satisfies readonly { queue: PaymentQueue; label: string }[]

const purposes = ['booking', 'listing_period', 'order'] as const satisfies readonly PayableType[]

export function readMoneySearch(query: URLSearchParams): MoneySearch {
  const { text, oneOf, id, page } = addressReader(query)
  const day = (name: string) => {
    const said = text(name, 10)
    return said && isDay(said) ? said : undefined
  }
  return {
    queue: moneyTabs.find((tab) => tab.queue === query.get('queue'))?.queue ?? 'review',
    search: text('search', 100),
    purpose: oneOf('purpose', purposes),
    method: oneOf('method', MONEY_METHODS),
    status: oneOf('status', PAYMENT_STATUSES),
    accountId: id('accountId'),
    fromDay: day('fromDay'),
    toDay: day('toDay'),
    page: page(),
  }
}

/** The address of a list of money, or of one payment looked at from there. */
export function moneyHref({ queue, page, ...search }: MoneySearch, paymentId?: string): string {
  const filters = {
    queue: queue === 'review' ? undefined : queue,
    ...search,
    page: page === 1 ? undefined : page,
  }
  return paymentId === undefined ? links.payments(filters) : links.payment(paymentId, filters)
}
