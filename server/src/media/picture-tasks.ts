import { createHash } from 'node:crypto'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { readLikeness } from './encode-picture.ts'
import { findUnread, insertLikeness } from './likeness-store.ts'
import { type FilesFound, type PictureFiles, restoreMissingFiles } from './picture-files.ts'
import {
  deleteUnusedPicture,
  findEveryHash,
  findNextToPregenerate,
  findUnusedPictures,
  markRoundDone,
} from './picture-store.ts'
import { MASTER_FILE, PREGENERATED_ROUNDS } from './picture-variants.ts'

/** Longer than anybody takes to fill in a form whose pictures are already uploaded. */
const RETENTION_HOURS = 24

const MOST_AT_ONCE = 200

/** Encodes variants of new pictures before they are requested, for about `milliseconds`; returns whether more are left. */
export async function pregenerateVariants(
  { db, pictures, logger }: Pick<AppDeps, 'db' | 'pictures' | 'logger'>,
  milliseconds: number,
  stopping?: AbortSignal,
): Promise<boolean> {
  const until = performance.now() + milliseconds
  while (performance.now() < until && !stopping?.aborted) {
    const next = await findNextToPregenerate(db, PREGENERATED_ROUNDS.length)
    if (!next) return false
    for (const variant of PREGENERATED_ROUNDS[next.pregenerated_rounds] ?? []) {
      await pictures.variant(next.hash, variant, 'background').catch((error: unknown) => {
        logger.warn({ err: error, picture: next.hash, ...variant }, 'a picture variant could not be encoded')
      })
    }
    await markRoundDone(db, next)
  }
  return true
}

/** Looks at pictures that were stored before likenesses were. */
export async function readMissingLikenesses(
  { db, pictures }: Pick<AppDeps, 'db' | 'pictures'>,
  stopping?: AbortSignal,
): Promise<void> {
  for (const hash of await findUnread(db, MOST_AT_ONCE)) {
    if (stopping?.aborted) return
    const master = await pictures.files.read(hash, MASTER_FILE)
    const likeness = master && (await pictures.queue.run(() => readLikeness(master), 'background'))
    // One without its file is not looked at again either.
    await insertLikeness(db, { hash }, likeness ?? null)
  }
}

/** Longer than the slowest write takes. */
const LONGEST_DRAFT_MS = 3_600_000

/** Removes the files that a process was writing when it was killed. */
export async function deleteDraftsOfFiles({
  clock,
  pictures,
  privateFiles,
}: Pick<AppDeps, 'clock' | 'pictures' | 'privateFiles'>): Promise<void> {
  const before = new Date(clock.now().getTime() - LONGEST_DRAFT_MS)
  for (const files of [pictures.files, privateFiles.files]) await files.removeDrafts(before)
}

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

/** Opens the master of every picture, and brings back from copies those that are missing. */
export async function checkPictures(
  db: Db,
  { files, copies }: { files: PictureFiles; copies: readonly PictureFiles[] },
): Promise<FilesFound> {
  const isOf = (hash: string) => (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex') === hash
  const needed = (await findEveryHash(db)).map((hash) => ({ hash, file: MASTER_FILE, isWhole: isOf(hash) }))
  return restoreMissingFiles(files, { needed, copies })
}
