import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../http/app-error.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { pictureQueue } from './picture-queue.ts'
import { pregenerateVariants } from './picture-tasks.ts'
import { VARIANTS } from './picture-variants.ts'
import { savePicture } from './save-picture.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** A picture that compresses like a photo does, with fine detail in it. */
function photo(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const
  return sharp({ create: { width, height, channels: 3, background: '#7a5', noise } })
}

async function refusalOf(bytes: Buffer): Promise<AppError> {
  const error: unknown = await savePicture(market.deps, bytes).catch((refused: unknown) => refused)
  if (error instanceof AppError) return error
  throw new Error('the picture was not refused')
}

const get = (url: string, headers: Record<string, string> = {}) => market.app.inject({ url, headers })

describe('a picture that a person sends', () => {
  test('is kept without the place it was taken at, upright and at most 1200 wide', async () => {
    const withPlace = await photo(1600, 900)
      .withExif({
        IFD0: { Make: 'Tecno' },
        IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(withPlace).metadata()).exif?.includes('Tecno')).toBe(true)

    const { hash, width, height, placeholder } = await savePicture(market.deps, withPlace)

    expect({ width, height }).toEqual({ width: 900, height: 1600 })
    const master = await market.deps.pictures.files.read(hash, 'master.webp')
    const { exif, icc, xmp, format } = await sharp(master).metadata()
    expect({ exif, icc, xmp, format }).toEqual({
      exif: undefined,
      icc: undefined,
      xmp: undefined,
      format: 'webp',
    })
    expect(master?.includes('Tecno')).toBe(false)
    expect(placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(placeholder.length).toBeLessThan(400)
  })

  test('is kept once, however often it is sent', async () => {
    const bytes = await photo(500, 400).png().toBuffer()
    const kept = await Promise.all([1, 2, 3, 4].map(() => savePicture(market.deps, bytes)))
    expect(new Set(kept.map((picture) => picture.hash)).size).toBe(1)
    const rows = await market.db
      .selectFrom('pictures')
      .select('hash')
      .where('hash', '=', kept[0]?.hash ?? '')
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('may lack a background, which becomes white', async () => {
    const clear = { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } as const
    const { hash } = await savePicture(market.deps, await sharp({ create: clear }).png().toBuffer())
    const { channels, dominant } = await sharp(await market.deps.pictures.files.read(hash, 'master.webp'))
      .stats()
      .then(({ channels, dominant }) => ({ channels: channels.length, dominant }))
    expect(channels).toBe(3)
    expect(dominant.r).toBeGreaterThan(240)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'
  test.each([
    ['an SVG', Buffer.from(svg), 'picture_unsupported'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'picture_unsupported'],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64'), 'picture_unsupported'],
    ['nothing', Buffer.alloc(0), 'picture_unsupported'],
    [
      'an SVG that starts like a JPEG',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
      'picture_unreadable',
    ],
    [
      'a WebP of noise',
      Buffer.concat([Buffer.from('RIFF\x10\0\0\0WEBPVP8 '), Buffer.alloc(200, 7)]),
      'picture_unreadable',
    ],
    ['more bytes than a picture has', Buffer.alloc(16 * 1024 * 1024, 0xff), 'picture_too_large'],
  ] as const)('is refused in a sentence when it is %s', async (_, bytes, code) => {
    const refusal = await refusalOf(bytes)
    expect(refusal.code).toBe(code)
    expect(refusal.message).toMatch(/^[A-Z].+\.$/)
  })

  test.each(['jpeg', 'png', 'webp'] as const)('is refused when half of a %s is missing', async (format) => {
    const whole = await photo(600, 400).toFormat(format).toBuffer()
    const refusal = await refusalOf(whole.subarray(0, whole.length / 2))
    expect(refusal.code).toBe('picture_unreadable')
  })

  test('is refused before decoding when it would unfold to a wall of pixels', async () => {
    const bomb = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect((await refusalOf(bomb)).code).toBe('picture_too_large')
  })
})

describe('a kept picture', () => {
  let hash = ''
  beforeAll(async () => {
    hash = (await savePicture(market.deps, await photo(1400, 700).jpeg().toBuffer())).hash
  })

  test.each(VARIANTS)('is served at $width as $format, for ever', async ({ width, format }) => {
    const answer = await get(`/media/${hash}/${width}.${format}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe(
      { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' }[format],
    )
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    if (format !== 'avif') expect((await sharp(answer.rawPayload).metadata()).width).toBe(width)
    else expect(answer.rawPayload.toString('latin1', 4, 12)).toBe('ftypavif')
    const again = await get(`/media/${hash}/${width}.${format}`, {
      'if-none-match': String(answer.headers.etag),
    })
    expect(again.statusCode).toBe(304)
  })

  test('is drawn once for all who ask at the same time', async () => {
    const { hash: asked } = await savePicture(market.deps, await photo(1200, 800).jpeg().toBuffer())
    const answers = await Promise.all(Array.from({ length: 8 }, () => get(`/media/${asked}/640.webp`)))
    expect(new Set(answers.map((answer) => answer.rawPayload.toString('base64'))).size).toBe(1)
    const { media } = market.deps.config
    const folder = media.kind === 'files' ? `${media.folder}/${asked.slice(0, 2)}/${asked.slice(2)}` : ''
    expect((await readdir(folder)).sort()).toEqual(['640.webp', 'master.webp'])
  })

  test('is never made larger than it is', async () => {
    const { hash: small } = await savePicture(market.deps, await photo(600, 400).jpeg().toBuffer())
    const answer = await get(`/media/${small}/1200.jpg`)
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(600)
  })

  test.each([
    (known: string) => `/media/${'0'.repeat(64)}/640.avif`.replace('known', known),
    (known: string) => `/media/${known}/641.avif`,
    (known: string) => `/media/${known}/640.png`,
    (known: string) => `/media/${known}/master.webp`,
    (known: string) => `/media/${known.toUpperCase()}x/640.avif`,
    (known: string) => `/media/${known}/..%2f640.avif`,
    (known: string) => `/media/..%2f..%2f${known.slice(6)}/640.avif`,
    (known: string) => `/media/${known}/640.avif%00.jpg`,
  ])('answers nothing at a wrong address (%#)', async (address) => {
    const answer = await get(address(hash))
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
    expect(answer.headers['content-type']).toContain('application/json')
  })
})

test('what browsers ask for is drawn ahead, a while at a time', async () => {
  const shop = await openTestMarket()
  const { hash } = await savePicture(shop.deps, await photo(400, 300).jpeg().toBuffer())
  const { files } = shop.deps.pictures
  expect(await pregenerateVariants(shop.deps, 0)).toBe(true)
  expect(await pregenerateVariants(shop.deps, 60_000, AbortSignal.abort())).toBe(true)
  expect(await files.has(hash, '640.avif')).toBe(false)
  expect(await pregenerateVariants(shop.deps, 60_000)).toBe(false)
  expect(await files.has(hash, '640.avif')).toBe(true)
  expect(await files.has(hash, '1200.jpg')).toBe(true)
  await shop.close()
})

test('at most two pictures are drawn at a time, and those that can wait do', async () => {
  const work = pictureQueue(2)
  const order: string[] = []
  let running = 0
  let most = 0
  const draw = (name: string) => async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    order.push(name)
  }
  await Promise.all([
    work.run(draw('now 1')),
    work.run(draw('later 1'), 'background'),
    work.run(draw('later 2'), 'background'),
    ...[2, 3, 4].map((number) => work.run(draw(`now ${number}`))),
  ])
  expect(most).toBe(2)
  expect(order.slice(-2)).toEqual(['later 1', 'later 2'])
})

describe('uploads that wait to be drawn', () => {
  /** Work that ends when it is told to. */
  function openWork() {
    const ends: (() => void)[] = []
    const started: string[] = []
    const piece = (name: string) => () => {
      started.push(name)
      return new Promise<string>((resolve) => ends.push(() => resolve(name)))
    }
    const endAll = async () => {
      await new Promise((resolve) => setImmediate(resolve))
      for (let end = ends.shift(); end; end = ends.shift()) {
        end()
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    return { piece, started, endAll }
  }

  test('never hold up a visitor’s picture', async () => {
    const { piece, started, endAll } = openWork()
    const work = pictureQueue(2)
    const uploads = [1, 2, 3].map((number) => work.run(piece(`upload ${number}`), 'upload', 'a seller'))
    const visit = work.run(piece('visit'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(started).toEqual(['upload 1', 'visit'])
    await endAll()
    expect(await Promise.all([...uploads, visit])).toEqual(['upload 1', 'upload 2', 'upload 3', 'visit'])
  })

  test('are refused beyond a few of one person and beyond some in all, and taken again afterwards', async () => {
    const { piece, endAll } = openWork()
    const work = pictureQueue(2, { maxUploadsWaiting: 3, maxUploadsPerPerson: 2 })
    const send = (of: string) => work.run(piece(of), 'upload', of)
    const taken = [send('a'), send('a')]
    await expect(send('a')).rejects.toMatchObject({ code: 'unavailable' })
    taken.push(send('b'), send('c'))
    await expect(send('d')).rejects.toMatchObject({ code: 'unavailable' })
    await endAll()
    expect(await Promise.all(taken)).toEqual(['a', 'a', 'b', 'c'])
    const again = send('a')
    await endAll()
    expect(await again).toBe('a')
  })
})
