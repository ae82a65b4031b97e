import libheif from 'libheif-js/wasm-bundle.js'
import sharp from 'sharp'
import { answerCalls } from '../threads/answer-calls.ts'
import { MOST_PIXELS } from './picture-variants.ts'

// Nothing is decoded by sharp here: it only encodes the pixels that are decoded below.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.concurrency(1)
sharp.cache(false)

/** High enough that the encoding which follows decides the quality. */
const QUALITY = 95

type HeicImage = ReturnType<InstanceType<typeof libheif.HeifDecoder>['decode']>[number]

/** The main picture of a HEIC photo as a JPEG, upright; refuses too many pixels before they are decoded. */
async function convert(bytes: Buffer): Promise<Buffer | 'too large'> {
  const images = new libheif.HeifDecoder().decode(bytes)
  const image = images.find((each) => each.is_primary()) ?? images[0]
  if (!image) throw new Error('no picture is in the file')
  const size = { width: image.get_width(), height: image.get_height() }
  if (size.width * size.height > MOST_PIXELS) return 'too large'
  return sharp(await decode(image, size), { raw: { ...size, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

async function decode(image: HeicImage, size: { width: number; height: number }) {
  const given = { data: new Uint8ClampedArray(size.width * size.height * 4), ...size }
  const { promise, resolve } = Promise.withResolvers<typeof given | null>()
  image.display(given, resolve)
  const decoded = await promise
  if (!decoded) throw new Error('the picture is damaged')
  return decoded.data
}

const tasks = { convert }
export type HeicTasks = typeof tasks

answerCalls(tasks)
