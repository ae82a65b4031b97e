import { ApiError } from '@twende/contract/http/call.ts'
import type { AdminListing, AdminListingDetail } from '@twende/contract/listings/listing.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import type { TypedDecision } from './decision-dialog.tsx'
import type { Decision } from './listing-status-label.ts'

const DecisionDialog = lazyWithRetry(() =>
  import('./decision-dialog.tsx').then((module) => module.DecisionDialog),
)

/** Errors that mean that somebody else decided meanwhile. */
const DECIDED_MEANWHILE: ReadonlySet<string> = new Set([
  'listing_wrong_state',
  'listing_not_found',
  'changed_meanwhile',
])

/** Decisions that take nothing out of a queue. */
const STAYING: ReadonlySet<Decision> = new Set(['extend', 'takeDaysBack', 'correctPayment'])

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
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  if (deciding && deciding !== last) setLast(deciding)
  const decision = deciding ?? last
  if (!decision) return null
  async function decide(decision: Decision, typed: TypedDecision) {
    try {
      toast.success(await sendDecision(decision, listing, typed))
      await revalidate()
      if (next !== undefined && !STAYING.has(decision)) void navigate(next, { replace: true })
    } catch (error) {
      if (!(error instanceof ApiError) || !DECIDED_MEANWHILE.has(error.code)) throw error
      toast.error(m.admin_listings_decided_meanwhile({ message: error.message }))
      await revalidate()
    }
  }
  return (
    <WhenOpen open={deciding !== undefined}>
      <DecisionDialog
        key={decision}
        listing={listing}
        decision={decision}
        open={deciding !== undefined}
        onDecide={(typed) => decide(decision, typed)}
        onClose={onClose}
      />
    </WhenOpen>
  )
}

/** Sends a decision, on the very payment message that was looked at; answers what to say about it. */
async function sendDecision(
  decision: Decision,
  listing: AdminListing,
  typed: TypedDecision,
): Promise<string> {
  const params = { listingId: listing._id }
  const { text } = typed
  const code = listing.paymentProof?.code ?? undefined
  // The server decides on the edit with this id or on none.
  const editId = listing.edit?.id ?? ''
  const seen = { note: text, updatedAt: listing.updatedAt, sellerName: listing.owner.name }
  const answers: Record<Decision, () => Promise<{ message: string }>> = {
    approve: () =>
      call('POST /api/admin/listing/:listingId/approve-payment', {
        params,
        body: { note: text, amount: typed.amount, code },
      }),
    refuse: () =>
      call('POST /api/admin/listing/:listingId/reject-payment', { params, body: { reason: text, code } }),
    // What the seller changed since staff looked was not looked at.
    verify: () =>
      call('POST /api/admin/listing/:listingId/verify', {
        params,
        body: seen,
      }),
    acceptName: () => call('POST /api/admin/listing/:listingId/verify', { params, body: seen }),
    approveEdit: () =>
      call('POST /api/admin/listing/:listingId/approve-edit', { params, body: { note: text, editId } }),
    refuseEdit: () =>
      call('POST /api/admin/listing/:listingId/refuse-edit', { params, body: { reason: text, editId } }),
    sendBack: () => call('POST /api/admin/listing/:listingId/reject', { params, body: { reason: text } }),
    giveMoneyBack: () =>
      call('POST /api/admin/listing/:listingId/give-money-back', { params, body: { reason: text } }),
    suspend: () => call('POST /api/admin/listing/:listingId/suspend', { params, body: { reason: text } }),
    restore: () => call('POST /api/admin/listing/:listingId/restore', { params, body: { note: text } }),
    closeReports: () =>
      call('POST /api/admin/listing/:listingId/close-reports', { params, body: { reason: text } }),
    takeDaysBack: () =>
      call('POST /api/admin/listing/:listingId/take-days-back', {
        params,
        body: { reason: text, days: typed.days },
      }),
    correctPayment: () =>
      call('POST /api/admin/listing/:listingId/correct-payment', {
        params,
        body: {
          reason: text,
          code: listing.payment.code ?? '',
          amount: typed.amount ?? listing.payment.amount,
        },
      }),
    extend: () =>
      call('POST /api/admin/listing/:listingId/extend', {
        params,
        body: { reason: text, days: typed.days },
      }),
  }
  return (await answers[decision]()).message
}
