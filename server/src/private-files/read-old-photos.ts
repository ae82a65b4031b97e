import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { readLikeness } from '../media/encode-picture.ts'
import { keepLikeness } from '../media/likeness.ts'
import type { Likeness } from '../media/picture-variants.ts'
import {
  advanceReading,
  countTry,
  findPhotosWithoutLikeness,
  findReading,
  type LikenessReading,
  passNewPhotos,
} from './private-file-store.ts'
import { readPrivateFile } from './private-files.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'logger' | 'pictures' | 'privateFiles'>

const MOST_AT_ONCE = 25
/** One an hour at most is passed over while the store of the files is away: a turn is a minute. */
const MOST_TRIES = 60

/**
 * Looks at some private photos that were stored before likenesses were, so that one that is sent again is noticed. Each is kept
 * together with how far the work went, so that it goes on after a kill, and two processes count nothing twice.
 */
export async function readOldPhotos(deps: ReadDeps, stopping?: AbortSignal): Promise<number> {
  const { db, clock, logger } = deps
  let reading = await findReading(db)
  const before = reading
  const found = await findPhotosWithoutLikeness(db, reading.after_file, clock.now(), MOST_AT_ONCE)
  // Newer photos have likenesses: the next turn begins after them.
  if (found.length === 0) await passNewPhotos(db, reading, clock.now())
  for (const fileId of found) {
    if (stopping?.aborted) break
    const next = await readOne(deps, reading, fileId)
    if (!next) break
    reading = next
  }
  const count = reading.read_count - before.read_count
  const failed = reading.failed_count - before.failed_count
  if (count + failed > 0)
    logger.info({ count, failed, total: reading.read_count }, 'old photos were looked at')
  return count
}

/** How far the work is after this photo; undefined where it ends for now. */
async function readOne(
  deps: ReadDeps,
  reading: LikenessReading,
  fileId: string,
): Promise<LikenessReading | undefined> {
  const { db, logger, pictures } = deps
  let likeness: Likeness | null = null
  let isRead = false
  try {
    const found = await readPrivateFile(deps, fileId, 'small')
    if (found) {
      likeness = await pictures.queue.run(() => readLikeness(found.bytes), 'background')
      isRead = true
    }
  } catch (error) {
    logger.warn({ err: error, privateFile: fileId }, 'an old photo could not be looked at')
    if (reading.tries + 1 < MOST_TRIES) {
      await countTry(db, reading)
      return undefined
    }
  }
  return inTransaction(db, (tx) => keep(tx, reading, { fileId, isRead, likeness }))
}

type Looked = { fileId: string; isRead: boolean; likeness: Likeness | null }

async function keep(
  tx: Db,
  reading: LikenessReading,
  { fileId, isRead, likeness }: Looked,
): Promise<LikenessReading | undefined> {
  const next = await advanceReading(tx, reading, { fileId, isRead })
  if (next && isRead) await keepLikeness(tx, { fileId }, likeness)
  return next
}
