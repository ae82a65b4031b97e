/**
 * A database of the browser with one store, for what is too large for its local storage. It is written out here, since all
 * that is needed of it is to put, get and delete. A call answers undefined where the browser stores nothing, as in some
 * private windows, or has no room.
 */
export function browserStore(database: string, name: string) {
  let open: Promise<IDBDatabase> | undefined

  function opened(): Promise<IDBDatabase> {
    open ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(database, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(name)
      request.onsuccess = () => {
        // Whoever deletes it, as the end of a session may, waits until nobody has it open.
        request.result.onversionchange = () => {
          request.result.close()
          open = undefined
        }
        resolve(request.result)
      }
      request.onerror = reject
    })
    return open
  }

  return async function inStore<Value>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value | undefined> {
    try {
      const db = await opened()
      const transaction = db.transaction(name, mode)
      const answer = act(transaction.objectStore(name))
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve
        transaction.onabort = reject
        transaction.onerror = reject
      })
      return answer.result
    } catch {
      return undefined
    }
  }
}
