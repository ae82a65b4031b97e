import type { AccountDetails } from '@twende/contract/accounts/account-details.ts'
import { paymentWord } from '@twende/contract/bookings/booking-status-format.ts'
import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { showKsh } from '@twende/contract/money.ts'
import { payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import { orderLabel } from '@twende/contract/shop/order-status.ts'
import { m } from '@twende/messages'
import { statusOf } from '@twende/ui/bookings/booking-format.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { listingStatusLabel, listingTones } from '../listings/listing-status-label.ts'

const dayOf = (instant: string) => showDay(nairobiDay(new Date(instant)))

/** The latest bookings, listings, payments and orders of a person, each with a link to it. */
export function ActivityPanels({ person }: { person: AccountDetails }) {
  const { latest } = person
  return (
    <div className="grid grid-cols-1 gap-5 lg:grid-cols-2 lg:items-start">
      <Activity section="bookings" person={person}>
        {latest.bookings.map(({ _id, car, reference, startDate, endDate, amount, ...state }) => (
          <Item
            key={_id}
            to={links.booking(_id)}
            name={car}
            facts={m.admin_people_booking_facts({
              reference,
              start: showDay(startDate),
              end: showDay(endDate),
              amount: showKsh(amount),
            })}
            state={<StatusBadge tone={statusOf(state).tone}>{statusOf(state).label}</StatusBadge>}
          />
        ))}
      </Activity>
      <Activity section="listings" person={person}>
        {latest.listings.map(({ _id, name, price, status, verified, deleted, createdAt }) => (
          <Item
            key={_id}
            to={links.listing(_id, { queue: 'all' })}
            name={name}
            facts={`${showKsh(price)}, ${dayOf(createdAt)}`}
            state={
              <StatusBadge tone={listingTones[status]}>
                {deleted
                  ? m.admin_listings_status_removed()
                  : listingStatusLabel({ listingStatus: status, verified })}
              </StatusBadge>
            }
          />
        ))}
      </Activity>
      {latest.payments && (
        <Activity section="payments" person={person}>
          {latest.payments.map(({ _id, purpose, amount, status, receipt, at }) => (
            <Item
              key={_id}
              to={links.payment(_id)}
              name={`${showKsh(amount)}, ${payableTypeLabels[purpose]()}`}
              facts={[receipt, dayOf(at)].filter(Boolean).join(', ')}
              state={
                <StatusBadge tone={status === 'paid' ? 'acacia' : 'neutral'}>
                  {paymentWord(status)}
                </StatusBadge>
              }
            />
          ))}
        </Activity>
      )}
      <Activity section="orders" person={person}>
        {latest.orders.map(({ _id, number, amount, status, createdAt }) => (
          <Item
            key={_id}
            to={links.order(_id)}
            name={number}
            facts={`${showKsh(amount)}, ${dayOf(createdAt)}`}
            state={<StatusBadge>{orderLabel(status)}</StatusBadge>}
          />
        ))}
      </Activity>
    </div>
  )
}

type ActivityTexts = { title: string; all: string; empty: string }

const activityTexts = {
  bookings: ({ bookings }) => ({
    title: m.admin_menu_bookings(),
    all: m.admin_people_all_bookings({ count: bookings }),
    empty: m.admin_people_no_bookings(),
  }),
  listings: ({ listings }) => ({
    title: m.admin_menu_listings(),
    all: m.admin_people_all_listings({ count: listings }),
    empty: m.admin_people_no_listings(),
  }),
  payments: () => ({
    title: m.admin_menu_payments(),
    all: m.admin_people_all_payments(),
    empty: m.admin_people_no_payments(),
  }),
  orders: ({ orders }) => ({
    title: m.admin_menu_orders(),
    all: m.admin_people_all_orders({ count: orders }),
    empty: m.admin_people_no_orders(),
  }),
} satisfies Record<string, (person: AccountDetails) => ActivityTexts>

type ActivityProps = { section: keyof typeof activityTexts; person: AccountDetails; children: ReactNode[] }

function Activity({ section, person, children }: ActivityProps) {
  const { title, all, empty } = activityTexts[section](person)
  if (children.length === 0) {
    return (
      <DetailPanel as="h2" title={title}>
        <p className="text-soft">{empty}</p>
      </DetailPanel>
    )
  }
  const more = (
    <Link
      to={links[section]({ queue: 'all', accountId: person._id })}
      className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
    >
      {all}
    </Link>
  )
  return (
    <DetailPanel as="h2" title={title} aside={more}>
      <ul className="-my-2 divide-y divide-line">{children}</ul>
    </DetailPanel>
  )
}

type ItemProps = { to: string; name: string; facts: string; state: ReactNode }

function Item({ to, name, facts, state }: ItemProps) {
  return (
    <li className="py-1.5">
      <Link
        to={to}
        className="-mx-2 flex items-center justify-between gap-3 rounded-md px-2 py-1.5 hover:bg-sand"
      >
        <span className="min-w-0">
          <span className="block font-medium break-words">{name}</span>
          <span className="figures block text-sm text-soft">{keepAmounts(facts)}</span>
        </span>
        <span className="shrink-0">{state}</span>
      </Link>
    </li>
  )
}
