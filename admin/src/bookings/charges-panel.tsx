import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type { ReturnCharges } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { chargeLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { DisputePart } from './dispute-part.tsx'
import { useBookingAction } from './use-booking-action.ts'

type ChargesPanelProps = { booking: AdminBooking; charges: ReturnCharges }

/** What was charged at the return, and what its customer disputes of it. Shows nothing where nothing is disputed. */
export function ChargesPanel({ booking, charges: { charges } }: ChargesPanelProps) {
  const act = useBookingAction(booking)
  if (!charges.some(({ dispute }) => dispute)) return null
  return (
    <DetailPanel as="h2" title={m.admin_dispute_title()}>
      <ul className="grid gap-4">
        {charges.map((charge, place) => (
          <li key={String(place)} className="grid gap-2">
            <p className="figures flex justify-between gap-3 font-medium">
              <span>{chargeLabel(charge)}</span>
              <span>{showKsh(charge.amount)}</span>
            </p>
            {charge.dispute && (
              <DisputePart
                bookingId={booking._id}
                item={{ of: { charge: place }, label: chargeLabel(charge) }}
                dispute={charge.dispute}
                act={act}
              />
            )}
          </li>
        ))}
      </ul>
    </DetailPanel>
  )
}
