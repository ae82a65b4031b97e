import type { DisputeDecision, ReturnCharge } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { chargeLabel, fuelLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { markName } from '@twende/contract/bookings/condition/condition-labels.ts'
import {
  areaAt,
  GUIDED_POSITIONS,
  type PhotoPosition,
} from '@twende/contract/bookings/condition/condition-report.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Reply } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { type ReactNode, useState } from 'react'

const DisputeDialog = lazyWithRetry(() =>
  import('./dispute-dialog.tsx').then((module) => module.DisputeDialog),
)

export type Reports = Reply<'GET /api/booking/:bookingId/condition'>['data']

type ReturnChargesProps = {
  bookingId: string
  reports: Reports
  /** Shows a position before and after, or the close photos of a mark. */
  showPhotos: (of: { position?: PhotoPosition | undefined; markId: string | null }) => ReactNode
  onDisputed: () => void
}

/** What was charged at the return, each charge with its reason and photos; its customer may dispute it. */
export function ReturnChargeList({ bookingId, reports, showPhotos, onDisputed }: ReturnChargesProps) {
  const [place, setPlace] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const { charges, disputableUntil } = reports
  const chosen = charges[place]
  if (!chosen || disputableUntil === null) return null
  const isOpenToDispute = serverNow() <= new Date(disputableUntil)
  return (
    <section>
      <h3 className="mb-2 text-lg">{m.condition_charges()}</h3>
      <p className="mb-3 text-sm text-soft">
        {isOpenToDispute
          ? m.condition_dispute_until({ time: showInstant(disputableUntil) })
          : m.condition_dispute_over({ time: showInstant(disputableUntil) })}
      </p>
      <ul className="grid gap-5">
        {charges.map((charge, at) => (
          <li key={String(at)} className="grid gap-2">
            <p className="flex justify-between gap-3">
              <span>{chargeLabel(charge)}</span>
              <span className="figures">{showKsh(charge.amount)}</span>
            </p>
            <Reason charge={charge} reports={reports} />
            {showPhotos({ position: positionOf(charge, reports), markId: charge.markId })}
            <Dispute charge={charge} />
            {isOpenToDispute && !charge.dispute && (
              <div>
                <Button
                  size="sm"
                  variant="secondary"
                  onClick={() => {
                    setPlace(at)
                    setOpen(true)
                  }}
                >
                  {m.condition_dispute_button()}
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <WhenOpen open={isOpen}>
        <DisputeDialog
          key={place}
          bookingId={bookingId}
          place={place}
          charge={chosen}
          open={isOpen}
          onDone={onDisputed}
          onClose={() => setOpen(false)}
        />
      </WhenOpen>
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

function Reason({ charge, reports }: { charge: ReturnCharge; reports: Reports }) {
  const words = reasonOf(charge, reports)
  return words ? <p className="text-sm text-soft">{words}</p> : null
}

function reasonOf(charge: ReturnCharge, reports: Reports): string {
  const { handover: before, return: after } = reports
  if (charge.kind === 'fuel' && before && after)
    return m.condition_reason_fuel({ before: fuelLabel(before.fuel), after: fuelLabel(after.fuel) })
  if (charge.kind === 'kilometres' && before && after) {
    const show = (km: number) => km.toLocaleString('en-GB')
    return m.condition_reason_kilometres({ before: show(before.km), after: show(after.km) })
  }
  const mark = markOf(charge, reports)
  return mark ? [markName(mark), mark.note].filter(Boolean).join(': ') : ''
}

const words: Record<DisputeDecision | 'waiting', () => string> = {
  waiting: m.condition_dispute_waiting,
  kept: m.condition_dispute_kept,
  withdrawn: m.condition_dispute_withdrawn,
}

function Dispute({ charge: { dispute } }: { charge: ReturnCharge }) {
  if (!dispute) return null
  return (
    <div className="text-sm">
      <p className="font-semibold">{words[dispute.decision ?? 'waiting']()}</p>
      <p className="text-soft">{dispute.reason}</p>
      {dispute.answer && <p>{m.condition_dispute_answer({ answer: dispute.answer })}</p>}
    </div>
  )
}
