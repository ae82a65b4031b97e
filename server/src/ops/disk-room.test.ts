import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { addCar } from '../testing/fleet.ts'
import { carForm } from '../testing/fleet-form.ts'
import { postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { checkDiskRoom, readDiskRoom } from './disk-room.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const withRoom = (bytes: number, inodes = 1) => checkDiskRoom(market.deps, async () => ({ bytes, inodes }))

test('admins are told at a tenth of the room or of the files, and again at three hundredths', async () => {
  const { token } = await market.signUp({ role: 'admin' })
  const told = async () => (await market.call('GET /api/admin/today', {}, { token })).data.warnings
  await withRoom(0.5)
  expect(await told()).toEqual([])
  await withRoom(0.5, 0.09)
  await withRoom(0.09)
  expect(await told()).toEqual(['disk_filling'])
  await withRoom(0.02)
  expect(await told()).toEqual(['disk_filling', 'disk_nearly_full'])
  expect(market.logged.filter((line) => line.includes('has little room'))).toHaveLength(2)
  await withRoom(0.5)
  expect(await told()).toEqual([])
  const { body } = await market.app.inject({ url: '/metrics', headers: { token } })
  const { bytes } = await readDiskRoom(market.deps.config.dataDir)
  expect(Number(/disk_free_ratio\{of="bytes"\} (\S+)/.exec(body)?.[1])).toBeCloseTo(bytes, 1)
})

test('admins are mailed at each degree, once a day, and other staff are not', async () => {
  const admin = await market.signUp({ role: 'admin' })
  const clerk = await market.signUp({ role: 'staff' })
  const mailed = async ({ accountId }: { accountId: string }) => {
    const rows = await market.db
      .selectFrom('notifications')
      .select('dedupe_key')
      .where('kind', '=', 'disk_room')
      .where('account_id', '=', accountId)
      .execute()
    return rows.length
  }
  market.clock.advance(86_400_000)
  for (const free of [0.5, 0.09, 0.08, 0.5, 0.07]) await withRoom(free)
  expect([await mailed(admin), await mailed(clerk)]).toEqual([1, 0])
  await withRoom(0.02)
  expect(await mailed(admin)).toBe(2)
  await withRoom(0.09)
  market.clock.advance(86_400_000)
  await withRoom(0.09)
  expect(await mailed(admin)).toBe(3)
  await withRoom(0.5)
})

test('uploads are refused at once although the mail cannot be written, which is tried again', async () => {
  const admin = await market.signUp({ role: 'admin' })
  market.clock.advance(86_400_000)
  const transaction = () => {
    throw new Error('no room')
  }
  const db = { transaction } as never
  const full = async () => ({ bytes: 0.01, inodes: 1 })
  await expect(checkDiskRoom({ ...market.deps, db }, full)).rejects.toThrow('no room')
  expect([...market.deps.warnings]).toEqual(['disk_filling', 'disk_nearly_full'])
  await checkDiskRoom(market.deps, full)
  const mails = market.db.selectFrom('notifications').select('id').where('account_id', '=', admin.accountId)
  expect(await mails.where('kind', '=', 'disk_room').execute()).toHaveLength(2)
  await withRoom(0.5)
})

test('with hardly any room uploads are refused in a sentence, and other changes are made', async () => {
  const staff = await market.signUp({ role: 'staff' })
  const carId = await addCar(market.db)
  await withRoom(0.01)
  const upload = await postForm(market, '/api/admin/cars', await carForm(), staff)
  expect([upload.statusCode, upload.json().code]).toEqual([503, 'unavailable'])
  expect(upload.json().message).toContain('disk')
  const body = { available: false, note: 'At the garage' }
  const change = market.call('POST /api/admin/car/:carId/availability', { params: { carId }, body }, staff)
  expect(await change).toMatchObject({ success: true })
  await withRoom(0.5)
})

test('uploads are refused by the disk of their own kind of files, and not where these are in a bucket', async () => {
  const staff = await market.signUp({ role: 'staff' })
  const { config, pictures, privateFiles } = market.deps
  const folder = pictures.files.folder ?? ''
  const full = (path: string) =>
    checkDiskRoom(market.deps, async (at) => ({ bytes: at === path ? 0.01 : 0.5, inodes: 1 }))
  const send = async () => (await postForm(market, '/api/admin/cars', await carForm(), staff)).statusCode
  await full(folder)
  expect([...market.deps.warnings]).toEqual(['disk_filling', 'disk_nearly_full'])
  expect([await send(), privateFiles.files.isDiskFull]).toEqual([503, false])
  await full(privateFiles.files.folder ?? '')
  expect([await send(), privateFiles.files.isDiskFull]).toEqual([200, true])
  await full(config.dataDir)
  expect(await send()).toBe(200)
  pictures.files.folder = undefined
  await withRoom(0.01)
  expect([await send(), privateFiles.files.isDiskFull]).toEqual([200, true])
  pictures.files.folder = folder
  await withRoom(0.5)
})

test.each([
  ['a file', Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' })],
  ['a row', Object.assign(new pg.DatabaseError('could not extend file', 21, 'error'), { code: '53100' })],
])('what cannot be written for want of room, %s, is answered 503 and says so', async (_, error) => {
  const app = await createApp(market.deps)
  app.post('/api/full', async () => {
    throw error
  })
  const answer = await app.inject({ method: 'POST', url: '/api/full' })
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  expect(answer.json().message).toContain('disk is full')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  await app.close()
})

test('a picture whose smaller size cannot be saved is shown all the same', async () => {
  const staff = await market.signUp({ role: 'staff' })
  const added = await postForm(market, '/api/admin/cars', await carForm(), staff)
  const hash = /\/media\/([0-9a-f]{64})\//.exec(added.json().data.image)?.[1]
  const { config } = market.deps
  if (config.media.kind !== 'files') throw new Error('the tests keep pictures in a folder')
  const drafts = join(config.media.folder, 'drafts')
  await rm(drafts, { recursive: true, force: true })
  await writeFile(drafts, 'in the way')
  const picture = await market.app.inject({ url: `/media/${hash}/320.webp` })
  expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
  await rm(drafts)
})
