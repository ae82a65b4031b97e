import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MASTER_FILE } from '../media/picture-variants.ts'
import { savePicture } from '../media/save-picture.ts'
import { keepPrivateFiles, saveOwnPdf, savePrivateFile } from '../private-files/private-files.ts'
import { dataFolder } from '../testing/data-folder.ts'
import { drawDocument } from '../testing/private-files.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { archivedFolders, fileArchive } from './archive-files.ts'
import { checkFiles } from './check-files.ts'

let market: TestMarket
let archive: string
/** A picture and a licence, of which the archive has copies. */
let hash: string
let licence: string

beforeAll(async () => {
  market = await openTestMarket()
  const owner = await market.signUp()
  hash = (await savePicture(market.deps, await drawDocument(640, 400))).hash
  const by = { accountId: owner.accountId, role: 'user' as const }
  const kind = 'licence_front' as const
  licence = (await savePrivateFile(market.deps, { kind, bytes: await drawDocument(), by })).id
  await keepPrivateFiles(market.db, { ids: [licence], now: market.clock.now() })
})
afterAll(() => market.close())

const folderOf = (name: 'media' | 'private', id: string) =>
  join(market.deps.config.dataDir, name, id.slice(0, 2), id.slice(2))

async function check() {
  const sources = await archivedFolders(archive)
  return checkFiles({ db: market.db, config: market.deps.config, sources, now: market.clock.now() })
}

test('what is lost is named; what an archive has is brought back, also where the present file is damaged', async () => {
  archive = await dataFolder()
  expect(await check()).toEqual({ needed: 3, broughtBack: 0, lost: [] })
  await fileArchive({ config: market.deps.config, archive, days: 7 }).follow(new Date())

  await rm(folderOf('private', licence), { recursive: true })
  await writeFile(join(folderOf('media', hash), MASTER_FILE), 'half of a pict')
  expect(await check()).toEqual({ needed: 3, broughtBack: 3, lost: [] })
  expect(await check()).toEqual({ needed: 3, broughtBack: 0, lost: [] })

  archive = await dataFolder()
  await writeFile(join(folderOf('private', licence), 'full.enc'), 'no paper')
  await rm(folderOf('media', hash), { recursive: true })
  expect(await check()).toEqual({
    needed: 3,
    broughtBack: 0,
    lost: [`media/${hash}/${MASTER_FILE}`, `private/${licence}/full.enc`],
  })
})

test('a file that nothing refers to yet is not missed', async () => {
  archive = await dataFolder()
  const before = await check()
  const pdf = await saveOwnPdf(market.deps, { kind: 'agreement', bytes: Buffer.from('%PDF-') })
  await rm(folderOf('private', pdf.id), { recursive: true })
  expect(await check()).toEqual(before)
})
