import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import type {
  ChargeDispute,
  DisputeDecision,
  ReturnCharge,
  ReturnCharges,
} from '@twende/contract/bookings/condition/charge-dispute.ts'
import { chargeLabel } from '@twende/contract/bookings/condition/condition-format.ts'
import { disputeRoutes } from '@twende/contract/bookings/condition/dispute-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { useBookingAction } from './use-booking-action.ts'

const ReasonDialog = lazyWithRetry(() =>
  import('../form/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

const DECIDE = 'POST /api/admin/booking/:bookingId/dispute/decide'

type Deciding = { place: number; charge: ReturnCharge; decision: DisputeDecision }
type ChargesPanelProps = { booking: AdminBooking; charges: ReturnCharges }

/** What was charged at the return, and what its customer disputes of it. Shows nothing where nothing is disputed. */
export function ChargesPanel({ booking, charges: { charges } }: ChargesPanelProps) {
  const [deciding, setDeciding] = useState<Deciding>()
  const [isOpen, setOpen] = useState(false)
  const act = useBookingAction(booking)
  if (!charges.some(({ dispute }) => dispute)) return null
  const decide = (chosen: Deciding) => {
    setDeciding(chosen)
    setOpen(true)
  }
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
              <Dispute
                dispute={charge.dispute}
                onDecide={(decision) => decide({ place, charge, decision })}
              />
            )}
          </li>
        ))}
      </ul>
      {deciding && (
        <WhenOpen open={isOpen}>
          <DecideDialog
            {...deciding}
            open={isOpen}
            onDecide={(reason) =>
              act(() => {
                const body = { charge: deciding.place, decision: deciding.decision, reason }
                return call(DECIDE, { params: { bookingId: booking._id }, body })
              })
            }
            onClose={() => setOpen(false)}
          />
        </WhenOpen>
      )}
    </DetailPanel>
  )
}

const states: Record<DisputeDecision | 'waiting', { tone: BadgeTone; label: () => string }> = {
  waiting: { tone: 'sunrise', label: m.admin_dispute_state_waiting },
  kept: { tone: 'neutral', label: m.admin_dispute_state_kept },
  withdrawn: { tone: 'clay', label: m.admin_dispute_state_withdrawn },
}

type DisputeProps = { dispute: ChargeDispute; onDecide: (decision: DisputeDecision) => void }

function Dispute({ dispute: { decision, reason, at, answer }, onDecide }: DisputeProps) {
  const { tone, label } = states[decision ?? 'waiting']
  return (
    <div className="grid gap-2 rounded-md border border-line p-3">
      <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
        <StatusBadge tone={tone}>{label()}</StatusBadge>
        <span className="figures">{showInstant(at)}</span>
      </p>
      <p className="break-words whitespace-pre-line">{reason}</p>
      {answer && (
        <p className="break-words whitespace-pre-line text-soft">{m.admin_dispute_answered({ answer })}</p>
      )}
      {decision === null && (
        <div className="flex flex-wrap gap-3">
          <Button size="sm" onClick={() => onDecide('withdrawn')}>
            {m.admin_dispute_withdraw_button()}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => onDecide('kept')}>
            {m.admin_dispute_keep_button()}
          </Button>
        </div>
      )}
    </div>
  )
}

type DecideDialogProps = Deciding & {
  open: boolean
  onDecide: (reason: string) => Promise<void>
  onClose: () => void
}

function DecideDialog({ place, charge, decision, ...dialog }: DecideDialogProps) {
  const named = { charge: chargeLabel(charge) }
  const amount = showKsh(charge.amount)
  const isKept = decision === 'kept'
  return (
    <ReasonDialog
      {...dialog}
      title={isKept ? m.admin_dispute_keep_title(named) : m.admin_dispute_withdraw_title(named)}
      explains={isKept ? m.admin_dispute_keep_text({ amount }) : m.admin_dispute_withdraw_text({ amount })}
      yes={isKept ? m.admin_dispute_keep_button() : m.admin_dispute_withdraw_button()}
      text={{ label: m.admin_dispute_answer_label(), required: isKept }}
      schema={disputeRoutes[DECIDE].body}
      rest={{ charge: place, decision }}
    />
  )
}
