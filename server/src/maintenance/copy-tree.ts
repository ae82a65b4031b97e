import { copyFile, lstat, mkdir, open, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, syncFolder } from '../config/folders.ts'

// Syncing to the disk takes most of the time, and many files can be synced at once.
const filesAtOnce = 32

/** Whether to leave out an entry, by its path inside the tree; a folder that is left out is created empty. */
export type LeftOut = (path: string) => boolean

/**
 * Copies a folder that may be in use and waits until the copy is on the disk. Files that disappear meanwhile are skipped; links
 * are not followed. Returns the number of bytes copied.
 */
export async function copyTree(from: string, to: string, leftOut: LeftOut = () => false): Promise<number> {
  const copyFolder = async (path: string): Promise<number> => {
    await mkdir(join(to, path), { recursive: true, mode: 0o700 })
    const entries = await readdir(join(from, path), { withFileTypes: true }).catch(orNothing)
    const inner = entries.map((entry) => ({ entry, path: join(path, entry.name) }))
    const files = inner.filter(({ entry, path }) => entry.isFile() && !leftOut(path))
    let bytes = 0
    while (files.length > 0) {
      const some = files
        .splice(0, filesAtOnce)
        .map((file) => copyAndSync(join(from, file.path), join(to, file.path)))
      for (const size of await Promise.all(some)) bytes += size
    }
    for (const folder of inner.filter(({ entry }) => entry.isDirectory())) {
      if (leftOut(folder.path)) await mkdir(join(to, folder.path), { mode: 0o700 })
      else bytes += await copyFolder(folder.path)
    }
    await syncFolder(join(to, path))
    return bytes
  }
  return await copyFolder('')
}

/** Copies one file and waits until it is on the disk. */
export async function copyAndSync(from: string, to: string): Promise<number> {
  try {
    await copyFile(from, to)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0
    throw error
  }
  const file = await open(to, 'r+')
  try {
    await file.sync()
    return (await file.stat()).size
  } finally {
    await file.close()
  }
}

/** Copies the files of a folder that the other one lacks; each appears under its name when it is whole and on the disk. */
export async function copyMissing(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true }).catch(orNothing)) {
    const path = join(to, entry.name)
    if (entry.isDirectory()) await copyMissing(join(from, entry.name), path)
    else if (entry.isFile() && !(await isThere(path))) await copyWhole(join(from, entry.name), path)
  }
  await syncFolder(to)
}

/** Copies one file, which appears under its name when it is whole and on the disk. */
export async function copyWhole(from: string, to: string): Promise<void> {
  const draft = `${to}.part`
  await copyAndSync(from, draft)
  await rename(draft, to)
}

/** Whether there is a file, a folder or a link of this name. */
export async function isThere(path: string): Promise<boolean> {
  const found = await lstat(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })
  return found !== undefined
}

function orNothing(error: unknown): [] {
  if (errorCode(error) === 'ENOENT') return []
  throw error
}
