import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drawCar, PHONE_PHOTOS } from '../testing/phone-photos.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { savePicture } from './save-picture.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

/** The brightness of each colour in 8 by 6 fields. */
async function fields(picture: Buffer): Promise<number[]> {
  return [...(await sharp(picture).flatten().resize(8, 6, { fit: 'fill' }).removeAlpha().raw().toBuffer())]
}

describe('a photo of a phone', () => {
  test.each(PHONE_PHOTOS)('is taken and shows what it showed: %s', async (name, draw) => {
    const { hash, width, height } = await savePicture(market.deps, await draw())
    const shown = await fields(
      (await market.deps.pictures.files.read(hash, 'master.webp')) ?? Buffer.alloc(0),
    )
    const isTurned = name === 'a HEIC that was turned'
    expect({ width, height }).toEqual(isTurned ? { width: 240, height: 320 } : { width: 320, height: 240 })
    const car = await drawCar().png().toBuffer()
    const drawn = await fields(isTurned ? await sharp(car).rotate(90).png().toBuffer() : car)
    const difference = shown.map((value, at) => Math.abs(value - (drawn[at] ?? 0)))
    expect(difference.reduce((sum, value) => sum + value, 0) / difference.length).toBeLessThan(10)
  })

  const [, phone = () => Buffer.alloc(0)] = PHONE_PHOTOS.find(([name]) => name === 'a HEIC') ?? []

  test('is refused when it is a HEIC of which a part is missing, or whose description is noise', async () => {
    const bytes = await phone()
    const noise = Buffer.concat([bytes.subarray(0, 60), Buffer.alloc(bytes.length - 60, 0x5a)])
    for (const damaged of [bytes.subarray(0, bytes.length - 300), bytes.subarray(0, 60), noise])
      await expect(savePicture(market.deps, damaged)).rejects.toMatchObject({ code: 'picture_unreadable' })
  })

  test('is refused before decoding when it is a HEIC that would unfold to a wall of pixels', async () => {
    const bytes = Buffer.from(await phone())
    const size = bytes.indexOf('ispe') + 8
    bytes.writeUInt32BE(9_000, size)
    bytes.writeUInt32BE(9_000, size + 4)
    await expect(savePicture(market.deps, bytes)).rejects.toMatchObject({ code: 'picture_too_large' })
  })

  test('is refused when half of a JPEG is missing', async () => {
    const bytes = await drawCar().jpeg({ quality: 92 }).toBuffer()
    const half = savePicture(market.deps, bytes.subarray(0, bytes.length / 2))
    await expect(half).rejects.toMatchObject({ code: 'picture_unreadable' })
  })

  test('is refused when a progressive JPEG has no more than its colours', async () => {
    const bytes = await drawCar().jpeg({ quality: 92, progressive: true }).toBuffer()
    const second = bytes.indexOf(Buffer.from([0xff, 0xda]), bytes.indexOf(Buffer.from([0xff, 0xda])) + 2)
    const begun = savePicture(market.deps, bytes.subarray(0, second + 40))
    await expect(begun).rejects.toMatchObject({ code: 'picture_unreadable' })
  })
})
