import { m } from '@twende/messages'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { CurrentUser } from '../http/current-user.ts'
import { countInWindow, uncount } from '../http/limits/rate-limit-store.ts'
import { refuseWithoutRoom } from './picture-files.ts'
import { deleteNewUnusedPicture } from './picture-store.ts'
import { encodeMasters, type SavedPicture, saveMaster } from './save-picture.ts'

type UploadDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures'>
export type Uploader = Pick<CurrentUser, 'accountId' | 'role'>

/** Kilobytes of stored pictures that one person may add per hour. */
const MOST_KILOBYTES = { user: 64_000, staff: 512_000, admin: 512_000 }
const WINDOW_SECONDS = 3600

/**
 * Saves the pictures that a person sent, for the change that `use` makes with their hashes. If the change fails, the
 * pictures that were saved only for it are removed at once.
 */
export async function withUploadedPictures<T>(
  deps: UploadDeps,
  { by, sent }: { by: Uploader; sent: readonly Buffer[] },
  use: (hashes: string[]) => Promise<T>,
): Promise<T> {
  if (sent.length === 0) return use([])
  refuseWithoutRoom(deps.pictures.files)
  // Nothing is encoded for a person who has used up the hour's limit.
  await countKilobytes(deps, by, 0)
  const masters = await encodeMasters(deps, sent, by.accountId)
  const kilobytes = masters.map(({ bytes }) => Math.ceil(bytes.length / 1000))
  await countKilobytes(deps, by, sum(kilobytes))
  const saved: SavedPicture[] = []
  try {
    for (const master of masters) saved.push(await saveMaster(deps, master, { of: by.accountId }))
    return await use(saved.map(({ picture }) => picture.hash))
  } catch (error) {
    const left = await removeUnused(deps, saved)
    const given = sum(kilobytes.filter((_, place) => !left.has(place)))
    await uncount(deps.db, [bucketOf(by)], given).catch(() => {})
    throw error
  }
}

/** Counts kilobytes that a person adds, and refuses those beyond the hour's limit; 0 asks whether the limit is reached. */
export async function countKilobytes(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  by: Uploader,
  amount: number,
): Promise<void> {
  const bucket = bucketOf(by)
  const { count, secondsLeft } = await countInWindow(db, bucket, WINDOW_SECONDS, clock.now(), amount)
  const most = MOST_KILOBYTES[by.role]
  if (amount === 0 ? count < most : count <= most) return
  await uncount(db, [bucket], amount)
  throw new AppError('rate_limited', {
    message: m.error_rate_limited_pictures(),
    retryAfterSeconds: Math.max(1, secondsLeft),
  })
}

function bucketOf({ accountId }: Uploader): string {
  return `kilobytes of pictures, ${WINDOW_SECONDS} ${accountId}`
}

/** Returns the positions of new pictures that could not be removed; `deleteUnusedPictures` removes them later. */
async function removeUnused(
  { db, pictures }: UploadDeps,
  saved: readonly SavedPicture[],
): Promise<Set<number>> {
  const left = new Set<number>()
  for (const [place, { picture, isNew, savedAt }] of saved.entries()) {
    if (!isNew) continue
    // Row and files in one transaction, as in `deleteUnusedPictures`.
    const removed = await db
      .transaction()
      .execute(async (tx) => {
        const deleted = await deleteNewUnusedPicture(tx, picture.hash, savedAt)
        if (deleted) await pictures.files.remove(picture.hash)
        return deleted
      })
      .catch(() => false)
    if (!removed) left.add(place)
  }
  return left
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
