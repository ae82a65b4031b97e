import sharp, { type Sharp } from 'sharp'
import { answerCalls } from '../threads/answer-calls.ts'
import {
  type EncodedPicture,
  LIKENESS_FIELDS as FIELDS,
  type Likeness,
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

/** The side in points; each field is the mean of 8 by 8 of them, so that how a picture was made small changes little. */
const POINTS = 128
const LEVELS = 15
/** The range of brightness below which a picture is an even surface, which looks like any other. */
const LEAST_CONTRAST = 24

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

/** The likeness of 128 by 128 points of three bytes; null of an even surface. */
function likenessOf(points: Uint8Array): Likeness | null {
  const fields = Buffer.alloc(FIELDS * FIELDS * 3)
  const size = POINTS / FIELDS
  for (let field = 0; field < FIELDS * FIELDS; field += 1)
    for (let colour = 0; colour < 3; colour += 1) {
      let sum = 0
      const top = Math.floor(field / FIELDS) * size
      const left = (field % FIELDS) * size
      for (let y = top; y < top + size; y += 1)
        for (let x = left; x < left + size; x += 1) sum += points[(y * POINTS + x) * 3 + colour] ?? 0
      fields[field * 3 + colour] = Math.round(sum / size ** 2)
    }
  const brightness = Array.from({ length: FIELDS * FIELDS }, (_, field) => brightnessAt(fields, field))
  if (Math.max(...brightness) - Math.min(...brightness) < LEAST_CONTRAST) return null
  return { fields, code: codeOf(brightness) }
}

function brightnessAt(fields: Buffer, field: number): number {
  const [red = 0, green = 0, blue = 0] = fields.subarray(field * 3, field * 3 + 3)
  return 0.299 * red + 0.587 * green + 0.114 * blue
}

/** Each of 4 by 4 fields as so many ones as its brightness has steps. */
function codeOf(brightness: readonly number[]): string {
  let code = ''
  for (let block = 0; block < 16; block += 1) {
    let sum = 0
    for (let inner = 0; inner < 16; inner += 1) {
      const row = Math.floor(block / 4) * 4 + Math.floor(inner / 4)
      sum += brightness[row * FIELDS + (block % 4) * 4 + (inner % 4)] ?? 0
    }
    const steps = Math.min(LEVELS, Math.floor(sum / 16 / (256 / (LEVELS + 1))))
    code += '1'.repeat(steps) + '0'.repeat(LEVELS - steps)
  }
  return code
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
