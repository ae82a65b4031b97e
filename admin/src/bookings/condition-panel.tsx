import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { DetailPanel } from '../detail-panel.tsx'

type Condition = NonNullable<AdminBooking['handover']>

/** What the car was like when it left and when it came back. */
export function ConditionPanel({ booking: { handover, handoverReturn } }: { booking: AdminBooking }) {
  if (!handover && !handoverReturn) return null
  const driven = handover && handoverReturn ? handoverReturn.km - handover.km : undefined
  return (
    <DetailPanel as="h2" title="The car">
      <div className="grid grid-cols-2 gap-4">
        {handover && <Told title="When it left" condition={handover} />}
        {handoverReturn && <Told title="When it came back" condition={handoverReturn} />}
      </div>
      {driven !== undefined && <p className="figures mt-3 text-sm text-soft">{kmWords(driven)} driven</p>}
    </DetailPanel>
  )
}

function Told({ title, condition: { km, fuel, note, at } }: { title: string; condition: Condition }) {
  return (
    <div className="min-w-0">
      <h3 className="font-text text-sm font-normal tracking-normal text-soft">{title}</h3>
      <p className="figures font-medium">{kmWords(km)}</p>
      <p>Fuel: {fuel}</p>
      {note && <p className="break-words whitespace-pre-line">{note}</p>}
      <p className="figures text-sm text-soft">{showInstant(at)}</p>
    </div>
  )
}

/** `42,000 km`. */
export function kmWords(km: number): string {
  return `${km.toLocaleString('en-GB')} km`
}
