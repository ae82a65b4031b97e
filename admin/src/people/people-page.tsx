import type { AccountSummary } from '@twende/contract/accounts/account-details.ts'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { ACCOUNT_STATES, roleLabels } from '@twende/contract/accounts/account-rules.ts'
import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { defineList, oneOf, text } from '../list/list-address.ts'
import { RowLink } from '../list/list-rows.tsx'
import type { Route } from './+types/people-page'
import { PersonBadges } from './person-badges.tsx'

const ROLES = ['user', 'staff', 'admin'] as const satisfies readonly Role[]

const list = defineList({
  path: links.people,
  fields: { search: text, role: oneOf(ROLES), state: oneOf(ACCOUNT_STATES) },
})

export const clientLoader = listLoader(list, (search) => call('GET /api/admin/people', { query: search }))

export const meta = () => pageTitle(m.admin_menu_people())

/** Everybody with an account; an admin may save the list as a file. */
export default function PeoplePage({ loaderData }: Route.ComponentProps) {
  const isAdmin = useSession()?.owner?.role === 'admin'
  return (
    <AdminListPage
      title={m.admin_menu_people()}
      list={list}
      loaded={loaderData}
      searchBy={{
        label: m.admin_people_search_label(),
        placeholder: m.admin_people_search_placeholder(),
      }}
      filters={() => [
        {
          name: 'role',
          label: m.admin_people_role(),
          any: m.admin_people_every_role(),
          choices: ROLES.map((value) => ({ value, label: roleLabels[value]() })),
        },
        {
          name: 'state',
          label: m.admin_people_state(),
          any: m.admin_people_state_all(),
          choices: [
            { value: 'open', label: m.admin_people_state_open() },
            { value: 'banned', label: m.admin_people_state_banned() },
          ],
        },
      ]}
      csv={isAdmin ? 'GET /api/admin/people.csv' : undefined}
      count={m.admin_people_found}
      empty={() => m.admin_people_none_title()}
      rowName={({ name }) => name}
      columns={[
        {
          head: m.admin_people_name(),
          cell: (person) => (
            <>
              <span className="flex flex-wrap items-center gap-2">
                <RowLink to={links.person(person._id, list.filters(loaderData.search))} id={person._id}>
                  {person.name}
                </RowLink>
                <PersonBadges person={person} />
              </span>
              <span className="figures block text-sm text-soft">{activity(person)}</span>
            </>
          ),
        },
        {
          head: m.admin_people_contact(),
          wide: true,
          cell: ({ email, phone }) => (
            <span className="block text-sm break-words">
              {email}
              <span className="figures block text-soft">
                {phone ? showPhone(phone) : m.admin_people_no_phone()}
              </span>
            </span>
          ),
        },
        {
          head: m.admin_people_member_since(),
          wide: true,
          cell: ({ memberSince }) => (
            <span className="figures text-sm whitespace-nowrap text-soft">
              {m.admin_people_since({ day: showDay(nairobiDay(new Date(memberSince))) })}
            </span>
          ),
        },
      ]}
    />
  )
}

function activity({ bookings, listings, orders }: AccountSummary): string {
  const counts = [
    bookings > 0 && m.admin_people_bookings_count({ count: bookings }),
    listings > 0 && m.admin_people_listings_count({ count: listings }),
    orders > 0 && m.admin_people_orders_count({ count: orders }),
  ]
  return counts.filter(Boolean).join(' · ') || m.admin_people_no_activity()
}
