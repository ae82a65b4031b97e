import type { FleetCar } from '@twende/contract/cars/fleet-car.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ExternalLink } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links, siteLinks } from '../links.ts'
import type { Route } from './+types/fleet-car-page'
import { FleetCarForm } from './fleet-car-form.tsx'
import { fleetState, nextBookingText } from './fleet-cells.tsx'

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
      <PageContent
        page={loaderData.page}
        missing={{
          code: 'car_not_found',
          title: m.admin_fleet_missing_title(),
          text: m.admin_fleet_missing_text(),
        }}
      >
        {({ car, lists }) => (
          <>
            {car && <CarHeading car={car} />}
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

function CarHeading({ car }: { car: FleetCar }) {
  const state = fleetState(car)
  const { head, detail } = nextBookingText(car)
  return (
    <>
      <h1 className="text-3xl">{car.name}</h1>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <StatusBadge tone={state.tone}>{state.word}</StatusBadge>
        <span className="figures text-soft">
          {head} {detail}
        </span>
        {!car.retiredAt && (
          <>
            <a
              href={siteLinks.rentCar(car._id)}
              className="inline-flex min-h-11 items-center gap-1.5 font-semibold underline underline-offset-4"
            >
              {m.admin_fleet_customer_view()} <ExternalLink aria-hidden="true" className="size-4" />
            </a>
            <Link
              to={links.calendar({ search: car.name })}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {m.admin_menu_calendar()}
            </Link>
          </>
        )}
      </div>
    </>
  )
}
