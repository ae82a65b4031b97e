import { m } from '@twende/messages'

/** How many bytes are needed to tell. */
export const KIND_BYTES = 16

const WIDEST = 1200
const QUALITY = 0.8

/** Why a picture could not be taken, as a sentence. */
export class PictureProblem extends Error {}

/** The size of a picture of at most 1200 wide; small ones stay as they are. */
export function shrunkSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, WIDEST / width)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Draws a photo anew as a JPEG of at most 1200 wide: small to send, upright, and without where it was taken. */
export async function shrinkPicture(file: File): Promise<Blob> {
  const start = new Uint8Array(await file.slice(0, KIND_BYTES).arrayBuffer())
  const problem = kindProblem(pictureKind(start), file.name)
  if (problem !== undefined) throw new PictureProblem(problem)
  const address = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    return await draw(image)
  } catch {
    throw new PictureProblem(m.picture_damaged({ file: file.name }))
  } finally {
    URL.revokeObjectURL(address)
  }
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

/** What the first bytes of a file say it is; names and declared types are not believed. */
type PictureKind = 'jpeg' | 'png' | 'webp' | 'heic' | 'other'

export function pictureKind(bytes: Uint8Array): PictureKind {
  const starts = String.fromCharCode(...bytes.subarray(0, KIND_BYTES))
  if (starts.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (starts.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (starts.startsWith('RIFF') && starts.slice(8, 12) === 'WEBP') return 'webp'
  if (/^ftyp(?:hei|hev|mif1|msf1)/.test(starts.slice(4))) return 'heic'
  return 'other'
}

/** Why a file is not taken; undefined when it may be tried. */
export function kindProblem(kind: PictureKind, name: string): string | undefined {
  if (kind === 'heic') {
    return m.picture_heic({ file: name })
  }
  return kind === 'other' ? m.picture_other_kind({ file: name }) : undefined
}
