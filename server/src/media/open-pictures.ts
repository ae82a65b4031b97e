import { PICTURE_FORMATS, PICTURE_WIDTHS } from '@twende/contract/media/picture.ts'
import type { MediaConfig } from '../config.ts'
import { ByteCache } from '../http/byte-cache.ts'
import { SettingError } from '../setting-error.ts'
import { type BoundedWork, boundedWork } from './bounded-work.ts'
import { drawVariant, type PictureFormat, type PictureWidth } from './draw-picture.ts'
import { diskPictureFiles, type PictureFiles } from './picture-files.ts'

export type Variant = { width: PictureWidth; format: PictureFormat }

export type Pictures = {
  files: PictureFiles
  work: BoundedWork
  /** The bytes of a variant, drawn now if nobody asked before; undefined when there is no such picture. */
  variant(hash: string, variant: Variant, when?: 'now' | 'later'): Promise<Buffer | undefined>
}

export const MASTER_FILE = 'master.webp'
export const VARIANTS: readonly Variant[] = PICTURE_FORMATS.flatMap((format) =>
  PICTURE_WIDTHS.map((width) => ({ width, format })),
)
const AT_A_TIME = 2
const MEMORY_BYTES = 32 * 1024 * 1024

/** The picture store that the settings name. */
export function openPictures(media: MediaConfig): Pictures {
  if (media.kind === 's3') {
    throw new SettingError('MEDIA_URL names an S3 bucket, and pictures can so far be kept in folders only.')
  }
  const files = diskPictureFiles(media.folder)
  const work = boundedWork(AT_A_TIME)
  const memory = new ByteCache<Buffer>({ maxBytes: MEMORY_BYTES })
  const drawing = new Map<string, Promise<Buffer | undefined>>()

  async function readOrDraw(hash: string, variant: Variant, when: 'now' | 'later') {
    const file = fileOf(variant)
    const kept = await files.read(hash, file)
    if (kept) return kept
    const master = await files.read(hash, MASTER_FILE)
    if (!master) return undefined
    const drawn = await work.run(() => drawVariant(master, variant.width, variant.format), when)
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

export function fileOf({ width, format }: Variant): string {
  return `${width}.${format}`
}
