import sharp, { type Sharp } from 'sharp'
import { answerCalls } from '../threads/answer-calls.ts'
import { type Likeness, likenessOf, POINTS } from './likeness.ts'
import {
  type EncodedPicture,
  MOST_PIXELS,
  type PictureFormat,
  type PictureWidth,
} from './picture-variants.ts'

// By default the library opens SVG, TIFF, PDF and more; uploads must not reach those decoders.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    // AVIF alone: the library is built without a decoder of HEIC.
    'VipsForeignLoadHeifBuffer',
  ],
})
// One thread for each picture: `pictureQueue` limits how many are encoded at a time.
sharp.concurrency(1)
sharp.cache(false)

const MASTER_WIDTH = 1200
const PLACEHOLDER_WIDTH = 16
const LONGEST_SECONDS = 30

async function measure(bytes: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  return { width, height }
}

async function encodeMaster(bytes: Buffer): Promise<EncodedPicture> {
  const { data, info } = await open(bytes)
    .autoOrient()
    .resize({ width: MASTER_WIDTH, withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .webp({ quality: 90 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

async function encodeWithin(
  bytes: Buffer,
  { longestSide, quality }: { longestSide: number; quality: number },
): Promise<EncodedPicture> {
  const { data, info } = await open(bytes)
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .webp({ quality })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

const DETAIL_SIDE = 64
/** Between neighbouring pixels of the reduced picture, of 255: more than light that falls off over a wall. */
const EDGE = 8

async function shareOfDetail(bytes: Buffer): Promise<number> {
  const pixels = await open(bytes)
    .flatten({ background: '#ffffff' })
    .greyscale()
    .resize({ width: DETAIL_SIDE, height: DETAIL_SIDE, fit: 'fill' })
    .raw()
    .toBuffer()
  let edges = 0
  for (let row = 1; row < DETAIL_SIDE; row += 1)
    for (let column = 1; column < DETAIL_SIDE; column += 1) {
      const place = row * DETAIL_SIDE + column
      const here = pixels[place] ?? 0
      const across = Math.abs(here - (pixels[place - 1] ?? 0))
      const down = Math.abs(here - (pixels[place - DETAIL_SIDE] ?? 0))
      if (Math.max(across, down) >= EDGE) edges += 1
    }
  return edges / (DETAIL_SIDE - 1) ** 2
}

async function readLikeness(bytes: Buffer): Promise<Likeness | null> {
  const points = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    // Without the shortcut of JPEG and WebP, whose results differ by their sizes.
    .resize({ width: POINTS, height: POINTS, fit: 'fill', fastShrinkOnLoad: false })
    .removeAlpha()
    .raw()
    .toBuffer()
  return likenessOf(points)
}

async function encodePlaceholder(master: Buffer): Promise<string> {
  const tiny = await open(master)
    .resize({ width: PLACEHOLDER_WIDTH })
    .blur(0.6)
    .webp({ quality: 30, effort: 6 })
    .toBuffer()
  return `data:image/webp;base64,${tiny.toString('base64')}`
}

async function encodeVariant(master: Buffer, width: PictureWidth, format: PictureFormat): Promise<Buffer> {
  return encoders[format](open(master).resize({ width, withoutEnlargement: true })).toBuffer()
}

const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  // A higher effort takes ten times as long and saves one percent.
  avif: (picture) => picture.avif({ quality: 50, effort: 2 }),
  webp: (picture) => picture.webp({ quality: 72 }),
  jpg: (picture) => picture.jpeg({ quality: 75, mozjpeg: true }),
}

/** The share of a JPEG, from its top, that has to be whole. */
const WHOLE_SHARE = 0.9

async function completeJpeg(bytes: Buffer): Promise<Buffer> {
  const { width, height, isProgressive, channels } = await sharp(bytes).metadata()
  if (!isProgressive) {
    const size = { width, height: Math.max(1, Math.floor(height * WHOLE_SHARE)) }
    await open(bytes, 'truncated')
      .extract({ left: 0, top: 0, ...size })
      .raw()
      .toBuffer()
  } else if (countScans(bytes) < channels + 2) throw new Error('too much of the JPEG is missing')
  return open(bytes, 'none').autoOrient().jpeg({ quality: 95 }).toBuffer()
}

/** A progressive JPEG is sharpened scan by scan: the first holds the colours, and the last that has begun may be cut off. */
function countScans(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(SCAN); at >= 0; at = bytes.indexOf(SCAN, at + 2)) count += 1
  return count
}

const SCAN = Buffer.from([0xff, 0xda])

/** Phones show a JPEG with a few stray bytes; what is missing is an error. */
function open(bytes: Buffer, failOn: 'error' | 'truncated' | 'none' = 'error'): Sharp {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn }).timeout({ seconds: LONGEST_SECONDS })
}

const tasks = {
  measure,
  completeJpeg,
  encodeMaster,
  encodeWithin,
  shareOfDetail,
  readLikeness,
  encodePlaceholder,
  encodeVariant,
}
export type PictureTasks = typeof tasks

answerCalls(tasks)
