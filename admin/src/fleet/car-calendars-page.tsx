import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { SHARED_WORK_MS, useRevalidateEvery } from '@twende/ui/loading/use-revalidate-every.ts'
import { CalendarFeedsPanel } from '../calendar/calendar-feeds-panel.tsx'
import { CalendarImportsPanel } from '../calendar/calendar-imports-panel.tsx'
import { loadForPage, pageTitle } from '../frame/page.tsx'
import type { Route } from './+types/car-calendars-page'
import { CarPartPage } from './car-heading.tsx'

async function load(carId: string) {
  const query = { carId }
  const [car, feeds, imports] = await Promise.all([
    call('GET /api/admin/car/:carId', { params: { carId } }),
    call('GET /api/admin/calendar-feeds', { query }),
    call('GET /api/admin/calendar-imports', { query }),
  ])
  return { car: car.data, feeds: feeds.data, imports: imports.data }
}

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => loadForPage(load(params.carId))

export const meta = () => pageTitle(m.admin_fleet_part_calendars())

/** The calendars of a car that are shared with other programs. */
export default function CarCalendarsPage({ loaderData }: Route.ComponentProps) {
  useRevalidateEvery(SHARED_WORK_MS)
  return (
    <CarPartPage part="calendars" page={loaderData.page}>
      {({ car, feeds, imports }) => (
        <div className="mt-5 grid gap-5">
          <CalendarImportsPanel imports={imports} carId={car._id} />
          <CalendarFeedsPanel feeds={feeds} carId={car._id} />
        </div>
      )}
    </CarPartPage>
  )
}
