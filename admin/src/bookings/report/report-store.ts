import { browserStore } from '@twende/ui/browser-store.ts'
import type { ReportDraft } from './report-draft.ts'

/**
 * Reports that are not sent yet, and their photos. Their database outlives a session: a report that was signed in the yard
 * must not be lost because somebody had to log in again.
 */
const inStore = browserStore('twende reports', 'reports')

export const draftKey = ({ bookingId, kind }: Pick<ReportDraft, 'bookingId' | 'kind'>) =>
  `draft ${bookingId} ${kind}`
const photoKey = (photoId: string) => `photo ${photoId}`

/** False where the browser keeps nothing, as in some private windows. */
export async function saveDraft(draft: ReportDraft): Promise<boolean> {
  return (await inStore('readwrite', (store) => store.put(draft, draftKey(draft)))) !== undefined
}

export async function loadDraft(key: string): Promise<ReportDraft | undefined> {
  const kept: unknown = await inStore('readonly', (store) => store.get(key))
  return isDraft(kept) ? kept : undefined
}

export async function savePhoto(photoId: string, photo: Blob): Promise<boolean> {
  return (await inStore('readwrite', (store) => store.put(photo, photoKey(photoId)))) !== undefined
}

export async function loadPhoto(photoId: string): Promise<Blob | undefined> {
  const kept: unknown = await inStore('readonly', (store) => store.get(photoKey(photoId)))
  return kept instanceof Blob ? kept : undefined
}

export async function deletePhoto(photoId: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(photoKey(photoId)))
}

/** Removes a report and all its photos, also those of the report before that are shown beside them. */
export async function deleteDraft(draft: ReportDraft): Promise<void> {
  for (const { id } of draft.photos) await deletePhoto(id)
  for (const { _id } of earlierPhotos(draft)) await deletePhoto(_id)
  await inStore('readwrite', (store) => store.delete(draftKey(draft)))
}

/** The photos of the handover, which a return shows beside its own. */
export function earlierPhotos({ kind, basis }: Pick<ReportDraft, 'kind' | 'basis'>) {
  return kind === 'return' ? (basis.handover?.photos ?? []) : []
}

function isDraft(kept: unknown): kept is ReportDraft {
  return typeof kept === 'object' && kept !== null && 'version' in kept && kept.version === 1
}
