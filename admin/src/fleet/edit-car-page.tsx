import { call } from '@twende/ui/api/call.ts'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { ExternalLink, SearchX } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { BackLink } from '../back-link.tsx'
import { links, siteLinks } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import { bringRoom } from '../room-page.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import { StatusBadge } from '../status-badge.tsx'
import type { Route } from './+types/edit-car-page'
import { FleetCarForm } from './fleet-car-form.tsx'
import { fleetState, nextWords } from './fleet-words.ts'
import { loadFleetLists } from './load-fleet-lists.ts'

async function load(carId: string) {
  const [{ data: car }, lists] = await Promise.all([
    call('GET /api/admin/car/:carId', { params: { carId } }),
    loadFleetLists(),
  ])
  return { car, lists }
}
type Loaded = Awaited<ReturnType<typeof load>>

export const clientLoader = ({ params }: Route.ClientLoaderArgs) => bringRoom(load(params.carId))

export const meta = () => pageTitle('Edit a car')

/** One car of the fleet and the form that changes it. */
export default function EditCarPage({ loaderData }: Route.ComponentProps) {
  const { shown } = useArrived(loaderData.page)
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink to={links.fleet()}>Fleet</BackLink>
      {shown?.failed === 'Car not found' && (
        <EmptyState as="h1" icon={<SearchX />} title="Car not found">
          It may have another address by now.
        </EmptyState>
      )}
      {shown?.failed !== undefined && shown.failed !== 'Car not found' && (
        <LoadFailure message={shown.failed} />
      )}
      {shown?.answer && <Editing key={shown.answer.car._id} {...shown.answer} />}
      {!shown && <RowsSkeleton words="Loading the car" />}
    </div>
  )
}

function Editing({ car, lists }: Loaded) {
  const navigate = useNavigate()
  const state = fleetState(car)
  const back = links.fleet()
  const { head, detail } = nextWords(car)
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
              As customers see it <ExternalLink aria-hidden="true" className="size-4" />
            </a>
            <Link
              to={links.calendar({ search: car.name })}
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              Calendar
            </Link>
          </>
        )}
      </div>
      <FleetCarForm car={car} lists={lists} back={back} onSaved={() => void navigate(back)} />
    </>
  )
}
