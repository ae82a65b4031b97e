import { bufferOf } from '../threads/answer-calls.ts'
import { onDemand } from '../threads/on-demand.ts'
import type { HeicTasks } from './heic-process.ts'
import type { PictureTasks } from './picture-process.ts'
import type { EncodedPicture, Likeness, PictureFormat, PictureWidth } from './picture-variants.ts'

/**
 * A process of its own: its libraries leave their memory in pieces that no other can use, and what strangers send is decoded
 * where there is no password, no connection and no other person's data.
 */
const pictures = onDemand<PictureTasks>({
  kind: 'process',
  source: 'server/src/media/picture-process.ts',
  built: 'picture-process.js',
})

/**
 * A process of its own again: its decoder holds up whatever runs beside it. One that hangs is ended alone, and one that
 * wants more memory than the largest picture needs gets none.
 */
const heicPhotos = onDemand<HeicTasks>({
  kind: 'process',
  source: 'server/src/media/heic-process.ts',
  built: 'heic-process.js',
  longestTaskMs: 30_000,
  nodeOptions: ['--wasm-max-mem-pages=12288'],
})

/** A HEIC photo as a JPEG; `too large` before it is decoded. */
export async function convertHeic(bytes: Buffer): Promise<Buffer | 'too large'> {
  const converted = await heicPhotos.run('convert', bytes)
  return converted === 'too large' ? converted : bufferOf(converted)
}

/** A JPEG whose last bytes are missing, as phones show it; fails when more of it is missing. */
export async function completeJpeg(bytes: Buffer): Promise<Buffer> {
  return bufferOf(await pictures.run('completeJpeg', bytes))
}

/** Reads width and height without decoding the picture. */
export function measure(bytes: Buffer): Promise<{ width: number; height: number }> {
  return pictures.run('measure', bytes)
}

/** Encodes the master that is stored: upright, at most 1200 pixels wide, without metadata. */
export async function encodeMaster(bytes: Buffer): Promise<EncodedPicture> {
  return received(await pictures.run('encodeMaster', bytes))
}

/** Encodes a picture upright, without metadata and at most so many pixels long, larger than a master so that papers stay legible. */
export async function encodeWithin(
  bytes: Buffer,
  size: { longestSide: number; quality: number },
): Promise<EncodedPicture> {
  return received(await pictures.run('encodeWithin', bytes, size))
}

/** The share of a picture, reduced so that noise disappears, in which brightness changes within a few pixels; 0 is an even surface. */
export function shareOfDetail(bytes: Buffer): Promise<number> {
  return pictures.run('shareOfDetail', bytes)
}

/** What a stored picture looks like; null of an even surface. */
export async function readLikeness(bytes: Buffer): Promise<Likeness | null> {
  const likeness = await pictures.run('readLikeness', bytes)
  return likeness && { fields: bufferOf(likeness.fields), code: likeness.code }
}

/** Encodes a tiny blurred picture as a data URL, shown while the real one loads. */
export function encodePlaceholder(master: Buffer): Promise<string> {
  return pictures.run('encodePlaceholder', master)
}

/** Encodes one size and format of a master; never wider than the master. */
export async function encodeVariant(
  master: Buffer,
  width: PictureWidth,
  format: PictureFormat,
): Promise<Buffer> {
  return bufferOf(await pictures.run('encodeVariant', master, width, format))
}

function received({ bytes, width, height }: EncodedPicture): EncodedPicture {
  return { bytes: bufferOf(bytes), width, height }
}
