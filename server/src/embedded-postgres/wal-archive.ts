import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingError } from '../config/setting.ts'
import { canEnter, type PostgresUser } from './postgres-user.ts'

/** How much may be lost with the disk of the database: an unfinished segment of the log is archived after this time. */
const ARCHIVE_TIMEOUT = '60s'

/** The folder of the write-ahead log in an archive. */
export function walFolder(archive: string): string {
  return join(archive, 'wal')
}

/** Creates the folder of the log in an archive, for the user who runs PostgreSQL. */
export async function prepareWalFolder(archive: string, user: PostgresUser | undefined): Promise<void> {
  const folder = walFolder(archive)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if (user) await chown(folder, user.uid, user.gid)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SettingError(`ARCHIVE_DIR cannot be used: ${why}.`, { cause })
  }
  if (!canEnter(user, folder))
    throw new SettingError(
      `ARCHIVE_DIR cannot be used: the user ${user?.name}, who runs PostgreSQL, cannot enter ${folder}. Open the folders above it.`,
    )
}

/** Settings of a server that archives each segment of its log as soon as it is finished. */
export function archiveSettings(archive: string): Record<string, string> {
  return {
    archive_mode: 'on',
    archive_timeout: ARCHIVE_TIMEOUT,
    archive_command: archiveCommand(walFolder(archive)),
  }
}

/** The file appears under its name only when it is whole and on the disk; one that is there already must be the same. */
function archiveCommand(folder: string): string {
  if (process.platform === 'win32') {
    const file = inWindows(folder, '%f')
    return `if exist ${file} (fc /b "%p" ${file} >nul) else (copy /y "%p" ${inWindows(folder, '%f.part')} >nul && move ${inWindows(folder, '%f.part')} ${file} >nul)`
  }
  const file = inShell(folder, '%f.gz')
  const part = inShell(folder, '%f.gz.part')
  return `if test -f ${file}; then gzip -dc ${file} | cmp -s - "%p"; else gzip -1c "%p" > ${part} && sync ${part} && mv ${part} ${file}; fi`
}

/** The command by which PostgreSQL fetches a segment of the log during recovery. */
export function restoreCommand(archive: string): string {
  const folder = walFolder(archive)
  if (process.platform === 'win32') return `copy /y ${inWindows(folder, '%f')} "%p" >nul`
  const file = inShell(folder, '%f.gz')
  return `test -f ${file} && gzip -dc ${file} > "%p"`
}

// A percent sign begins a placeholder of PostgreSQL.
const literal = (folder: string) => folder.replaceAll('%', '%%')
const inShell = (folder: string, name: string) => `'${literal(folder).replaceAll("'", "'\\''")}/${name}'`
const inWindows = (folder: string, name: string) => `"${literal(folder).replaceAll('/', '\\')}\\${name}"`
