import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { errorCode } from '../data-dir.ts'
import { SettingError } from '../setting-error.ts'

const SQLITE_BUSY = 5

/**
 * Makes this process the only owner of the data folder, until it calls what is returned or dies.
 * Node has no file lock; SQLite's is one that the system frees however the process ends, so no stale lock can remain.
 */
export async function ownDataDir(dataDir: string): Promise<() => void> {
  const path = join(dataDir, 'owner.lock')
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    await chmod(path, 0o600)
  } catch (cause) {
    lock.close()
    if (isBusy(cause)) {
      throw new SettingError(
        `Another Twende is running on the data folder ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
        { cause },
      )
    }
    throw cause
  }
  return () => lock.close()
}

function isBusy(error: unknown): boolean {
  return (
    errorCode(error) === 'ERR_SQLITE_ERROR' &&
    error instanceof Error &&
    'errcode' in error &&
    error.errcode === SQLITE_BUSY
  )
}
