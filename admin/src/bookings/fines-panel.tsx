import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type { AdminFine } from '@twende/contract/bookings/fine.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Reply } from '@twende/ui/api/call.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { Link } from 'react-router'
import { FineActions, FineRecord } from '../fines/fine-parts.tsx'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { links } from '../links.ts'
import { DisputePart } from './dispute-part.tsx'
import { useBookingAction } from './use-booking-action.ts'

export type BookingFines = Reply<'GET /api/admin/booking/:bookingId/fines'>['data']

type FinesPanelProps = { booking: AdminBooking; fines: BookingFines }

/** The traffic fines of a rental. Shows nothing where there are none. */
export function FinesPanel({ booking, fines: { fines } }: FinesPanelProps) {
  const act = useBookingAction(booking)
  const [latest] = fines
  if (!latest) return null
  return (
    <DetailPanel
      as="h2"
      title={m.admin_menu_fines()}
      aside={
        <Link
          to={links.fines({ search: latest.numberPlate })}
          className="inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
        >
          {m.admin_fines_list_link()}
        </Link>
      }
    >
      <ul className="grid gap-4">
        {fines.map((fine) => (
          <li key={fine._id} className="grid gap-2 rounded-md border border-line p-3">
            <FineFacts fine={fine} />
            <FineRecord fine={fine} />
            {fine.dispute && (
              <DisputePart
                bookingId={booking._id}
                item={{ of: { fine: fine._id }, label: showInstant(fine.offenceAt) }}
                dispute={fine.dispute}
                reach={booking.reach}
                act={act}
              />
            )}
            <FineActions fine={fine} act={act} />
          </li>
        ))}
      </ul>
    </DetailPanel>
  )
}

function FineFacts({ fine: { amount, offenceAt, reference, withdrawnAt } }: { fine: AdminFine }) {
  return (
    <>
      <p className="figures flex justify-between gap-3 font-medium">
        <span>{showInstant(offenceAt)}</span>
        <span className={classes('shrink-0', withdrawnAt && 'line-through')}>{showKsh(amount)}</span>
      </p>
      {reference && <p className="figures text-sm break-words">{reference}</p>}
    </>
  )
}
