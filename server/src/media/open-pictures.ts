import type { MediaConfig } from '../config/config.ts'
import { ByteCache } from '../http/byte-cache.ts'
import { type BoundedWork, boundedWork } from './bounded-work.ts'
import { bucketPictureFiles, tryBucket } from './bucket-picture-files.ts'
import { encodeVariant } from './encode-picture.ts'
import { diskPictureFiles, type PictureFiles } from './picture-files.ts'
import { fileOf, MASTER_FILE, type Variant } from './variants.ts'

export type Pictures = {
  files: PictureFiles
  work: BoundedWork
  /** The bytes of a variant, drawn now if nobody asked before; undefined when there is no such picture. */
  variant(hash: string, variant: Variant, when?: 'now' | 'later'): Promise<Buffer | undefined>
}

const AT_A_TIME = 2
/** What waits to be drawn. Uploads hold their bytes meanwhile: two forms of four pictures of one person, six in all. */
const BOUNDS = { mostWaiting: 200, mostUploadsWaiting: 24, mostUploadsOfOne: 8 }
const MEMORY_BYTES = 32 * 1024 * 1024

/** The picture store that the settings name. */
export function openPictures(media: MediaConfig): Pictures {
  const files = media.kind === 's3' ? bucketPictureFiles(media) : diskPictureFiles(media.folder)
  const work = boundedWork(AT_A_TIME, BOUNDS)
  const memory = new ByteCache<Buffer>({ maxBytes: MEMORY_BYTES })
  const drawing = new Map<string, Promise<Buffer | undefined>>()

  async function readOrDraw(hash: string, variant: Variant, when: 'now' | 'later') {
    const file = fileOf(variant)
    const kept = await files.read(hash, file)
    if (kept) return kept
    const master = await files.read(hash, MASTER_FILE)
    if (!master) return undefined
    const drawn = await work.run(() => encodeVariant(master, variant.width, variant.format), when)
    await files.write(hash, file, drawn)
    return drawn
  }

  async function variant(hash: string, wanted: Variant, when: 'now' | 'later' = 'now') {
    const name = `${hash}/${fileOf(wanted)}`
    const remembered = memory.get(name)
    if (remembered) return remembered
    // What waits in the background must not hold up a person who asks for the same.
    const key = `${name} ${when}`
    const started = drawing.get(key) ?? readOrDraw(hash, wanted, when).finally(() => drawing.delete(key))
    drawing.set(key, started)
    const bytes = await started
    if (bytes && when === 'now') memory.set(name, bytes, bytes.length)
    return bytes
  }

  return { files, work, variant }
}

/** Refuses a store of pictures that cannot be reached, in a sentence; asked once, before anything serves. */
export async function tryPictureStore(media: MediaConfig): Promise<void> {
  if (media.kind === 's3') await tryBucket(media)
}
