import { existsSync } from 'node:fs'
import { access, chmod, constants, mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SettingError } from './setting.ts'

const root = findRoot(import.meta.dirname)

/** Creates the data folder if it is missing; fails if it is not writable. */
export async function ensureDataDir(dataDir: string): Promise<void> {
  try {
    const created = await mkdir(dataDir, { recursive: true })
    // When started by root, the database runs as another user, who must be able to enter the folder.
    if (created && process.getuid?.() === 0) await chmod(dataDir, 0o711)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    if (!(await stat(dataDir)).isDirectory()) throw new Error('it is not a folder')
    await requireWritable(dataDir)
  } catch (cause) {
    throw new SettingError(
      `The data folder ${dataDir} cannot be used: ${reason(cause)}. Choose another with DATA_DIR.`,
      {
        cause,
      },
    )
  }
}

/** A disk that the system made read-only after an error still says that it may be written to. */
async function requireWritable(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`)
  await writeFile(probe, '')
  await rm(probe)
}

function reason(cause: unknown): string {
  const code = errorCode(cause)
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not write there'
  if (code === 'EROFS') return 'its disk is read-only'
  if (code === 'ENOSPC') return 'its disk is full'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file is in the way'
  return cause instanceof Error ? cause.message : String(cause)
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** What a file system answers that cannot sync a folder, as some shared ones. */
const CANNOT_SYNC = new Set(['EINVAL', 'ENOTSUP', 'EISDIR', 'EPERM'])

/** Syncs a folder; only then do new names in it survive a power failure. Does nothing where the file system cannot. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    if (!CANNOT_SYNC.has(errorCode(error) ?? '')) throw error
  } finally {
    await folder.close()
  }
}

/** A path inside the project, also for bundled code. */
export function projectPath(path: string): string {
  return join(root, path)
}

function findRoot(folder: string): string {
  if (existsSync(join(folder, 'server/migrations'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('The project folder (with server/migrations) was not found.')
  return findRoot(parent)
}
