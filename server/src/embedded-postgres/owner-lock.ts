import { chmod } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../config/folders.ts'
import { SettingError } from '../config/setting.ts'

const SQLITE_BUSY = 5
/** Another user's file, or a folder in which this one may not write. */
const SQLITE_NOT_OURS = new Set([8, 14])

/**
 * Makes this process the only owner of the data folder until it calls the returned function or ends. Waits for an owner that is
 * closing, as at a restart. Node has no file locks; SQLite's lock is released by the system however the process ends, so that no
 * stale lock remains.
 */
export async function ownDataDir(dataDir: string, patience: number): Promise<() => void> {
  const path = join(dataDir, 'owner.lock')
  const givingUpAt = performance.now() + patience
  for (;;) {
    const disown = tryToOwn(path)
    if (disown) {
      await chmod(path, 0o600)
      return disown
    }
    if (performance.now() > givingUpAt) {
      throw new SettingError(
        `Another Twende is running on the data folder ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
      )
    }
    await sleep(100)
  }
}

function tryToOwn(path: string): (() => void) | undefined {
  const lock = openLock(path)
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return () => {
      if (lock.isOpen) lock.close()
    }
  } catch (error) {
    lock.close()
    if (sqliteCode(error) === SQLITE_BUSY) return undefined
    throw asSentence(error, path)
  }
}

function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 })
  } catch (error) {
    throw asSentence(error, path)
  }
}

/** As where root started first, and a service with a user of its own starts after it. */
function asSentence(error: unknown, path: string): unknown {
  if (!SQLITE_NOT_OURS.has(sqliteCode(error) ?? 0)) return error
  const user = process.getuid?.()
  const give = user === undefined ? '' : `: chown -R ${user} ${dirname(path)}`
  return new SettingError(
    `This user may not write ${path}: another one started Twende on this data folder. Start it as that user, or give the folder to this one${give}.`,
    { cause: error },
  )
}

function sqliteCode(error: unknown): number | undefined {
  if (errorCode(error) !== 'ERR_SQLITE_ERROR' || !(error instanceof Error) || !('errcode' in error))
    return undefined
  // The lower eight bits are the code; the others say more about it.
  return Number(error.errcode) & 0xff
}
