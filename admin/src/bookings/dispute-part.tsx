import type {
  ChargeDispute,
  DisputeDecision,
  DisputedThing,
} from '@twende/contract/bookings/condition/charge-dispute.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { CustomerReach } from '@twende/contract/notifications/customer-reach.ts'
import { m } from '@twende/messages'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { StatusBadge } from '../frame/status-badge.tsx'
import type { DisputedItem } from './decide-dispute-dialog.tsx'
import type { Act } from './use-booking-action.ts'

const DecideDialog = lazyWithRetry(() =>
  import('./decide-dispute-dialog.tsx').then((module) => module.DecideDisputeDialog),
)

type DisputePartProps = {
  bookingId: string
  item: DisputedItem
  dispute: ChargeDispute
  reach: CustomerReach
  act: Act
}

/** What the customer disputes of a charge, a kept part or a fine, and the decision, or the buttons for it. */
export function DisputePart({ bookingId, item, dispute, reach, act }: DisputePartProps) {
  const [decision, setDecision] = useState<DisputeDecision>('withdrawn')
  const [isOpen, setOpen] = useState(false)
  const { reason, at, answer, amount } = dispute
  const decide = (chosen: DisputeDecision) => () => {
    setDecision(chosen)
    setOpen(true)
  }
  const buttons = buttonsOf(item)
  return (
    <div className="grid gap-2 rounded-md border border-line p-3">
      <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
        <DisputeBadge of={item.of} dispute={dispute} />
        <span className="figures">{showInstant(at)}</span>
      </p>
      <p className="break-words whitespace-pre-line">{reason}</p>
      {answer && (
        <p className="break-words whitespace-pre-line text-soft">{m.admin_dispute_answered({ answer })}</p>
      )}
      {dispute.decision === null && (
        <div className="flex flex-wrap gap-3">
          <Button size="sm" onClick={decide('withdrawn')}>
            {buttons.withdraw()}
          </Button>
          <Button size="sm" variant="secondary" onClick={decide('kept')}>
            {buttons.keep()}
          </Button>
        </div>
      )}
      <WhenOpen open={isOpen}>
        <DecideDialog
          key={decision}
          bookingId={bookingId}
          item={item}
          amount={amount}
          decision={decision}
          reach={reach}
          act={act}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      </WhenOpen>
    </div>
  )
}

function buttonsOf({ of }: DisputedItem) {
  if (of.fine !== undefined)
    return { withdraw: m.admin_dispute_fine_withdraw_button, keep: m.admin_dispute_fine_keep_button }
  return of.keptPart === undefined
    ? { withdraw: m.admin_dispute_withdraw_button, keep: m.admin_dispute_keep_button }
    : { withdraw: m.admin_dispute_part_give_back_button, keep: m.admin_dispute_part_keep_button }
}

/** What became of a dispute, or that it waits. */
export function DisputeBadge({ of, dispute }: { of: DisputedThing; dispute: ChargeDispute }) {
  const { tone, label } = stateOf(of, dispute)
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}

function stateOf(of: DisputedThing, { decision, withdrawn, amount }: ChargeDispute) {
  const tones = { waiting: 'sunrise', kept: 'neutral', withdrawn: 'clay' } as const
  const tone: BadgeTone = tones[decision ?? 'waiting']
  const part = { amount: showKsh(withdrawn) }
  if (decision === null) return { tone, label: m.admin_dispute_state_waiting() }
  if (decision === 'kept') return { tone, label: m.admin_dispute_state_kept() }
  if (of.keptPart !== undefined) return { tone, label: m.admin_dispute_state_given_back(part) }
  const isPart = withdrawn < amount
  return {
    tone,
    label: isPart ? m.admin_dispute_state_part_withdrawn(part) : m.admin_dispute_state_withdrawn(),
  }
}
