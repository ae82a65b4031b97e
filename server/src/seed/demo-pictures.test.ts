import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { projectPath } from '../config/folders.ts'
import { measure, readLikeness } from '../media/encode-picture.ts'
import { FIRST_ROUND, fileOf, MOST_CODE_BITS } from '../media/picture-variants.ts'
import { masterOf, readDemoPicture, readPreparedPictures } from './demo-pictures.ts'

test('the encoded sizes and facts of each demo picture belong to its current file', async () => {
  const files = await readdir(projectPath('server/demo/pictures'), { recursive: true })
  const endingWith = (end: string) => files.filter((file) => file.endsWith(end)).toSorted()
  const prepared = readPreparedPictures()
  const paths = Object.keys(prepared).toSorted()
  expect(paths.length).toBeGreaterThan(200)
  expect(endingWith('.webp')).toEqual(paths.map((path) => `${path}.webp`).toSorted())
  for (const variant of FIRST_ROUND)
    expect(endingWith(`.${fileOf(variant)}`)).toEqual(
      paths.map((path) => `${path}.${fileOf(variant)}`).toSorted(),
    )
  for (const path of paths) {
    const master = await readFile(masterOf(path))
    const hash = createHash('sha256').update(master).digest('hex')
    expect(prepared[path]?.hash, `${path}: npm run demo-pictures`).toBe(hash)
  }
})

test('a prepared picture shows what its master shows', async () => {
  for (const path of ['cars/sedan-red-1', 'shop/laptop']) {
    const { master, likeness, variants } = await readDemoPicture(path)
    expect(await measure(master.bytes)).toEqual({ width: master.width, height: master.height })
    expect(likeness).toEqual(await readLikeness(master.bytes))
    for (const { variant, bytes } of variants) {
      const { width, height } = await measure(bytes)
      expect(width).toBe(Math.min(variant.width, master.width))
      expect(height).toBeCloseTo((width * master.height) / master.width, -0.5)
      expect(differingBits((await readLikeness(bytes))?.code, likeness?.code)).toBeLessThan(MOST_CODE_BITS)
    }
  }
})

function differingBits(one = '', other = ''): number {
  expect(one.length).toBe(240)
  return [...one].filter((bit, at) => bit !== other[at]).length
}
