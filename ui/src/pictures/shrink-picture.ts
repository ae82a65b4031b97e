import { LARGEST_FILE_BYTES } from '@twende/contract/http/route.ts'
import { KIND_BYTES, type PictureKind, pictureKind } from '@twende/contract/media/picture-kind.ts'
import { m } from '@twende/messages'

/** The pictures that an input offers. Browsers do not know the types of HEIC on every system, so its endings are named too. */
export const PICTURE_TYPES =
  'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,.avif,.heic,.heif'

const WIDEST = 1200
const QUALITY = 0.8

/** Why a picture could not be taken, as a sentence. */
export class PictureProblem extends Error {}

/** The size of a picture of at most 1200 wide; small ones stay as they are. */
export function shrunkSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, WIDEST / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Draws a photo anew as a JPEG of at most 1200 wide: small to send, upright, and without where it was taken. A photo that this
 * browser cannot draw, such as most HEIC ones, is sent unchanged: the server converts it.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  const start = new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer())
  const kind = pictureKind(start)
  if (kind === 'other') throw new PictureProblem(m.picture_other_kind({ file: file.name }))
  const address = URL.createObjectURL(file)
  const image = new Image()
  try {
    image.src = address
    await image.decode()
    return await draw(image)
  } catch {
    if (!mayBeReadable(kind, image)) throw new PictureProblem(m.picture_damaged({ file: file.name }))
    if (file.size > LARGEST_FILE_BYTES)
      throw new PictureProblem(m.picture_too_large_to_send({ file: file.name }))
    return file
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Whether the server may read what this browser does not: another kind, or a JPEG that shows something. */
function mayBeReadable(kind: PictureKind, image: HTMLImageElement): boolean {
  return kind === 'heic' || kind === 'avif' || (kind === 'jpeg' && image.naturalWidth > 0)
}

async function draw(image: HTMLImageElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, shrunkSize(image.naturalWidth, image.naturalHeight))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw.')
  // What is transparent in a PNG would turn black in a JPEG.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('Nothing was drawn.'))),
      'image/jpeg',
      QUALITY,
    )
  })
}

/** Whether two pictures are the same bytes, as those that were drawn from one photo are. */
export async function isSameFile(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false
  const [ours, theirs] = await Promise.all([bytesOf(one), bytesOf(other)])
  return ours.every((byte, at) => byte === theirs[at])
}

/** Whether a picture has the bytes of one of these: the same photo was chosen before. */
export async function isAmong(pictures: readonly Blob[], added: Blob): Promise<boolean> {
  for (const picture of pictures) if (await isSameFile(picture, added)) return true
  return false
}

async function bytesOf(blob: Blob): Promise<Uint8Array> {
  return new Uint8Array(await blob.arrayBuffer())
}
