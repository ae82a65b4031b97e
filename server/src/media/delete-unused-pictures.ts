import type { AppDeps } from '../deps.ts'
import { deleteUnusedPicture, findUnusedPictures } from './picture-store.ts'

/** Longer than anybody takes to fill in a form whose pictures are already uploaded. */
const RETENTION_HOURS = 24
const MOST_AT_ONCE = 200

/** Deletes pictures that nothing refers to, for example those that were replaced. */
export async function deleteUnusedPictures({
  db,
  clock,
  pictures,
}: Pick<AppDeps, 'db' | 'clock' | 'pictures'>): Promise<number> {
  const before = new Date(clock.now().getTime() - RETENTION_HOURS * 3_600_000)
  let deletedCount = 0
  for (const hash of await findUnusedPictures(db, before, MOST_AT_ONCE)) {
    // Row and files in one transaction: a request that saves the same picture waits for the row, and then sees that the
    // file is gone. Only such a request waits, and the file store times out before the database does.
    const gone = await db.transaction().execute(async (tx) => {
      const deleted = await deleteUnusedPicture(tx, hash, before)
      if (deleted) await pictures.files.remove(hash)
      return deleted
    })
    if (gone) deletedCount += 1
  }
  return deletedCount
}
