import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { useNavigate } from 'react-router'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/fleet-car-page'
import { CarHeading, missingCar } from './car-heading.tsx'
import { FleetCarForm } from './fleet-car-form.tsx'

async function load(carId: string | undefined) {
  const [car, categories, locations] = await Promise.all([
    carId && call('GET /api/admin/car/:carId', { params: { carId } }).then(({ data }) => data),
    call('GET /api/category/list', { query: { kind: 'vehicle' } }),
    call('GET /api/location/list', {}),
  ])
  return {
    car: car || undefined,
    lists: {
      categories: categories.data.map(({ name }) => name),
      // A car may stand in a town or at a pickup point.
      locations: locations.data.map(({ name }) => name),
    },
  }
}

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadForPage(load(params.carId))

export const meta: Route.MetaFunction = ({ params }) =>
  pageTitle(params.carId ? m.admin_fleet_edit_title() : m.admin_fleet_add_title())

/** The form of a rental car: a new one, or one of the fleet. */
export default function FleetCarPage({ loaderData, params: { carId } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const back = links.fleet()
  return (
    <Page
      width="reading"
      back={{ to: back, label: m.admin_menu_fleet() }}
      {...(carId ? {} : { title: m.admin_fleet_add_title(), intro: m.admin_fleet_add_text() })}
    >
      <PageContent page={loaderData.page} missing={missingCar()}>
        {({ car, lists }) => (
          <>
            {car && <CarHeading car={car} part="facts" />}
            <FleetCarForm
              key={car?._id}
              car={car}
              lists={lists}
              back={back}
              onSaved={() => void navigate(back)}
            />
          </>
        )}
      </PageContent>
    </Page>
  )
}
