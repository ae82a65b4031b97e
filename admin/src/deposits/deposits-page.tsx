import type { DepositListItem } from '@twende/contract/bookings/deposit.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { Link } from 'react-router'
import { pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { day, defineList, text } from '../list/list-address.ts'
import type { Route } from './+types/deposits-page'

const list = defineList({
  path: links.deposits,
  tabs: {
    name: 'queue',
    values: [
      { value: 'held', label: m.admin_deposits_queue_held },
      { value: 'toReturn', label: m.admin_deposits_queue_to_return, count: 'waiting' },
      { value: 'overdue', label: m.admin_deposits_queue_overdue, count: 'waiting' },
      { value: 'all', label: m.admin_deposits_queue_all },
    ],
  },
  fields: { search: text, fromDay: day, toDay: day },
})

export const clientLoader = listLoader(list, (search) => call('GET /api/admin/deposits', { query: search }))

export const meta = () => pageTitle(m.admin_menu_deposits())

/** What is held of customers, and what is to go back. */
export default function DepositsPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminListPage
      title={m.admin_menu_deposits()}
      list={list}
      loaded={loaderData}
      shared
      searchBy={{
        label: m.admin_deposits_search_label(),
        placeholder: m.admin_deposits_search_placeholder(),
      }}
      filters={() => [
        { name: 'fromDay', label: m.admin_deposits_taken_from(), day: true },
        { name: 'toDay', label: m.admin_deposits_taken_until(), day: true },
      ]}
      csv="GET /api/admin/deposits.csv"
      notice={({ held, owedBack }) => (
        <Link to={links.balances()} className="underline underline-offset-4">
          {m.admin_deposits_in_all({
            held: showKsh(held),
            owedBack: showKsh(owedBack),
            amount: showKsh(held + owedBack),
          })}
        </Link>
      )}
      count={m.admin_deposits_found}
      sum={loaderData.search.queue === 'held' ? m.admin_deposits_sum_held : m.admin_deposits_sum}
      empty={() => m.admin_deposits_empty()}
      rowName={({ reference }) => reference}
      columns={[
        {
          head: m.admin_deposit_title(),
          cell: (deposit) => <Amounts deposit={deposit} />,
        },
        {
          head: m.admin_deposits_booking(),
          wide: true,
          cell: ({ _id, bookingId, bookingReference, customer, carName }) => (
            <>
              <Link
                data-row={_id}
                to={links.booking(bookingId)}
                className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-6"
              >
                {bookingReference}
              </Link>
              <p className="break-words">{customer}</p>
              <p className="text-sm text-soft">{carName}</p>
            </>
          ),
        },
        {
          head: m.admin_deposit_return_by(),
          wide: true,
          cell: ({ returnBy, overdue }) =>
            returnBy && (
              <>
                <span aria-hidden="true" className="block text-sm text-soft @4xl:hidden">
                  {m.admin_deposit_return_by()}
                </span>
                <p className="flex flex-wrap items-center gap-2">
                  <span className="figures">{showInstant(returnBy)}</span>
                  {overdue && <StatusBadge tone="clay">{m.admin_deposits_overdue()}</StatusBadge>}
                </p>
              </>
            ),
        },
      ]}
    />
  )
}

function Amounts({ deposit: { amount, held, owedBack, waived, reference } }: { deposit: DepositListItem }) {
  return (
    <>
      <p className="figures text-xl font-semibold">{showKsh(held > 0 ? held : amount)}</p>
      <p className="text-sm text-soft">
        {reference}, {stateWords({ held, owedBack, waived })}
      </p>
    </>
  )
}

function stateWords({
  held,
  owedBack,
  waived,
}: Pick<DepositListItem, 'held' | 'owedBack' | 'waived'>): string {
  if (held > 0) return m.admin_deposit_state_held()
  if (owedBack > 0) return m.admin_deposits_owed_back({ amount: showKsh(owedBack) })
  return waived ? m.admin_deposit_state_waived() : m.admin_deposits_none_held()
}
