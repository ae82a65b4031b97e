import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../config/folders.ts'
import { SettingError } from '../config/setting.ts'

const SQLITE_BUSY = 5

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
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return () => {
      if (lock.isOpen) lock.close()
    }
  } catch (error) {
    lock.close()
    if (isBusy(error)) return undefined
    throw error
  }
}

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  return errorCode(error) === 'ERR_SQLITE_ERROR' && code === SQLITE_BUSY
}
