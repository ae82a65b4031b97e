import { withCarDefaults } from '@twende/contract/cars/car-defaults.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import type { StaySearch } from '../links.ts'
import { CarGrid } from './car-grid.tsx'
import { stayOf } from './fleet-search.ts'
import { Offers } from './offers.tsx'

/** Cars to rent, free on the dates if any were chosen. Import it lazily. */
export function CarOffers({ period = {} }: { period?: StaySearch }) {
  const stay = stayOf(period, serverNow())
  return (
    <Offers
      kind="cars"
      ask={JSON.stringify(stay ?? {})}
      seenTitle={m.offer_seen()}
      othersTitle={stay ? m.offer_free_on_dates() : m.offer_best_rated()}
      load={async (wanted, signal) => {
        const { data } = await call('GET /api/car/list', { query: { ...stay, ...wanted } }, { signal })
        return data.map(withCarDefaults).filter(({ available }) => available)
      }}
    >
      {(cars) => <CarGrid cars={cars} stay={stay} priorityCount={0} four headingLevel="h3" />}
    </Offers>
  )
}
