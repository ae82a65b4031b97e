import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { LoadFailure } from '@twende/ui/controls/load-failure.tsx'
import { useArrived } from '@twende/ui/loading/use-arrived.ts'
import { Plus } from 'lucide-react'
import { links } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import { bringRoom } from '../room-page.ts'
import { RowsSkeleton } from '../rows-skeleton.tsx'
import type { Route } from './+types/fleet-desk-page'
import { FleetList } from './fleet-list.tsx'
import { readFleetDeskSearch } from './fleet-search.ts'
import { FleetToolbar } from './fleet-toolbar.tsx'

async function load(request: Request) {
  const search = readFleetDeskSearch(new URL(request.url).searchParams)
  const [fleet, categories] = await Promise.all([
    call('GET /api/admin/cars', { query: { ...search, limit: 24 } }),
    call('GET /api/category/list', { query: { kind: 'vehicle' } }),
  ])
  return { search, ...fleet, categories: categories.data.map(({ name }) => name) }
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => bringRoom(load(request))

export const meta = () => pageTitle('Fleet')

/** Every rental car: what it costs, where it stands, who has it next. */
export default function FleetDeskPage({ loaderData }: Route.ComponentProps) {
  const { shown, waiting } = useArrived(loaderData.page)
  return (
    <div className="mx-auto max-w-7xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Fleet</h1>
        <LinkButton to={links.newCar} size="sm" icon={<Plus aria-hidden="true" className="size-5" />}>
          Add a car
        </LinkButton>
      </div>
      {shown?.answer && <FleetToolbar fleet={shown.answer} />}
      <div className="mt-5" aria-busy={waiting || undefined}>
        {shown?.failed !== undefined && <LoadFailure message={shown.failed} />}
        {shown?.answer && <FleetList fleet={shown.answer} />}
        {!shown && <RowsSkeleton words="Loading the fleet" />}
      </div>
    </div>
  )
}
