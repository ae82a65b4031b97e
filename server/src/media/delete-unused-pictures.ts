import type { AppDeps } from '../deps.ts'
import { deleteUnusedPicture, findUnusedPictures } from './picture-store.ts'

/** A form is filled and sent within this time; only then does a picture that nothing shows have no future. */
const KEPT_HOURS = 24
const MOST_AT_ONCE = 200

/** Removes pictures that nothing shows: those of listings that were refused, and those replaced. */
export async function deleteUnusedPictures({
  db,
  clock,
  pictures,
}: Pick<AppDeps, 'db' | 'clock' | 'pictures'>): Promise<number> {
  const before = new Date(clock.now().getTime() - KEPT_HOURS * 3_600_000)
  let swept = 0
  for (const hash of await findUnusedPictures(db, before, MOST_AT_ONCE)) {
    // Together, though a bucket is far away: whoever keeps the same picture now waits for the row, and then sees that
    // the file is gone. Only such a person waits for this row, and the files give up before the database does.
    const gone = await db.transaction().execute(async (tx) => {
      const deleted = await deleteUnusedPicture(tx, hash, before)
      if (deleted) await pictures.files.remove(hash)
      return deleted
    })
    if (gone) swept += 1
  }
  return swept
}
