import type { ReadyPicture } from '../listing-form/use-pictures.ts'

/** Pictures of drafts, in the browser's own database: they are too large for its local storage. */

const STORE = 'pictures of drafts'

export async function savePictures(owner: string, pictures: readonly ReadyPicture[]): Promise<void> {
  await inStore('readwrite', (store) => store.put([...pictures], owner))
}

export async function deletePictures(owner: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(owner))
}

/** Nothing where the browser keeps nothing, as in some private windows. */
export async function loadPictures(owner: string): Promise<readonly ReadyPicture[]> {
  const kept: unknown = await inStore('readonly', (store) => store.get(owner))
  return Array.isArray(kept) ? kept.filter(isPicture) : []
}

function isPicture(kept: unknown): kept is ReadyPicture {
  if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('blob' in kept)) return false
  return typeof kept.id === 'string' && kept.blob instanceof Blob
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
    // No store, or a full one: the pictures then live as long as the page.
    return undefined
  }
}

let open: Promise<IDBDatabase> | undefined

function opened(): Promise<IDBDatabase> {
  open ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('twende', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => {
      // Deleted at the end of a session: whoever has it open must let go of it.
      request.result.onversionchange = () => {
        request.result.close()
        open = undefined
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
  })
  return open
}
