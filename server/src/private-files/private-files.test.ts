import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BucketServer, openBucketServer } from '../testing/bucket-server.ts'
import { addSession, type Person } from '../testing/people.ts'
import { drawDocument, drawEvenSurface } from '../testing/private-files.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { openPrivateFiles, privateFileKeys } from './private-file-storage.ts'
import {
  deleteOldPrivateFiles,
  deletePrivateFiles,
  findPrivateFile,
  keepPrivateFiles,
  privateFileLink,
  readPrivateFile,
  saveOwnPdf,
  savePrivateFile,
} from './private-files.ts'

let market: TestMarket
let owner: Person
beforeAll(async () => {
  market = await openTestMarket()
  owner = await market.signUp()
})
afterAll(() => market.close())

const by = () => ({ accountId: owner.accountId, role: 'user' as const })
const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< >>\n%%EOF\n')
const folderOf = (id: string) => join(market.deps.config.dataDir, 'private', id.slice(0, 2), id.slice(2))

async function saveKept(bytes?: Buffer) {
  const file = await savePrivateFile(market.deps, {
    kind: 'licence_front',
    bytes: bytes ?? (await drawDocument()),
    by: by(),
  })
  await keepPrivateFiles(market.db, { ids: [file.id], now: market.clock.now() })
  return file
}

const open = (link: string, token: string | undefined) =>
  market.app.inject({ url: link, headers: token ? { token } : {} })
const linkFor = (fileId: string, accountId = owner.accountId) =>
  privateFileLink(market.deps, { fileId, accountId })

describe('a private file on the disk', () => {
  test('is a folder apart from the pictures, and holds nothing of what can be read', async () => {
    const file = await saveKept()
    const names = await readdir(folderOf(file.id))
    expect(names.sort()).toEqual(['full.enc', 'small.enc'])
    const { bytes } = (await readPrivateFile(market.deps, file.id)) ?? { bytes: Buffer.alloc(0) }
    expect((await sharp(bytes).metadata()).format).toBe('webp')
    for (const name of names) {
      const stored = await readFile(join(folderOf(file.id), name))
      expect(stored.includes('WEBP')).toBe(false)
      // Every part of 12 bytes of the readable file, at any place.
      for (let at = 0; at + 12 < bytes.length; at += 12)
        if (stored.includes(bytes.subarray(at, at + 12))) throw new Error(`readable at ${at}`)
    }
  })

  test('is encrypted anew each time: the same photo is never stored as the same bytes', async () => {
    const photo = await drawDocument()
    const [one, two] = [await saveKept(photo), await saveKept(photo)]
    const read = async (id: string) => readFile(join(folderOf(id), 'full.enc'))
    expect(one.content_hash).toBe(two.content_hash)
    expect((await read(one.id)).subarray(60).equals((await read(two.id)).subarray(60))).toBe(false)
  })

  test('is refused when any part of it was changed, shortened, or stands for another file', async () => {
    const { id } = await saveKept()
    const path = join(folderOf(id), 'full.enc')
    const whole = await readFile(path)
    for (const at of [0, 6, 20, 50, 60, 500, whole.length - 20, whole.length - 1]) {
      const changed = Buffer.from(whole)
      changed[at] = (changed[at] ?? 0) ^ 1
      await writeFile(path, changed)
      await expect(readPrivateFile(market.deps, id), `byte ${at}`).rejects.toThrow()
    }
    await writeFile(path, whole.subarray(0, -1))
    await expect(readPrivateFile(market.deps, id)).rejects.toThrow()
    await writeFile(path, await readFile(join(folderOf((await saveKept()).id), 'full.enc')))
    await expect(readPrivateFile(market.deps, id)).rejects.toThrow()
    const answer = await open(linkFor(id), owner.token)
    expect(answer.statusCode).toBe(500)
    await writeFile(path, whole)
    expect(await readPrivateFile(market.deps, id)).toBeDefined()
  })
})

