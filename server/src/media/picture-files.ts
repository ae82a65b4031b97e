import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { m } from '@twende/messages'
import { errorCode, syncFolder } from '../config/folders.ts'
import { AppError } from '../http/app-error.ts'

/** Stores the files of pictures, by hash and file name (`master.webp`, `640.avif`). */
export type PictureFiles = {
  /** Where they are, if on a disk of this computer. */
  folder?: string | undefined
  /** Whether that disk has hardly any room, as `ops/disk-room.ts` sees. */
  isDiskFull?: boolean
  read(hash: string, file: string): Promise<Buffer | undefined>
  has(hash: string, file: string): Promise<boolean>
  /** Atomic for readers. With `durable`, the file and its name survive a power failure. */
  write(hash: string, file: string, bytes: Buffer, options?: { durable: boolean }): Promise<void>
  /** Removes all files of a picture. */
  remove(hash: string): Promise<void>
  /** Removes what was being written before this instant and was never finished, because its process ended. */
  removeDrafts(before: Date): Promise<void>
}

/** Refuses an upload to a disk with hardly any room, so that bookings and money go on. A bucket has room of its own. */
export function refuseWithoutRoom({ isDiskFull }: PictureFiles): void {
  if (isDiskFull)
    throw new AppError('unavailable', { message: m.error_no_room_for_files(), retryAfterSeconds: 60 })
}

/** Beside the folders of pictures, whose names have two letters. */
const DRAFTS = 'drafts'

/** Stores pictures in a folder, as `ab/cdef…/640.avif`. */
export function diskPictureFiles(folder: string): PictureFiles {
  const pathOf = (hash: string, file: string) => join(folder, hash.slice(0, 2), hash.slice(2), file)
  return {
    folder,
    read: (hash, file) => readFile(pathOf(hash, file)).catch(undefinedIfMissing),
    has: async (hash, file) =>
      (await access(pathOf(hash, file)).then(() => true, undefinedIfMissing)) ?? false,
    remove: (hash) => rm(join(folder, hash.slice(0, 2), hash.slice(2)), { recursive: true, force: true }),
    async write(hash, file, bytes, options) {
      const path = pathOf(hash, file)
      const draft = join(folder, DRAFTS, `${randomBytes(6).toString('hex')}.part`)
      await mkdir(dirname(draft), { recursive: true })
      await mkdir(dirname(path), { recursive: true })
      try {
        const opened = await open(draft, 'wx')
        try {
          await opened.writeFile(bytes)
          if (options?.durable) await opened.sync()
        } finally {
          await opened.close()
        }
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      // A name survives a power failure only once its folder is synced: the file's own name, then those of its folders.
      if (options?.durable) await Promise.all([dirname(path), dirname(dirname(path)), folder].map(syncFolder))
    },
    async removeDrafts(before) {
      const drafts = (await readdir(join(folder, DRAFTS)).catch(undefinedIfMissing)) ?? []
      for (const draft of drafts) {
        const path = join(folder, DRAFTS, draft)
        const found = await stat(path).catch(undefinedIfMissing)
        if (found && found.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

/** What a check of stored files found: how many are needed, were brought back from a copy, and are not there or not whole. */
export type FilesFound = { needed: number; broughtBack: number; lost: string[] }

type Needed = { hash: string; file: string; isWhole(bytes: Buffer): boolean }

/** Opens each file that is needed, and writes it anew from the first copy that is whole where it is missing or damaged. */
export async function restoreMissingFiles(
  files: PictureFiles,
  { needed, copies }: { needed: readonly Needed[]; copies: readonly PictureFiles[] },
): Promise<FilesFound> {
  const found: FilesFound = { needed: needed.length, broughtBack: 0, lost: [] }
  for (const { hash, file, isWhole } of needed) {
    const wholeIn = async (place: PictureFiles) => {
      const bytes = await place.read(hash, file)
      return bytes && isWhole(bytes) ? bytes : undefined
    }
    if (await wholeIn(files)) continue
    let copy: Buffer | undefined
    for (const place of copies) copy ??= await wholeIn(place)
    if (copy) {
      await files.write(hash, file, copy, { durable: true })
      found.broughtBack += 1
    } else found.lost.push(`${hash}/${file}`)
  }
  return found
}

function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined
  throw error
}
