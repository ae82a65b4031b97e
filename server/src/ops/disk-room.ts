import { statfs } from 'node:fs/promises'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { OperationWarning } from '@twende/contract/today/today-routes.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { notifyStaff } from '../notifications/queue-notification.ts'

const LOOK_MS = 30_000

/** Below it uploads are refused, so that bookings and money go on. */
const HARDLY_ANY = 0.03

/** Below each, admins are told. */
const WARNINGS: readonly { code: OperationWarning; below: number }[] = [
  { code: 'disk_filling', below: 0.1 },
  { code: 'disk_nearly_full', below: HARDLY_ANY },
]

/** The parts of a disk that are free, from 0 to 1. */
export type DiskRoom = { bytes: number; inodes: number }

export async function readDiskRoom(folder: string): Promise<DiskRoom> {
  const { blocks, bavail, files, ffree } = await statfs(folder)
  // Some file systems have no fixed number of files.
  return { bytes: blocks === 0 ? 1 : bavail / blocks, inodes: files === 0 ? 1 : ffree / files }
}

type WatchDeps = Pick<
  AppDeps,
  'config' | 'warnings' | 'logger' | 'db' | 'clock' | 'pictures' | 'privateFiles'
>

/**
 * Warns while a disk that we write to has little room, and mails the admins once a day for each degree. Uploads are refused
 * where the files of their kind are on a disk with hardly any.
 */
export async function checkDiskRoom(
  { config, warnings, logger, db, clock, pictures, privateFiles }: WatchDeps,
  read: (folder: string) => Promise<DiskRoom> = readDiskRoom,
): Promise<void> {
  const freeIn = async (folder: string) => {
    const { bytes, inodes } = await read(folder)
    return Math.min(bytes, inodes)
  }
  const kept = await Promise.all(
    [pictures.files, privateFiles.files].map(async (files) => {
      if (files.folder === undefined) return 1
      // A folder that nothing was written to yet is not there.
      const free = await freeIn(files.folder).catch(() => freeIn(config.dataDir))
      files.isDiskFull = free < HARDLY_ANY
      return free
    }),
  )
  const free = Math.min(await freeIn(config.dataDir), ...kept)
  for (const { code, below } of WARNINGS) {
    if (free >= below) warnings.delete(code)
    else if (!warnings.has(code)) {
      warnings.add(code)
      logger.error({ code, free }, 'the disk of DATA_DIR, pictures or private files has little room')
    }
  }
  // After all warnings stand: what cannot be written for want of room is tried again at the next look.
  for (const { code, below } of WARNINGS)
    if (free < below) await mailAdmins(db, code === 'disk_nearly_full', clock.now())
}

/** Once a day for each degree, whichever process of how many has noticed it. */
async function mailAdmins(db: AppDeps['db'], isNearlyFull: boolean, now: Date): Promise<void> {
  const mail = (name: string) => ({ kind: 'disk_room' as const, params: { name, isNearlyFull } })
  const event = `${isNearlyFull ? 'nearly full' : 'filling'} ${nairobiDay(now)}`
  await inTransaction(db, (tx) => notifyStaff(tx, mail, event, now, ({ isAdmin }) => isAdmin))
}

/** Looks at the disk as long as the program runs; answers what ends it. */
export function watchDiskRoom(deps: WatchDeps): () => void {
  const look = () => {
    checkDiskRoom(deps).catch((error: unknown) => {
      deps.logger.warn({ err: error }, 'the room on the disk cannot be read')
    })
  }
  look()
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Said by the system, by PostgreSQL, or by a program that makes the database. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return (
    code === 'ENOSPC' ||
    code === 'EDQUOT' ||
    code === '53100' ||
    error.message.includes('No space left on device') ||
    isDiskFull(error.cause)
  )
}
