import type { AccountDetails } from '@twende/contract/accounts/account-details.ts'
import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import { orderLabel } from '@twende/contract/shop/order-status.ts'
import { paymentWord, statusTones } from '@twende/ui/bookings/booking-words.ts'
import { capitalised } from '@twende/ui/cars/car-words.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DetailPanel } from '../detail-panel.tsx'
import { links } from '../links.ts'
import { listingTones, listingWord } from '../listings/listing-words.ts'
import { StatusBadge } from '../status-badge.tsx'

const dayOf = (instant: string) => showDay(nairobiDay(new Date(instant)))

/** What a person did here: the latest of everything, each with the way to it. */
export function DeedPanels({ person }: { person: AccountDetails }) {
  const { latest, bookings, listings, orders } = person
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
      <Deeds title="Bookings" total={bookings} all={listOf('bookings', person)} empty="No bookings">
        {latest.bookings.map(({ _id, car, reference, startDate, endDate, amount, status }) => (
          <Deed
            key={_id}
            to={links.booking(_id)}
            name={car}
            facts={`${reference}, ${showDay(startDate)} to ${showDay(endDate)}, ${showKsh(amount)}`}
            state={<StatusBadge tone={statusTones[status]}>{capitalised(status)}</StatusBadge>}
          />
        ))}
      </Deeds>
      <Deeds title="Cars for sale" total={listings} all={listOf('listings', person)} empty="No cars for sale">
        {latest.listings.map(({ _id, name, price, status, verified, createdAt }) => (
          <Deed
            key={_id}
            to={links.listing(_id, { queue: 'all' })}
            name={name}
            facts={`${showKsh(price)}, ${dayOf(createdAt)}`}
            state={
              <StatusBadge tone={listingTones[status]}>
                {listingWord({ listingStatus: status, verified })}
              </StatusBadge>
            }
          />
        ))}
      </Deeds>
      <Deeds title="Payments" all={listOf('payments', person)} empty="No payments">
        {latest.payments.map(({ _id, purpose, amount, status, receipt, at }) => (
          <Deed
            key={_id}
            to={links.payment(_id)}
            name={`${showKsh(amount)}, ${payableTypeLabels[purpose]}`}
            facts={[receipt, dayOf(at)].filter(Boolean).join(', ')}
            state={
              <StatusBadge tone={status === 'paid' ? 'acacia' : 'neutral'}>{paymentWord(status)}</StatusBadge>
            }
          />
        ))}
      </Deeds>
      <Deeds title="Orders" total={orders} all={listOf('orders', person)} empty="No orders">
        {latest.orders.map(({ _id, number, amount, status, createdAt }) => (
          <Deed
            key={_id}
            to={links.order(_id)}
            name={number}
            facts={`${showKsh(amount)}, ${dayOf(createdAt)}`}
            state={<StatusBadge>{orderLabel(status)}</StatusBadge>}
          />
        ))}
      </Deeds>
    </div>
  )
}

/** The section's list of what is theirs. */
function listOf(section: 'bookings' | 'listings' | 'payments' | 'orders', { _id }: AccountDetails): string {
  return links[section]({ queue: 'all', accountId: _id })
}

type DeedsProps = { title: string; total?: number; all: string; empty: string; children: ReactNode[] }

function Deeds({ title, total, all, empty, children }: DeedsProps) {
  if (children.length === 0) {
    return (
      <DetailPanel as="h2" title={title}>
        <p className="text-soft">{empty}</p>
      </DetailPanel>
    )
  }
  const more = (
    <Link
      to={all}
      aria-label={`All ${title.toLowerCase()}`}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      All{total === undefined ? '' : ` ${total}`}
    </Link>
  )
  return (
    <DetailPanel as="h2" title={title} aside={more}>
      <ul className="-my-2 divide-y divide-line">{children}</ul>
    </DetailPanel>
  )
}

type DeedProps = { to: string; name: string; facts: string; state: ReactNode }

function Deed({ to, name, facts, state }: DeedProps) {
  return (
    <li className="py-1.5">
      <Link
        to={to}
        className="-mx-2 flex items-center justify-between gap-3 rounded-md px-2 py-1.5 hover:bg-sand"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">{name}</span>
          <span className="figures block text-sm text-soft">{facts}</span>
        </span>
        <span className="shrink-0">{state}</span>
      </Link>
    </li>
  )
}
