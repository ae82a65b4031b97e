import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { projectPath } from '../config/folders.ts'
import { drawCar } from '../testing/phone-photos.ts'
import { encodeMaster, readLikeness } from './encode-picture.ts'
import { isSameLikeness, mirrored } from './likeness.ts'
import { type Likeness, MOST_CODE_BITS } from './picture-variants.ts'

const FOLDER = projectPath('server/demo/pictures/cars')

const isSame = (one: Likeness | null, other: Likeness | null) =>
  one !== null &&
  other !== null &&
  [...one.code].filter((bit, at) => bit !== other.code[at]).length <= MOST_CODE_BITS &&
  isSameLikeness(one.fields, other.fields)

const isMirrorImage = (one: Likeness | null, other: Likeness | null) =>
  one !== null && other !== null && isSameLikeness(mirrored(one.fields), other.fields)

test('a picture is known again smaller, encoded anew and as another kind, and no two cars are one', async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.webp')).slice(0, 24)
  expect(names.length).toBe(24)
  const masters = await Promise.all(
    names.map(async (name) => (await encodeMaster(await sharp(`${FOLDER}/${name}`).toBuffer())).bytes),
  )
  const known = await Promise.all(masters.map(readLikeness))
  for (const [at, master] of masters.entries()) {
    const copies = [
      await sharp(master).resize(1080).jpeg({ quality: 70 }).toBuffer(),
      await sharp(master).resize(320).jpeg({ quality: 40 }).toBuffer(),
      await sharp(master).resize(640).png().toBuffer(),
    ]
    for (const copy of copies)
      expect(isSame(known[at] ?? null, await readLikeness(copy)), names[at]).toBe(true)
  }
  for (const [at, one] of known.entries())
    for (const [offset, other] of known.slice(at + 1).entries()) {
      expect(isSame(one, other), `${names[at]} and ${names[at + 1 + offset]}`).toBe(false)
      expect(isMirrorImage(one, other), `${names[at]} mirrored and ${names[at + 1 + offset]}`).toBe(false)
    }
})

test('a picture is known again in a mirror', async () => {
  const master = (await encodeMaster(await sharp(`${FOLDER}/sedan-black-2.webp`).toBuffer())).bytes
  const copy = await sharp(master).flop().resize(640).jpeg({ quality: 60 }).toBuffer()
  const [known, turned] = [await readLikeness(master), await readLikeness(copy)]
  expect([isSame(known, turned), isMirrorImage(known, turned)]).toEqual([false, true])
})

test('an even surface looks like nothing, so that walls are not one picture', async () => {
  const wall = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#ddd' } })
    .png()
    .toBuffer()
  expect(await readLikeness(wall)).toBeNull()
  expect(await readLikeness(await drawCar().png().toBuffer())).not.toBeNull()
})
