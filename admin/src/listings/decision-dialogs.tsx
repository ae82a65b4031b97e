import { ApiError } from '@twende/contract/http/call.ts'
import type { AdminListingDetail } from '@twende/contract/listings/listing.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { decisionKinds } from './decision-kinds.ts'
import { DecisionNumber } from './decision-number.tsx'
import type { Decision } from './listing-words.ts'
import { sendDecision } from './send-decision.ts'

const ReasonDialog = later(() => import('../reason-dialog.tsx').then((module) => module.ReasonDialog))

/** Somebody else was there meanwhile: what is shown is old. */
const TOLD_LATE: ReadonlySet<string> = new Set([
  'listing_wrong_state',
  'listing_not_found',
  'changed_meanwhile',
])

type DecisionDialogsProps = {
  listing: AdminListingDetail
  deciding: Decision | undefined
  /** Where the next listing is, when a decision takes this one out of the queue. */
  next: string | undefined
  onClose: () => void
}

/** The question before each decision. Afterwards the queue is asked for again, and what waits next comes up. */
export function DecisionDialogs({ listing, deciding, next, onClose }: DecisionDialogsProps) {
  const [last, setLast] = useState(deciding)
  const [typed, setTyped] = useState<number>()
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  if (deciding && deciding !== last) setLast(deciding)
  const decision = deciding ?? last
  if (!decision) return null
  const { text, title, explains, yes, danger, usual } = decisionKinds[decision]
  async function decide(decision: Decision, words: string): Promise<boolean> {
    try {
      toast.success(await sendDecision(decision, listing, { text: words, number: typed }))
      await revalidate()
      if (next !== undefined && decision !== 'extend') void navigate(next, { replace: true })
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const late = TOLD_LATE.has(error.code)
      toast.error(late ? `Somebody was faster. ${error.message}` : error.message)
      if (late) await revalidate()
      return late
    }
  }
  return (
    <WhenOpen open={deciding !== undefined}>
      <ReasonDialog
        key={decision}
        title={title}
        explains={explains}
        yes={yes}
        danger={danger}
        usual={usual}
        open={deciding !== undefined}
        text={{ ...text, hint: text.told ? 'The seller reads this.' : 'Only staff reads this.' }}
        onDecide={(words) => decide(decision, words)}
        onClose={onClose}
      >
        <DecisionNumber decision={decision} paymentProof={listing.paymentProof} onChange={setTyped} />
      </ReasonDialog>
    </WhenOpen>
  )
}
