import sharp, { type Sharp } from 'sharp'
import { answerCalls } from '../threads/answer-calls.ts'
import {
  type EncodedPicture,
  MOST_PIXELS,
  type PictureFormat,
  type PictureWidth,
} from './picture-variants.ts'

// By default the library opens SVG, TIFF, PDF and more; uploads must not reach those decoders.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
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

function open(bytes: Buffer): Sharp {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' }).timeout({
    seconds: LONGEST_SECONDS,
  })
}

const tasks = { measure, encodeMaster, encodeWithin, shareOfDetail, encodePlaceholder, encodeVariant }
export type PictureTasks = typeof tasks

answerCalls(tasks)
