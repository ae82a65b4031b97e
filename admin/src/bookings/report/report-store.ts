import type { ReportDraft } from './report-draft.ts'

/**
 * Reports that are not sent yet, and their photos, in a database of the browser: photos are too large for its local storage.
 * It is written out here, since all that is needed of it is to put, get and delete. It outlives a session: a report that
 * was signed in the yard must not be lost because somebody had to log in again.
 */

const DATABASE = 'twende reports'
const STORE = 'reports'

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

async function inStore<Value>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value | undefined> {
  try {
    const db = await opened()
    const transaction = db.transaction(STORE, mode)
    const answer = act(transaction.objectStore(STORE))
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error)
      transaction.onerror = () => reject(transaction.error)
    })
    return answer.result
  } catch {
    return undefined
  }
}

let open: Promise<IDBDatabase> | undefined

function opened(): Promise<IDBDatabase> {
  open ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return open
}
