import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { driverState, driverStatusTones } from '@twende/ui/drivers/driver-labels.ts'
import { Link } from 'react-router'
import { pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { defineList, text } from '../list/list-address.ts'
import type { Route } from './+types/drivers-page'

const list = defineList({
  path: links.drivers,
  tabs: {
    name: 'status',
    values: [
      { value: 'submitted', label: m.admin_drivers_tab_submitted, count: 'waiting' },
      { value: 'approved', label: m.admin_drivers_tab_approved },
      { value: 'refused', label: m.admin_drivers_tab_refused },
    ],
  },
  fields: { search: text },
})

export const clientLoader = listLoader(list, (search) => call('GET /api/admin/drivers', { query: search }))

export const meta = () => pageTitle(m.admin_menu_drivers())

/** Papers of drivers, those to check first. */
export default function DriversPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminListPage
      title={m.admin_menu_drivers()}
      list={list}
      loaded={loaderData}
      shared
      searchBy={{
        label: m.admin_drivers_search_label(),
        placeholder: m.admin_drivers_search_placeholder(),
      }}
      count={m.admin_drivers_found}
      empty={() => m.admin_drivers_empty()}
      rowName={({ fullName }) => fullName}
      columns={[
        {
          head: m.admin_drivers_driver(),
          wide: true,
          cell: ({ _id, fullName, licenceClass, licenceExpires }) => (
            <>
              <Link
                data-row={_id}
                to={links.driver(_id)}
                className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 md:min-h-6"
              >
                {fullName}
              </Link>
              <p className="figures text-sm text-soft">
                {m.admin_driver_class_and_end({ name: licenceClass, day: showDay(licenceExpires) })}
              </p>
            </>
          ),
        },
        {
          head: m.admin_drivers_sent(),
          cell: ({ submittedAt, status, withdrawal }) => (
            <p className="flex flex-wrap items-center gap-2">
              <StatusBadge tone={driverStatusTones[status]}>
                {driverState({ status, withdrawal })}
              </StatusBadge>
              <span className="figures">{showInstant(submittedAt)}</span>
            </p>
          ),
        },
        {
          head: m.admin_drivers_needed_until(),
          cell: ({ neededUntil }) => (
            <>
              <span className="text-sm text-soft md:hidden">{m.admin_drivers_needed_until()} </span>
              <span className="figures">{showDay(neededUntil)}</span>
            </>
          ),
        },
      ]}
    />
  )
}
