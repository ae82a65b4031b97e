import { showInstant } from '@twende/contract/calendar-day.ts'
import type { ListingHistoryEntry } from '@twende/contract/listings/listing.ts'
import { DetailPanel } from '../detail-panel.tsx'

const actors: Record<ListingHistoryEntry['by'], string> = {
  owner: 'Seller',
  staff: 'Staff',
  payment: 'M-Pesa',
  clock: 'By itself',
  readers: 'Readers',
}

/** What happened to a listing, the latest first. */
export function ListingStory({ events }: { events: readonly ListingHistoryEntry[] }) {
  return (
    <DetailPanel title="History">
      <ol className="grid gap-3 border-l-2 border-line pl-4">
        {Object.entries(events.toReversed()).map(([place, event]) => (
          <li key={place}>
            <p className="font-medium">{event.what}</p>
            {event.note && <p>{event.note}</p>}
            <p className="figures text-sm text-soft">
              {actors[event.by]}, {showInstant(event.at)}
            </p>
          </li>
        ))}
      </ol>
    </DetailPanel>
  )
}
