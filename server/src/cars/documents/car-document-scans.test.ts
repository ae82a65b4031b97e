import { addDays } from '@twende/contract/calendar-day.ts'
import type { CarDocument } from '@twende/contract/cars/car-document-routes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldPrivateFiles } from '../../private-files/private-files.ts'
import { addCarPaper } from '../../testing/car-papers.ts'
import { addCar } from '../../testing/fleet.ts'
import type { Person } from '../../testing/people.ts'
import { drawDocument, drawEvenSurface } from '../../testing/private-files.ts'
import { BOOKING_MORNING } from '../../testing/renting.ts'
import { type FormFields, postForm, sendUntilTaken } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'
import { trial } from '../../testing/trial.ts'

const TODAY = '2026-04-01'
const PDF = '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< >>\n%%EOF\n'

let market: TestMarket
let staff: Person
let colleague: Person
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
  colleague = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const photo = async () => new Blob([new Uint8Array(await drawDocument())], { type: 'image/jpeg' })
const pdf = () => new Blob([PDF], { type: 'application/pdf' })

const paper = {
  kind: 'insurance',
  number: 'POL/9',
  issuer: 'Jubilee',
  validFrom: TODAY,
  validUntil: addDays(TODAY, 364),
}
type Options = { idempotencyKey?: string; token?: string }
const add = (carId: string, fields: FormFields, options: Options = {}) =>
  postForm(market, `/api/admin/car/${carId}/documents`, { ...paper, ...fields }, { ...staff, ...options })
const attach = (documentId: string, fields: FormFields, options: Options = {}) =>
  postForm(market, `/api/admin/car-document/${documentId}/scan`, fields, { ...staff, ...options })

async function documentsOf(carId: string, by = staff): Promise<CarDocument[]> {
  const { data } = await market.call('GET /api/admin/car/:carId/documents', { params: { carId } }, by)
  return data.documents
}
async function withoutScan() {
  const carId = await addCar(market.db)
  const days = { validFrom: TODAY, validUntil: addDays(TODAY, 30) }
  return { carId, documentId: await addCarPaper(market, carId, { kind: 'inspection', ...days }) }
}
const open = (link: string, token?: string) =>
  market.app.inject({ url: link, headers: token ? { token } : {} })
const countFiles = async () =>
  (await market.db.selectFrom('private_files').select('id').where('kind', '=', 'vehicle_paper').execute())
    .length

describe('the scan of a document', () => {
  test('is sent with the document, opened by staff at a link of their own, and each look is recorded', async () => {
    const carId = await addCar(market.db)
    expect((await add(carId, { scan: await photo() })).statusCode).toBe(200)
    const [document] = await documentsOf(carId)
    expect(document?.scan).toMatchObject({ kind: 'vehicle_paper', mediaType: 'image/webp' })
    const link = document?.scan?.link ?? ''
    const opened = await open(link, staff.token)
    expect(opened.statusCode).toBe(200)
    expect(opened.headers['content-type']).toBe('image/webp')
    for (const token of [undefined, colleague.token, (await market.signUp()).token])
      expect((await open(link, token)).statusCode).toBeGreaterThanOrEqual(400)
    const looks = await market.db
      .selectFrom('access_records')
      .selectAll()
      .where('subject_id', '=', document?.scan?._id ?? '')
      .execute()
    expect(looks).toMatchObject([
      { account_id: staff.accountId, filter: { kind: 'vehicle_paper', variant: 'full' } },
    ])
    market.clock.advance(301_000)
    expect((await open(link, staff.token)).statusCode).toBe(404)
  })

  test('may be a PDF and is attached later, once: a second one is refused, and the same request is not', async () => {
    const { carId, documentId } = await withoutScan()
    const scan = pdf()
    const once = { idempotencyKey: `scan-of-${documentId}` }
    expect((await attach(documentId, { scan }, once)).statusCode).toBe(200)
    expect((await attach(documentId, { scan }, once)).statusCode).toBe(200)
    const again = await attach(documentId, { scan: await photo() })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ code: 'car_document_has_scan' })
    const [document] = await documentsOf(carId)
    expect(document?.scan).toMatchObject({ mediaType: 'application/pdf', thumbnailLink: null })
    const opened = await open(document?.scan?.link ?? '', staff.token)
    expect(opened.body).toBe(PDF)
    expect(opened.headers['content-disposition']).toBe('attachment; filename="vehicle_paper.pdf"')
  })

  trial('is one of two that are attached at the same time', { full: 12, few: 4 }, async ({ rounds }) => {
    for (let round = 0; round < rounds; round += 1) {
      const { documentId } = await withoutScan()
      const scans = [await photo(), await photo(), await photo()]
      // More forms of one person at once than the server takes.
      const sent = await Promise.all(scans.map((scan) => sendUntilTaken(() => attach(documentId, { scan }))))
      expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    }
  })

  test('is refused where it shows nothing, is no photo or PDF, is missing, or the document is withdrawn', async () => {
    const { carId, documentId } = await withoutScan()
    const wall = new Blob([new Uint8Array(await drawEvenSurface('white'))])
    const before = await countFiles()
    for (const [fields, code] of [
      [{ scan: wall }, 'picture_without_detail'],
      [{ scan: new Blob(['a text']) }, 'file_unsupported'],
      [{}, 'scan_missing'],
      [{ other: await photo() }, 'invalid'],
    ] as const)
      expect((await attach(documentId, fields)).json()).toMatchObject({ code })
    expect((await add(carId, { scan: wall })).json()).toMatchObject({ code: 'picture_without_detail' })
    expect(await documentsOf(carId)).toHaveLength(1)
    await market.call(
      'POST /api/admin/car-document/:documentId/withdraw',
      { params: { documentId }, body: { reason: 'Entered wrongly' } },
      staff,
    )
    expect((await attach(documentId, { scan: await photo() })).json()).toMatchObject({
      code: 'car_document_not_found',
    })
    expect(await countFiles()).toBe(before)
  })

  test('stays as long as the document, also once it is withdrawn, and no statement replaces or removes it', async () => {
    const carId = await addCar(market.db)
    await add(carId, { scan: await photo() })
    const [document] = await documentsOf(carId)
    const [documentId, fileId] = [document?._id ?? '', document?.scan?._id ?? '']
    await market.call(
      'POST /api/admin/car-document/:documentId/withdraw',
      { params: { documentId }, body: { reason: 'Entered wrongly' } },
      staff,
    )
    market.clock.advance(400 * 86_400_000)
    await deleteOldPrivateFiles(market.deps)
    const later = await market.signUp({ role: 'staff' })
    const [kept] = await documentsOf(carId, later)
    expect((await open(kept?.scan?.link ?? '', later.token)).statusCode).toBe(200)
    const set = (scan: string | null) =>
      market.db.updateTable('car_documents').set({ scan }).where('id', '=', documentId).execute()
    await expect(set(null)).rejects.toMatchObject({ constraint: 'car_document_keeps_its_scan' })
    await expect(
      market.db.deleteFrom('private_files').where('id', '=', fileId).execute(),
    ).rejects.toMatchObject({ code: '23001' })
  })
})