describe('what a person sends', () => {
  test('is kept upright, legible and without metadata, with a small variant', async () => {
    const sent = await sharp(await drawDocument(2600, 1700))
      .withExif({ IFD0: { Make: 'Tecno' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(sent.includes('Tecno')).toBe(true)
    const { id, width, height } = await saveKept(sent)
    expect({ width, height }).toEqual({ width: 1308, height: 2000 })
    for (const [variant, longest] of [
      ['full', 2000],
      ['small', 400],
    ] as const) {
      const read = await readPrivateFile(market.deps, id, variant)
      const { exif, xmp, icc, height: high } = await sharp(read?.bytes).metadata()
      expect({ exif, xmp, icc, high }).toEqual({
        exif: undefined,
        xmp: undefined,
        icc: undefined,
        high: longest,
      })
      expect(read?.bytes.includes('Tecno')).toBe(false)
    }
  })

  test.each(['white', 'black', 'grey', 'shaded', 'noisy'] as const)(
    'is refused in a sentence when it is an even %s surface',
    async (surface) => {
      const bytes = await drawEvenSurface(surface)
      const saved = savePrivateFile(market.deps, { kind: 'licence_front', bytes, by: by() })
      await expect(saved).rejects.toMatchObject({ code: 'picture_without_detail' })
    },
  )

  test('is refused before decoding when it would unfold to a wall of pixels', async () => {
    const bytes = await sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const saved = savePrivateFile(market.deps, { kind: 'licence_front', bytes, by: by() })
    await expect(saved).rejects.toMatchObject({ code: 'picture_too_large' })
  })

  test('is a PDF only where the kind allows it, and sent as a download that may run nothing', async () => {
    const licence = savePrivateFile(market.deps, { kind: 'licence_front', bytes: PDF, by: by() })
    await expect(licence).rejects.toMatchObject({ code: 'picture_unsupported' })
    const half = savePrivateFile(market.deps, { kind: 'vehicle_paper', bytes: PDF.subarray(0, 40), by: by() })
    await expect(half).rejects.toMatchObject({ code: 'file_unsupported' })
    const { id } = await savePrivateFile(market.deps, { kind: 'vehicle_paper', bytes: PDF, by: by() })
    const answer = await open(linkFor(id), owner.token)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(PDF)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="vehicle_paper.pdf"',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
  })
})

describe('a link', () => {
  test('opens the file for five minutes, for the account it was given to, and is recorded each time', async () => {
    const { id } = await saveKept()
    const link = linkFor(id)
    for (let look = 0; look < 2; look += 1) {
      const answer = await open(link, owner.token)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('private, no-store')
      expect(answer.headers.etag).toBeUndefined()
    }
    const looks = market.db.selectFrom('access_records').selectAll().where('subject_id', '=', id)
    expect(await looks.execute()).toEqual([
      expect.objectContaining({
        account_id: owner.accountId,
        filter: { kind: 'licence_front', variant: 'full' },
      }),
      expect.objectContaining({ account_id: owner.accountId }),
    ])
    market.clock.advance(240_000)
    expect((await open(link, owner.token)).statusCode).toBe(200)
    market.clock.advance(62_000)
    const over = await open(link, owner.token)
    expect([over.statusCode, over.json().code]).toEqual([404, 'private_file_link_over'])
  })

  test('is nothing to another account, to staff it was not given to, or without a session', async () => {
    const { id } = await saveKept()
    const link = linkFor(id)
    const other = await market.signUp()
    const staff = await market.signUp({ role: 'staff' })
    const { token } = await addSession(market.deps, { ...owner, role: 'user' })
    expect((await open(link, token)).statusCode).toBe(200)
    await market.call('POST /api/user/logout', {}, { token })
    const statuses = [other.token, staff.token, undefined, token].map(
      async (of) => (await open(link, of)).statusCode,
    )
    expect(await Promise.all(statuses)).toEqual([404, 404, 401, 401])
    expect((await open(linkFor(id, staff.accountId), staff.token)).statusCode).toBe(200)
  })

  test('ends when an admin changes what its account may do, also for a session that goes on or is new', async () => {
    const { id } = await saveKept()
    const admin = await market.signUp({ role: 'admin' })
    const clerk = await market.signUp({ role: 'staff', rights: [] })
    const params = { accountId: clerk.accountId }
    const change = async (rights: 'people'[], was: 'people'[]) => {
      const body = { rights, was, reason: 'Another desk' }
      await market.call('POST /api/admin/person/:accountId/rights', { params, body }, admin)
      market.clock.advance(300)
    }
    await change(['people'], [])
    const link = linkFor(id, clerk.accountId)
    expect((await open(link, clerk.token)).statusCode).toBe(200)
    await change([], ['people'])
    expect((await open(link, clerk.token)).json()).toMatchObject({ code: 'private_file_link_over' })
    const asStaff = linkFor(id, clerk.accountId)
    expect((await open(asStaff, clerk.token)).statusCode).toBe(200)
    await market.call(
      'POST /api/admin/person/:accountId/role',
      { params, body: { role: 'user', reason: 'Left the firm' } },
      admin,
    )
    const { token } = await addSession(market.deps, { ...clerk, role: 'user' })
    expect((await open(asStaff, token)).json()).toMatchObject({ code: 'private_file_link_over' })
  })

  test('is refused when any part of it was changed', async () => {
    const { id } = await saveKept()
    const link = linkFor(id)
    const later = link.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 60}`)
    const small = link.replace('variant=full', 'variant=small')
    const another = link.replace(id, (await saveKept()).id)
    const forged = link.replace(/signature=.{4}/, 'signature=AAAA')
    for (const changed of [later, small, another, forged, link.replace(/&signature=.*/, '&signature=x')])
      expect((await open(changed, owner.token)).statusCode, changed).toBe(404)
    expect((await open(link.replace(/expires=\d+/, 'expires=x'), owner.token)).statusCode).toBe(400)
    expect((await open(linkFor(uuidv7()), owner.token)).statusCode).toBe(404)
  })
})

describe('deletion', () => {
  test('goes on where one file cannot be removed, and says which; it is tried again', async () => {
    const [stuck, other] = [await saveKept(), await saveKept()]
    await deletePrivateFiles(market.db, [stuck.id], market.clock.now())
    market.clock.advance(1000)
    await deletePrivateFiles(market.db, [other.id], market.clock.now())
    const { files, keys } = market.deps.privateFiles
    const remove = async (id: string) => {
      if (id === stuck.id) throw new Error('the disk is away')
      await files.remove(id)
    }
    await deleteOldPrivateFiles({ ...market.deps, privateFiles: { keys, files: { ...files, remove } } })
    const left = await market.db
      .selectFrom('private_files')
      .select('id')
      .where('id', 'in', [stuck.id, other.id])
      .execute()
    expect(left).toEqual([{ id: stuck.id }])
    const line = market.logged.find((logged) => logged.includes('private_file_not_deleted'))
    expect(line).toContain(stuck.id)
    await deleteOldPrivateFiles(market.deps)
    await expect(readdir(folderOf(stuck.id))).rejects.toThrow('ENOENT')
  })

  test('hides a file at once and removes its bytes', async () => {
    const { id } = await saveKept()
    const link = linkFor(id)
    await deletePrivateFiles(market.db, [id], market.clock.now())
    expect((await open(link, owner.token)).statusCode).toBe(404)
    await deleteOldPrivateFiles(market.deps)
    await expect(readdir(folderOf(id))).rejects.toThrow('ENOENT')
    const row = market.db.selectFrom('private_files').select('id').where('id', '=', id)
    expect(await row.execute()).toEqual([])
  })

  test('takes a file that nothing kept within a day, and one that is past its time', async () => {
    const unkept = await savePrivateFile(market.deps, {
      kind: 'condition_photo',
      bytes: await drawDocument(),
      by: by(),
    })
    const dated = await saveKept()
    const day = 24 * 3_600_000
    const deleteAfter = new Date(market.clock.now().getTime() + 2 * day)
    await keepPrivateFiles(market.db, { ids: [dated.id], deleteAfter, now: market.clock.now() })
    const agreement = await saveOwnPdf(market.deps, { kind: 'agreement', bytes: PDF })
    await keepPrivateFiles(market.db, { ids: [agreement.id], now: market.clock.now() })
    const left = async () => {
      await deleteOldPrivateFiles(market.deps)
      const ids = [unkept.id, dated.id, agreement.id]
      const found = await Promise.all(ids.map((id) => findPrivateFile(market.deps, id)))
      return found.map((file) => file !== undefined)
    }
    expect(await left()).toEqual([true, true, true])
    market.clock.advance(day + 1000)
    expect(await left()).toEqual([false, true, true])
    const late = keepPrivateFiles(market.db, { ids: [unkept.id], now: market.clock.now() })
    await expect(late).rejects.toThrow('is gone')
    market.clock.advance(day)
    expect(await left()).toEqual([false, false, true])
  })
})

describe('keys', () => {
  test('a start with a key that opens not all files is refused in a sentence; the old key beside a new one opens all', async () => {
    await saveKept()
    const { config } = market.deps
    const [old, fresh] = ['o'.repeat(40), 'n'.repeat(40)]
    await openPrivateFiles(market.db, config)
    await expect(openPrivateFiles(market.db, { ...config, privateFilesKeys: [fresh] })).rejects.toThrow(
      /^PRIVATE_FILES_KEY does not open \d+ of the private files/,
    )
    const stored = privateFileKeys([old]).encrypt('a', Buffer.from('secret'))
    expect(() => privateFileKeys([fresh]).decrypt('a', stored)).toThrow('a key that is not set')
    expect(privateFileKeys([fresh, old]).decrypt('a', stored).toString()).toBe('secret')
    expect(privateFileKeys([fresh, old]).keyId).toBe(privateFileKeys([fresh]).keyId)
  })
})

describe('in a bucket', () => {
  let server: BucketServer
  let cloud: TestMarket
  beforeAll(async () => {
    server = await openBucketServer()
    cloud = await openTestMarket({ env: { MEDIA_URL: server.mediaUrl() } })
  })
  afterAll(async () => {
    await cloud.close()
    await server.close()
  })

  test('files are under a prefix of their own, encrypted, and removed', async () => {
    const person = await cloud.signUp()
    const sender = { accountId: person.accountId, role: 'user' as const }
    const bytes = await drawDocument()
    server.asked.length = 0
    const { id } = await savePrivateFile(cloud.deps, { kind: 'licence_back', bytes, by: sender })
    expect(
      server.asked.filter((asked) => asked.startsWith('PUT')).every((put) => put.includes('/private/')),
    ).toBe(true)
    expect((await readPrivateFile(cloud.deps, id))?.file.kind).toBe('licence_back')
    const { files } = cloud.deps.privateFiles
    expect((await files.read(id, 'full.enc'))?.toString('latin1', 0, 5)).toBe('TWPF1')
    await deletePrivateFiles(cloud.db, [id], cloud.clock.now())
    await deleteOldPrivateFiles(cloud.deps)
    expect(await files.has(id, 'full.enc')).toBe(false)
  })
})
