import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { SHARED_WORK_MS, useRevalidateEvery } from '@twende/ui/loading/use-revalidate-every.ts'
import { CalendarFeedsPanel } from '../calendar/calendar-feeds-panel.tsx'
import { CalendarImportsPanel } from '../calendar/calendar-imports-panel.tsx'
import { loadForPage, Page, PageContent, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/car-calendars-page'
import { CarHeading } from './car-heading.tsx'

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
    <Page width="reading" back={{ to: links.fleet(), label: m.admin_menu_fleet() }}>
      <PageContent
        page={loaderData.page}
        missing={{
          code: 'car_not_found',
          title: m.admin_fleet_missing_title(),
          text: m.admin_fleet_missing_text(),
        }}
      >
        {({ car, feeds, imports }) => (
          <>
            <CarHeading car={car} part="calendars" />
            <div className="mt-5 grid gap-5">
              <CalendarImportsPanel imports={imports} carId={car._id} />
              <CalendarFeedsPanel feeds={feeds} carId={car._id} />
            </div>
          </>
        )}
      </PageContent>
    </Page>
  )
}
