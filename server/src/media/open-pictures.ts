import type { MediaConfig } from '../config/config.ts'
import { byteCache } from '../http/byte-cache.ts'
import { bucketPictureFiles, tryBucket } from './bucket-picture-files.ts'
import { encodeVariant } from './encode-picture.ts'
import { diskPictureFiles, type PictureFiles } from './picture-files.ts'
import { type PictureQueue, pictureQueue } from './picture-queue.ts'
import { fileOf, MASTER_FILE, type Variant } from './picture-variants.ts'

export type Pictures = {
  files: PictureFiles
  queue: PictureQueue
  /** The bytes of a variant, encoded at the first request; undefined when there is no such picture. */
  variant(hash: string, variant: Variant, kind?: 'request' | 'background'): Promise<Buffer | undefined>
}

const CONCURRENCY = 2
/** Uploads that wait occupy memory: two forms of four pictures per person, six forms in all. */
const LIMITS = { maxWaiting: 200, maxUploadsWaiting: 24, maxUploadsPerPerson: 8 }
const MEMORY_BYTES = 32 * 1024 * 1024
const MEMORY_AGE_MS = 300_000

/** Opens the picture store that MEDIA_URL names. */
export function openPictures(media: MediaConfig): Pictures {
  const files = media.kind === 's3' ? bucketPictureFiles(media) : diskPictureFiles(media.folder)
  const queue = pictureQueue(CONCURRENCY, LIMITS)
  const memory = byteCache<Buffer>({ maxBytes: MEMORY_BYTES, maxAgeMs: MEMORY_AGE_MS })
  const encoding = new Map<string, Promise<Buffer | undefined>>()

  async function readOrEncode(hash: string, variant: Variant, kind: 'request' | 'background') {
    const file = fileOf(variant)
    const stored = await files.read(hash, file)
    if (stored) return stored
    const master = await files.read(hash, MASTER_FILE)
    if (!master) return undefined
    const encoded = await queue.run(() => encodeVariant(master, variant.width, variant.format), kind)
    // Without room it is encoded anew for the next who asks.
    await files.write(hash, file, encoded).catch(() => {})
    return encoded
  }

  async function variant(hash: string, requested: Variant, kind: 'request' | 'background' = 'request') {
    const name = `${hash}/${fileOf(requested)}`
    const cached = memory.get(name)
    if (cached) return cached
    // A request never waits for a background task, even for the same file.
    const key = `${name} ${kind}`
    const started =
      encoding.get(key) ?? readOrEncode(hash, requested, kind).finally(() => encoding.delete(key))
    encoding.set(key, started)
    const bytes = await started
    if (bytes && kind === 'request') memory.set(name, bytes, { size: bytes.length })
    return bytes
  }

  return { files, queue, variant }
}

/** Fails with a sentence when the configured picture store cannot be used; called once, before the server starts. */
export async function tryPictureStore(media: MediaConfig): Promise<void> {
  if (media.kind === 's3') await tryBucket(media)
}
