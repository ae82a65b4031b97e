import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { useSettings } from '@twende/ui/api/settings.ts'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { mayAskPhone, OwedActions } from './owed-actions.tsx'
import { useBookingAction } from './use-booking-action.ts'

type OwedPanelProps = {
  booking: AdminBooking
  owed: number
  /** How much of the deposit may be kept. */
  keepable: number
}

/** What is owed for a booking, for whatever reason, and how to take it. */
export function OwedPanel({ booking, owed, keepable }: OwedPanelProps) {
  const act = useBookingAction(booking)
  const amount = showKsh(owed)
  const { mpesa } = useSettings()
  return (
    <DetailPanel as="h2" title={m.admin_bookings_owed()}>
      <p className="figures rounded-md bg-clay-tint px-4 py-3 text-clay-deep">
        {keepable > 0 ? m.admin_owed_text_keep({ amount }) : m.admin_owed_text({ amount })}
      </p>
      {mayAskPhone(booking) && mpesa.type === 'paybill' && mpesa.businessNumber && (
        <p className="mt-3 text-sm text-soft">
          {m.admin_owed_by_hand({ number: mpesa.businessNumber, reference: booking.bookingId })}
        </p>
      )}
      <OwedActions
        booking={{ ...booking, phone: booking.customerInfo.phone }}
        owed={owed}
        keepable={keepable}
        act={act}
      />
    </DetailPanel>
  )
}
