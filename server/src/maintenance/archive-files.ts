import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import { errorCode, syncFolder } from '../config/folders.ts'
import { MASTER_FILE } from '../media/picture-variants.ts'
import { VARIANT_FILES } from '../private-files/private-file-storage.ts'
import { copyWhole, isThere } from './copy-tree.ts'

/** A folder of files that never change, in the order `ab/cdef…/file`, and which of them cannot be made again from others. */
type FileFolder = { name: 'media' | 'private'; folder: string; lasting: readonly string[] }

/** Until then a file may follow into a folder that is there already. */
const SETTLED_MS = 60_000
const DAY_MS = 86_400_000

/** The folders of files in an archive, newest first: what the market has, then what it removed since, by the day. */
export async function archivedFolders(archive: string): Promise<string[]> {
  const removed = await namesIn(removedFolder(archive))
  return [
    join(archive, 'files'),
    ...removed
      .sort()
      .toReversed()
      .map((day) => join(removedFolder(archive), day)),
  ]
}

const removedFolder = (archive: string) => join(archive, 'removed-files')

/** The folders whose files go into the archive; those in a bucket are kept there. */
function fileFolders({ media, privateMedia }: Pick<Config, 'media' | 'privateMedia'>): FileFolder[] {
  const lasting = Object.values(VARIANT_FILES)
  return [
    ...(media.kind === 'files'
      ? [{ name: 'media' as const, folder: media.folder, lasting: [MASTER_FILE] }]
      : []),
    ...(privateMedia.kind === 'files'
      ? [{ name: 'private' as const, folder: privateMedia.folder, lasting }]
      : []),
  ]
}

type Given = { config: Pick<Config, 'media' | 'privateMedia'>; archive: string; days: number }

/**
 * Follows the files of the market into the archive; each call copies those that are new and keeps for `days` what was removed.
 * A call reads only the folders that have changed since the one before.
 */
export function fileArchive({ config, archive, days }: Given): {
  follow(now: Date, stopping?: AbortSignal): Promise<void>
} {
  /** When a folder had changed last, once all of it is in the archive. */
  const followed = new Map<string, number>()
  /** The things whose files are all in the archive. */
  const archived = new Set<string>()

  async function followPart(
    files: FileFolder,
    part: string,
    { now, stopping }: { now: Date; stopping: AbortSignal | undefined },
  ): Promise<void> {
    const from = join(files.folder, part)
    const to = join(archive, 'files', files.name, part)
    const changed = await changedAt(from)
    if (changed === undefined || followed.get(from) === changed) return
    const [present, kept] = [await namesIn(from), await namesIn(to)]
    let isSettled = changed < now.getTime() - SETTLED_MS
    for (const name of present) {
      if (stopping?.aborted) return
      const path = join(from, name)
      if (archived.has(path)) continue
      const settled = ((await changedAt(path)) ?? 0) < now.getTime() - SETTLED_MS
      await copyLasting(path, join(to, name), files.lasting)
      if (settled) archived.add(path)
      else isSettled = false
    }
    const there = new Set(present)
    for (const name of kept.filter((one) => !there.has(one))) {
      await setAside(join(to, name), join(removedFolder(archive), dayOf(now), files.name, part, name))
      archived.delete(join(from, name))
    }
    if (isSettled) followed.set(from, changed)
  }

  return {
    async follow(now, stopping) {
      for (const files of fileFolders(config))
        for (const part of await namesIn(files.folder))
          if (/^[0-9a-f]{2}$/.test(part)) await followPart(files, part, { now, stopping })
      for (const day of await namesIn(removedFolder(archive)))
        if (Date.parse(day) < now.getTime() - (days + 2) * DAY_MS)
          await rm(join(removedFolder(archive), day), { recursive: true })
    },
  }
}

async function copyLasting(from: string, to: string, lasting: readonly string[]): Promise<void> {
  for (const file of await namesIn(from)) {
    if (!lasting.includes(file) || (await isThere(join(to, file)))) continue
    await mkdir(to, { recursive: true, mode: 0o700 })
    await copyWhole(join(from, file), join(to, file))
    await syncFolder(to)
    await syncFolder(dirname(to))
  }
}

async function setAside(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  await rm(to, { recursive: true, force: true })
  await rename(from, to)
}

const dayOf = (now: Date) => now.toISOString().slice(0, 10)

async function changedAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(undefinedIfMissing))?.mtimeMs
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(undefinedIfMissing)) ?? []
}

function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined
  throw error
}
