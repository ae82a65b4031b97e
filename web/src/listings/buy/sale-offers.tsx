import { withCarDefaults } from '@twende/contract/cars/car-defaults.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { CardGrid } from '../../cars/card-grid.tsx'
import { Offers } from '../../cars/offers.tsx'
import { SaleCard } from './sale-card.tsx'

const SaleQuickView = lazyWithRetry(() =>
  import('./sale-quick-view.tsx').then((module) => module.SaleQuickView),
)

/** Verified cars for sale. Import it lazily. */
export function SaleOffers() {
  return (
    <Offers
      kind="listings"
      ask="listings"
      seenTitle={m.offer_seen()}
      othersTitle={m.offer_newest_for_sale()}
      load={async (wanted, signal) => {
        const { data } = await call('GET /api/sell/list', { query: wanted }, { signal })
        return data
          .filter(({ verified }) => verified)
          .map(withCarDefaults)
          .filter(({ available }) => available)
      }}
    >
      {(cars) => (
        <CardGrid
          vehicles={cars}
          priorityCount={0}
          four
          card={(car, place) => <SaleCard car={car} headingLevel="h3" {...place} />}
          quickView={(car, dialog) => <SaleQuickView car={car} {...dialog} />}
        />
      )}
    </Offers>
  )
}
