import type {
  ChargeDispute,
  DisputeDecision,
  DisputedThing,
} from '@twende/contract/bookings/condition/charge-dispute.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'

const DisputeDialog = lazyWithRetry(() =>
  import('./dispute-dialog.tsx').then((module) => module.DisputeDialog),
)

type State = DisputeDecision | 'waiting' | 'part'
type Words = {
  states: Record<State, (withdrawn: { amount: string }) => string>
  button: () => string
  title: (of: { charge: string }) => string
  reason: () => string
}

const ofCharge: Words = {
  states: {
    waiting: m.condition_dispute_waiting,
    kept: m.condition_dispute_kept,
    part: m.condition_dispute_reduced,
    withdrawn: m.condition_dispute_withdrawn,
  },
  button: m.condition_dispute_button,
  title: m.condition_dispute_title,
  reason: m.condition_dispute_reason,
}

const ofKeptPart: Words = {
  states: {
    waiting: m.kept_deposit_dispute_waiting,
    kept: m.kept_deposit_dispute_kept,
    part: m.kept_deposit_dispute_back_part,
    withdrawn: m.kept_deposit_dispute_back,
  },
  button: m.kept_deposit_dispute_button,
  title: m.kept_deposit_dispute_title,
  reason: m.kept_deposit_dispute_reason,
}

const ofFine: Words = {
  states: {
    waiting: m.fines_section_dispute_waiting,
    kept: m.fines_section_dispute_kept,
    part: m.fines_section_dispute_reduced,
    withdrawn: m.fines_section_dispute_withdrawn,
  },
  button: m.fines_section_dispute_button,
  title: m.fines_section_dispute_title,
  reason: m.fines_section_dispute_reason,
}

function wordsOf({ keptPart, fine }: DisputedThing): Words {
  if (fine !== undefined) return ofFine
  return keptPart === undefined ? ofCharge : ofKeptPart
}

type DisputePartProps = {
  bookingId: string
  /** What is disputed, and its name. */
  of: DisputedThing
  label: string
  dispute: ChargeDispute | null
  /** Whether it may be disputed now. */
  isOpen: boolean
  onDisputed: () => void
}

/** What a customer disputes of a charge, a kept part or a fine, and what was decided; a button while nothing is disputed. */
export function DisputePart({ bookingId, of, label, dispute, isOpen, onDisputed }: DisputePartProps) {
  const [asking, setAsking] = useState(false)
  const words = wordsOf(of)
  if (dispute) return <Disputed dispute={dispute} words={words} />
  if (!isOpen) return null
  return (
    <div>
      <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
        {words.button()}
      </Button>
      <WhenOpen open={asking}>
        <DisputeDialog
          bookingId={bookingId}
          of={of}
          title={words.title({ charge: label })}
          question={words.reason()}
          yes={words.button()}
          open={asking}
          onDone={onDisputed}
          onClose={() => setAsking(false)}
        />
      </WhenOpen>
    </div>
  )
}

function Disputed({ dispute, words }: { dispute: ChargeDispute; words: Words }) {
  const { reason, answer, withdrawn } = dispute
  return (
    <div className="text-sm">
      <p className="font-semibold">{words.states[stateOf(dispute)]({ amount: showKsh(withdrawn) })}</p>
      <p className="whitespace-pre-line text-soft">{reason}</p>
      {answer && <p className="whitespace-pre-line">{m.condition_dispute_answer({ answer })}</p>}
    </div>
  )
}

function stateOf({ decision, withdrawn, amount }: ChargeDispute): State {
  if (decision === null) return 'waiting'
  return decision === 'withdrawn' && withdrawn < amount ? 'part' : decision
}
