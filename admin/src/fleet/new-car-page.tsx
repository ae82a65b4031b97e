import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { useNavigate } from 'react-router'
import { BackLink } from '../back-link.tsx'
import { links } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import { bringRoom } from '../room-page.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import type { Route } from './+types/new-car-page'
import { FleetCarForm } from './fleet-car-form.tsx'
import { loadFleetLists } from './load-fleet-lists.ts'

export const clientLoader = () => bringRoom(loadFleetLists())

export const meta = () => pageTitle('Add a car')

/** The form that puts a car into the fleet. */
export default function NewCarPage({ loaderData }: Route.ComponentProps) {
  const { shown } = useArrived(loaderData.page)
  const navigate = useNavigate()
  const back = links.fleet()
  return (
    <div className="mx-auto max-w-4xl">
      <BackLink to={back}>Fleet</BackLink>
      <h1 className="text-3xl">Add a car</h1>
      <p className="mt-1 text-soft">It can be rented as soon as it is added.</p>
      {shown?.failed !== undefined && <LoadFailure message={shown.failed} />}
      {shown?.answer && <FleetCarForm lists={shown.answer} back={back} onSaved={() => void navigate(back)} />}
      {!shown && <RowsSkeleton words="Loading the form" />}
    </div>
  )
}
