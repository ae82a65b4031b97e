import type { AdminListing } from '@twende/contract/listings/listing.ts'
import { call } from '@twende/ui/api/call.ts'
import type { Decision } from './listing-words.ts'

/** What was typed into the dialog of a decision. */
export type Typed = { text: string; number: number | undefined }

/** Sends a decision, on the very payment message that was looked at; answers what to say about it. */
export async function sendDecision(decision: Decision, listing: AdminListing, typed: Typed): Promise<string> {
  const params = { listingId: listing._id }
  const { text } = typed
  const code = listing.paymentProof?.code ?? undefined
  // The server decides on the edit with this id or on none.
  const editId = listing.edit?.id ?? ''
  const answers: Record<Decision, () => Promise<{ message: string }>> = {
    approve: () =>
      call('POST /api/admin/listing/:listingId/approve-payment', {
        params,
        body: { note: text, amount: typed.number, code },
      }),
    refuse: () =>
      call('POST /api/admin/listing/:listingId/reject-payment', { params, body: { reason: text, code } }),
    // What the seller changed since staff looked was not looked at.
    verify: () =>
      call('POST /api/admin/listing/:listingId/verify', {
        params,
        body: { note: text, updatedAt: listing.updatedAt },
      }),
    approveEdit: () =>
      call('POST /api/admin/listing/:listingId/approve-edit', { params, body: { note: text, editId } }),
    refuseEdit: () =>
      call('POST /api/admin/listing/:listingId/refuse-edit', { params, body: { reason: text, editId } }),
    sendBack: () => call('POST /api/admin/listing/:listingId/reject', { params, body: { reason: text } }),
    suspend: () => call('POST /api/admin/listing/:listingId/suspend', { params, body: { reason: text } }),
    restore: () => call('POST /api/admin/listing/:listingId/restore', { params, body: { note: text } }),
    extend: () =>
      call('POST /api/admin/listing/:listingId/extend', {
        params,
        body: { reason: text, days: typed.number ?? 0 },
      }),
  }
  return (await answers[decision]()).message
}
