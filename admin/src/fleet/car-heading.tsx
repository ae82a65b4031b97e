import type { FleetCar } from '@twende/contract/cars/car.ts'
import { m } from '@twende/messages'
import { ExternalLink } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { Page, PageContent } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links, siteLinks } from '../links.ts'
import { ListTabs } from '../list/list-tabs.tsx'
import { fleetState, NumberPlate, nextBookingText } from './fleet-cells.tsx'

const parts = [
  { name: 'facts', label: m.admin_fleet_part_facts, to: links.car },
  { name: 'papers', label: m.admin_fleet_part_papers, to: links.carPapers },
  { name: 'service', label: m.admin_fleet_part_service, to: links.carService },
  { name: 'costs', label: m.admin_fleet_part_costs, to: (carId: string) => links.carCosts(carId) },
  { name: 'calendars', label: m.admin_fleet_part_calendars, to: links.carCalendars },
] as const satisfies readonly { name: string; label: () => string; to: (carId: string) => string }[]
type CarPart = (typeof parts)[number]['name']

/** What the car is and how it stands, above the pages of one car. */
export function CarHeading({ car, part }: { car: FleetCar; part: CarPart }) {
  const state = fleetState(car)
  const { head, detail } = nextBookingText(car)
  return (
    <>
      <h1 className="text-3xl">{car.name}</h1>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <StatusBadge tone={state.tone}>{state.word}</StatusBadge>
        {car.numberPlate && <NumberPlate>{car.numberPlate}</NumberPlate>}
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
      <ListTabs
        label={m.admin_fleet_parts_label()}
        tabs={parts.map(({ name, label, to }) => ({
          to: to(car._id),
          label: label(),
          current: name === part,
        }))}
      />
    </>
  )
}

/** What is said when there is no such car. */
export const missingCar = () => ({
  code: 'car_not_found',
  title: m.admin_fleet_missing_title(),
  text: m.admin_fleet_missing_text(),
})

type CarPartPageProps<Answer extends { car: FleetCar }> = {
  part: CarPart
  page: ComponentProps<typeof PageContent<Answer>>['page']
  children: (answer: Answer) => ReactNode
}

/** One of the pages of a car, below its heading. */
export function CarPartPage<Answer extends { car: FleetCar }>({
  part,
  page,
  children,
}: CarPartPageProps<Answer>) {
  return (
    <Page width="reading" back={{ to: links.fleet(), label: m.admin_menu_fleet() }}>
      <PageContent page={page} missing={missingCar()}>
        {(answer) => (
          <>
            <CarHeading car={answer.car} part={part} />
            {children(answer)}
          </>
        )}
      </PageContent>
    </Page>
  )
}
