import type { Reply } from '@twende/ui/api/call.ts'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Pagination } from '@twende/ui/list/pagination.tsx'
import { CarFront } from 'lucide-react'
import { useState } from 'react'
import { FleetRow } from './fleet-row.tsx'
import { type FleetDeskSearch, fleetDeskHref } from './fleet-search.ts'
import { type Leaving, RetireDialog } from './retire-dialog.tsx'

type LoadedFleet = Reply<'GET /api/admin/cars'> & { search: FleetDeskSearch }

/** The cars of the chosen list. */
export function FleetList({ fleet: { search, data: cars, pagination } }: { fleet: LoadedFleet }) {
  const [leaving, setLeaving] = useState<Leaving>()
  if (cars.length === 0) {
    return (
      <div className="panel">
        <EmptyState icon={<CarFront />} title="No cars here">
          {search.search || search.category ? 'No car of this list matches.' : 'This list is empty.'}
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <ul aria-label="Cars" className="panel divide-y divide-line overflow-hidden">
        {cars.map((car) => (
          <li key={car._id}>
            <FleetRow car={car} onLeave={(kind) => setLeaving({ car, kind })} />
          </li>
        ))}
      </ul>
      <Pagination
        {...pagination}
        hrefFor={(page) => fleetDeskHref({ ...search, page })}
        label="Pages of cars"
      />
      <RetireDialog leaving={leaving} onClose={() => setLeaving(undefined)} />
    </>
  )
}
