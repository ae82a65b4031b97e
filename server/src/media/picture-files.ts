import { randomBytes } from 'node:crypto'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode } from '../config/folders.ts'

/** Stores the files of pictures, by hash and file name (`master.webp`, `640.avif`). */
export type PictureFiles = {
  read(hash: string, file: string): Promise<Buffer | undefined>
  has(hash: string, file: string): Promise<boolean>
  /** Atomic for readers. With `durable`, the file survives a power failure. */
  write(hash: string, file: string, bytes: Buffer, options?: { durable: boolean }): Promise<void>
  /** Removes all files of a picture. */
  remove(hash: string): Promise<void>
}

/** Stores pictures in a folder, as `ab/cdef…/640.avif`. */
export function diskPictureFiles(folder: string): PictureFiles {
  const pathOf = (hash: string, file: string) => join(folder, hash.slice(0, 2), hash.slice(2), file)
  return {
    read: (hash, file) => readFile(pathOf(hash, file)).catch(undefinedIfMissing),
    has: async (hash, file) =>
      (await access(pathOf(hash, file)).then(() => true, undefinedIfMissing)) ?? false,
    remove: (hash) => rm(join(folder, hash.slice(0, 2), hash.slice(2)), { recursive: true, force: true }),
    async write(hash, file, bytes, options) {
      const path = pathOf(hash, file)
      const draft = `${path}.${randomBytes(6).toString('hex')}.part`
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
    },
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined
  throw error
}
