import type { Booking } from '@twende/contract/bookings/booking.ts'
import type { ReturnCharge } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { chargeLabel, fuelLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { markName } from '@twende/contract/bookings/condition/condition-labels.ts'
import {
  areaAt,
  GUIDED_POSITIONS,
  type PhotoPosition,
} from '@twende/contract/bookings/condition/condition-report.ts'
import { nairobiInstant, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Reply } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import type { ReactNode } from 'react'
import { DisputePart } from './dispute-part.tsx'

export type Reports = Reply<'GET /api/booking/:bookingId/condition'>['data']

type ReturnChargesProps = {
  booking: Booking
  reports: Reports
  /** Shows a position before and after, or the close photos of a mark. */
  showPhotos: (of: { position?: PhotoPosition | undefined; markId: string | null }) => ReactNode
  onDisputed: () => void
}

/** What was charged at the return, each charge with its reason and photos; its customer may dispute it. */
export function ReturnChargeList({ booking, reports, showPhotos, onDisputed }: ReturnChargesProps) {
  const { charges, disputableUntil } = reports
  if (charges.length === 0 || disputableUntil === null) return null
  const isOpenToDispute = serverNow() <= new Date(disputableUntil)
  return (
    <section>
      <h3 className="mb-2 text-lg">{m.condition_charges()}</h3>
      {charges.some(({ dispute }) => !dispute) && (
        <p className="mb-3 text-sm text-soft">
          {isOpenToDispute
            ? m.condition_dispute_until({ time: showInstant(disputableUntil) })
            : m.condition_dispute_over({ time: showInstant(disputableUntil) })}
        </p>
      )}
      <ul className="grid gap-5">
        {charges.map((charge, at) => (
          <li key={String(at)} className="grid gap-2">
            <p className="flex justify-between gap-3">
              <span>{chargeLabel(charge)}</span>
              <span className="figures shrink-0">{showKsh(charge.amount)}</span>
            </p>
            <Reason charge={charge} booking={booking} reports={reports} />
            {showPhotos({ position: positionOf(charge, reports), markId: charge.markId })}
            <DisputePart
              bookingId={booking._id}
              of={{ charge: at }}
              label={chargeLabel(charge)}
              dispute={charge.dispute}
              isOpen={isOpenToDispute}
              onDisputed={onDisputed}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

function markOf({ markId }: ReturnCharge, reports: Reports) {
  return reports.return?.marks.find(({ id }) => id === markId)
}

/** The photo on which the reason of a charge can be seen. */
function positionOf(charge: ReturnCharge, reports: Reports): PhotoPosition | undefined {
  if (charge.kind === 'fuel' || charge.kind === 'kilometres') return 'dashboard'
  if (charge.kind === 'cleaning') return 'interior'
  const mark = markOf(charge, reports)
  const area = mark && areaAt(mark.x, mark.y)
  return GUIDED_POSITIONS.find((position) => position === area)
}

type Charged = { charge: ReturnCharge; booking: Booking; reports: Reports }

function Reason(charged: Charged) {
  const words = reasonOf(charged)
  return words ? <p className="text-sm text-soft">{words}</p> : null
}

function reasonOf({ charge, booking, reports }: Charged): string {
  const { handover: before, return: after } = reports
  if (charge.kind === 'fuel' && before && after)
    return m.condition_reason_fuel({ before: fuelLabel(before.fuel), after: fuelLabel(after.fuel) })
  if (charge.kind === 'kilometres' && before && after) {
    const show = (km: number) => km.toLocaleString('en-GB')
    return m.condition_reason_kilometres({ before: show(before.km), after: show(after.km) })
  }
  if (charge.kind === 'late' && after) {
    const due = nairobiInstant(booking.endDate, booking.dropoffTime).toISOString()
    return m.condition_reason_late({ due: showInstant(due), returned: showInstant(after.signedAt) })
  }
  const mark = markOf(charge, reports)
  return mark ? [markName(mark), mark.note].filter(Boolean).join(': ') : ''
}
