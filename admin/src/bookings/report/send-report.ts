import { ApiError } from '@twende/contract/http/call.ts'
import type { SettledBy } from '@twende/contract/payments/desk-payment.ts'
import { call } from '@twende/ui/api/call.ts'
import { formCall } from '@twende/ui/api/file-calls.ts'
import { noPayment, paymentOf } from '../../form/payment-values.ts'
import { bodyOf, chargesToSend, type DraftPhoto, photosToSend, type ReportDraft } from './report-draft.ts'
import { loadPhoto } from './report-store.ts'

/** Sends one photo; sent again, it is kept once. The answer says which photo it repeats. */
export async function sendPhoto({ bookingId, kind, draftId }: ReportDraft, photo: DraftPhoto) {
  const blob = await loadPhoto(photo.id)
  if (!blob) throw new ApiError(400, { code: 'picture_unreadable', message: '' })
  const body = { draftId, photoId: photo.id, position: photo.position, markId: photo.markId ?? '' }
  return formCall(new Map([['photo', blob]]))('POST /api/admin/booking/:bookingId/condition/:kind/photo', {
    params: { bookingId, kind },
    body,
  })
}

/** Completes the report; sent again, it is completed once. */
export async function completeReport(draft: ReportDraft, signedAt: string): Promise<{ message: string }> {
  const params = { bookingId: draft.bookingId }
  const options = { idempotencyKey: draft.draftId }
  const body = bodyOf(draft, signedAt)
  if (draft.kind === 'handover')
    return call('POST /api/admin/booking/:bookingId/handover', { params, body }, options)
  const charges = chargesToSend(draft)
  const chargesPayment =
    charges.length > 0 ? paymentOf<SettledBy>(draft.chargesPayment ?? noPayment) : undefined
  return call(
    'POST /api/admin/booking/:bookingId/return',
    { params, body: { ...body, charges, chargesPayment } },
    options,
  )
}

/** How far a report is: what waits, and why. */
export type SendState =
  | { kind: 'saved' }
  | { kind: 'sending'; done: number; total: number }
  | { kind: 'waiting'; done: number; total: number }
  | { kind: 'elsewhere' }
  | { kind: 'refused'; message: string }
  | { kind: 'completed'; message: string }

export function countPhotos(draft: ReportDraft): { done: number; total: number } {
  const photos = photosToSend(draft)
  return { done: photos.filter(({ sent }) => sent).length, total: photos.length }
}

/** What an error means for a report: the network is away, another device makes it, or the server refuses something. */
export function problemOf(error: unknown): 'network' | 'elsewhere' | 'photo' | 'photoMissing' | 'refused' {
  if (!(error instanceof ApiError)) return 'network'
  if (error.code === 'condition_report_elsewhere') return 'elsewhere'
  if (error.code === 'condition_photo_missing') return 'photoMissing'
  if (error.code.startsWith('picture_') || error.code === 'too_large') return 'photo'
  return error.status === 0 || error.status === 429 || error.status >= 500 ? 'network' : 'refused'
}
