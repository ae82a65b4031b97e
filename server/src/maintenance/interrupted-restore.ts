import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { errorCode, syncFolder } from '../config/folders.ts'
import { SettingError } from '../config/setting.ts'
import { postgresBinaries } from '../embedded-postgres/postgres-binaries.ts'
import { clusterPath } from '../embedded-postgres/postgres-cluster.ts'
import { postgresUser } from '../embedded-postgres/postgres-user.ts'
import { occupantOf, readPostmasterPid, stopOrphan } from '../embedded-postgres/postmaster-pid.ts'
import { isThere } from './copy-tree.ts'

/** What a restore changes in a data folder, written down before it changes anything, so that it can be undone after a kill. */
const Changes = z.object({
  version: z.literal(1),
  /** Where the restored database is put. */
  home: z.string(),
  /** Where the present database is kept; null if there was none. */
  setAside: z.string().nullable(),
  /** Files of the data folder that are replaced, and under which name each is kept; null for one that was not there. */
  files: z.array(z.object({ name: z.string(), setAside: z.string().nullable() })),
})
export type Changes = z.infer<typeof Changes>

const changesPath = (dataDir: string) => join(dataDir, 'restore.json')

export async function noteChanges(dataDir: string, changes: Changes): Promise<void> {
  const path = changesPath(dataDir)
  await writeFile(`${path}.part`, JSON.stringify(changes), { mode: 0o600, flush: true })
  await rename(`${path}.part`, path)
  await syncFolder(dataDir)
}

/** What was changed stays. */
export async function keepChanges(dataDir: string): Promise<void> {
  await rm(changesPath(dataDir), { force: true })
  await syncFolder(dataDir)
}

/** Fails with a sentence where a restore has not come to its end. */
export async function refuseInterruptedRestore(dataDir: string): Promise<void> {
  if (await isThere(changesPath(dataDir)))
    throw new SettingError(
      `A restore of ${dataDir} was interrupted. Run npm run restore once more, as before: it begins anew.`,
    )
}

/** Puts everything back as it was before a restore that has not come to its end. Does nothing where there was none. */
export async function undoInterruptedRestore(dataDir: string): Promise<void> {
  const text = await readFile(changesPath(dataDir), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return
  const { home, setAside, files } = Changes.parse(JSON.parse(text))
  const cluster = clusterPath(dataDir)
  await rm(draftOf(home), { recursive: true, force: true })
  // Until the present database was set aside, it is the one in place.
  if (setAside === null || (await isThere(setAside))) {
    await stopServerOn(cluster)
    await removeInUse(cluster)
    await removeInUse(home)
    if (setAside !== null) await rename(setAside, cluster)
  }
  for (const { name, setAside: kept } of files) {
    if (kept === null) await rm(join(dataDir, name), { force: true })
    else if (await isThere(join(dataDir, kept))) await rename(join(dataDir, kept), join(dataDir, name))
  }
  await keepChanges(dataDir)
}

/** The server that checked the restored database may live a moment longer than the restore that was killed. */
async function stopServerOn(cluster: string): Promise<void> {
  const file = await readPostmasterPid(cluster)
  if (!file) return
  const folder = await realpath(cluster)
  if ((await occupantOf(file.pid, folder)) !== 'our-server') return
  await stopOrphan(file.pid, {
    cluster: folder,
    binaries: await postgresBinaries(await postgresUser(cluster)),
  })
}

/** A server that was only just starting may still add a file, and ends when it finds that its folder is gone. */
async function removeInUse(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
}

/** Where a restored database is copied to before it takes its place. */
export function draftOf(home: string): string {
  return `${home}.restored`
}
