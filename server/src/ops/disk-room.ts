import { statfs } from 'node:fs/promises'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { OperationWarning } from '@twende/contract/today/today-routes.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { notifyStaff } from '../notifications/queue-notification.ts'

const LOOK_MS = 30_000

/** Below the first, admins are told; below the second, uploads are refused, so that bookings and money go on. */
const WARNINGS: readonly { code: OperationWarning; below: number }[] = [
  { code: 'disk_filling', below: 0.1 },
  { code: 'disk_nearly_full', below: 0.03 },
]

/** The parts of a disk that are free, from 0 to 1. */
export type DiskRoom = { bytes: number; inodes: number }

export async function readDiskRoom(folder: string): Promise<DiskRoom> {
  const { blocks, bavail, files, ffree } = await statfs(folder)
  // Some file systems have no fixed number of files.
  return { bytes: blocks === 0 ? 1 : bavail / blocks, inodes: files === 0 ? 1 : ffree / files }
}

type WatchDeps = Pick<AppDeps, 'config' | 'warnings' | 'logger' | 'db' | 'clock'>

/** Warns while the disk of the data folder has little room, and mails the admins once a day for each degree. */
export async function checkDiskRoom(
  { config, warnings, logger, db, clock }: WatchDeps,
  read: (folder: string) => Promise<DiskRoom> = readDiskRoom,
): Promise<void> {
  const room = await read(config.dataDir)
  const free = Math.min(room.bytes, room.inodes)
  for (const { code, below } of WARNINGS) {
    if (free >= below) warnings.delete(code)
    else if (!warnings.has(code)) {
      warnings.add(code)
      logger.error({ code, ...room }, 'the disk of DATA_DIR has little room')
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
