import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListing, drawPhoto } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { deleteUnusedPictures } from './picture-tasks.ts'
import { MASTER_FILE } from './picture-variants.ts'
import { savePicture } from './save-picture.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

test('a picture that nothing shows is swept after a day, and can be kept again; one that a car shows stays', async () => {
  const { deps, db, clock } = market
  const seller = await market.signUp()
  await createListing(market, seller)
  const [shown] = await db.selectFrom('pictures').select('hash').execute()
  const bytes = Buffer.from(await (await drawPhoto()).arrayBuffer())
  const { hash } = await savePicture(deps, bytes)
  expect(await deleteUnusedPictures(deps)).toBe(0)
  clock.advance(25 * 3_600_000)
  expect(await deleteUnusedPictures(deps)).toBe(1)
  expect(await db.selectFrom('pictures').select('hash').execute()).toEqual([shown])
  expect(await deps.pictures.files.has(hash, MASTER_FILE)).toBe(false)
  await savePicture(deps, bytes)
  expect(await deps.pictures.files.has(hash, MASTER_FILE)).toBe(true)
  expect(await deleteUnusedPictures(deps)).toBe(0)
})
