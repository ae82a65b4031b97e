import type { FleetCar } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { FileClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { defineList, type ListSearch, text } from '../list/list-address.ts'
import type { Route } from './+types/fleet-page'
import { FleetActions, FleetCarCell, NextBooking } from './fleet-cells.tsx'
import { type Leaving, RetireDialog } from './retire-dialog.tsx'

const list = defineList({
  path: links.fleet,
  tabs: {
    name: 'show',
    label: m.admin_fleet_cars_label,
    keepFilters: true,
    values: [
      { value: 'all', label: m.admin_fleet_tab_all, count: 'quiet' },
      { value: 'available', label: m.admin_fleet_available, count: 'quiet' },
      { value: 'unavailable', label: m.admin_fleet_not_offered, count: 'quiet' },
      { value: 'retired', label: m.admin_fleet_retired, count: 'quiet' },
    ],
  },
  fields: { search: text, category: text },
})

export const clientLoader = listLoader(list, loadFleet)

async function loadFleet(search: ListSearch<typeof list>) {
  const [fleet, categories] = await Promise.all([
    call('GET /api/admin/cars', { query: { ...search, limit: 24 } }),
    call('GET /api/category/list', { query: { kind: 'vehicle' } }),
  ])
  return { ...fleet, categories: categories.data.map(({ name }) => ({ value: name, label: name })) }
}

export const meta = () => pageTitle(m.admin_menu_fleet())

/** Every rental car: what it costs, where it stands, who has it next. */
export default function FleetPage({ loaderData }: Route.ComponentProps) {
  const [leaving, setLeaving] = useState<Leaving>()
  return (
    <>
      <AdminListPage
        title={m.admin_menu_fleet()}
        action={
          <div className="flex flex-wrap gap-2">
            <LinkButton
              to={links.carsDue()}
              variant="secondary"
              size="sm"
              icon={<FileClock aria-hidden="true" className="size-5" />}
            >
              {m.admin_due_title()}
            </LinkButton>
            <LinkButton to={links.newCar} size="sm" icon={<Plus aria-hidden="true" className="size-5" />}>
              {m.admin_fleet_add_title()}
            </LinkButton>
          </div>
        }
        list={list}
        loaded={loaderData}
        searchBy={{
          label: m.admin_fleet_search_label(),
          placeholder: m.admin_fleet_search_placeholder(),
        }}
        filters={(found) => [
          {
            name: 'category',
            label: m.admin_fleet_category_label(),
            any: m.admin_fleet_all_categories(),
            choices: found?.categories ?? [],
          },
        ]}
        empty={() => m.admin_fleet_none_title()}
        rowName={({ name }) => name}
        bulk={[offer(true, m.admin_fleet_bulk_offer()), offer(false, m.admin_fleet_bulk_do_not_offer())]}
        columns={[
          {
            head: m.admin_fleet_car(),
            className: '@4xl:w-1/2',
            cell: (car) => <FleetCarCell car={car} />,
          },
          { head: m.admin_fleet_next_booking(), wide: true, cell: (car) => <NextBooking car={car} /> },
          {
            head: m.admin_fleet_actions(),
            wide: true,
            cell: (car) => <FleetActions car={car} onLeave={(kind) => setLeaving({ car, kind })} />,
          },
        ]}
      />
      <RetireDialog leaving={leaving} onClose={() => setLeaving(undefined)} />
    </>
  )
}

/** Offers cars for rent, or no longer. */
function offer(available: boolean, label: string) {
  return {
    label,
    applies: (car: FleetCar) => !car.retiredAt && car.available !== available,
    run: ({ _id }: FleetCar) =>
      call('POST /api/admin/car/:carId/availability', {
        params: { carId: _id },
        body: { available, note: '' },
      }),
  }
}
