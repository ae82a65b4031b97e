import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readOldPhotos } from '../private-files/read-old-photos.ts'
import { driverForm } from '../testing/driving.ts'
import { addCar } from '../testing/fleet.ts'
import type { Person } from '../testing/people.ts'
import { BOOKING_MORNING, bookCar } from '../testing/renting.ts'
import { drawView, type FormFields, postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
let licence: Blob
beforeAll(async () => {
  market = await openTestMarket({ now: BOOKING_MORNING, env: { RATE_LIMIT: 'off' } })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())
beforeEach(async () => {
  licence = await drawView()
})

const JUMA = { fullName: 'Juma Otieno', licenceNumber: 'DL-7654321', identityNumber: '87654321' }

/** The photo as a messenger passes it on: smaller, and encoded anew. */
async function passedOn(photo: Blob): Promise<Blob> {
  const bytes = Buffer.from(await photo.arrayBuffer())
  return new Blob([new Uint8Array(await sharp(bytes).resize(300).jpeg({ quality: 50 }).toBuffer())])
}

/** A new customer sends papers, of which only what a test depends on is not their own. */
async function sendPapers(given: FormFields, customer?: Person): Promise<string> {
  const by = customer ?? (await market.signUp())
  const period = { startDate: '2026-04-10', endDate: '2026-04-13' }
  const { _id } = await bookCar(market, by, await addCar(market.db), period)
  const own = {
    licenceFront: await drawView(),
    licenceBack: await drawView(),
    identityFront: await drawView(),
  }
  const form = await driverForm({ ...own, ...given })
  const sent = await postForm(market, `/api/booking/${_id}/driver`, form, { token: by.token })
  expect(sent.statusCode, sent.body).toBe(200)
  return sent.json().data._id
}

const repeatsOf = async (driverId: string) =>
  (await market.call('GET /api/admin/driver/:driverId', { params: { driverId } }, staff)).repeats

describe('staff who checks papers sees', () => {
  test('that a photo of them was sent for another person, for the same paper or another, passed on by a messenger', async () => {
    const achieng = await sendPapers({ licenceFront: licence })
    expect(await repeatsOf(achieng)).toEqual([])
    const juma = await sendPapers({ ...JUMA, identityFront: await passedOn(licence) })
    expect(await repeatsOf(juma)).toEqual([
      { photo: 'identity_front', of: 'licence_front', driver: { _id: achieng, fullName: 'Achieng Ouma' } },
    ])
    expect(await repeatsOf(achieng)).toEqual([
      { photo: 'licence_front', of: 'identity_front', driver: { _id: juma, fullName: 'Juma Otieno' } },
    ])
  })

  test('that one photo stands for two of the papers', async () => {
    const driverId = await sendPapers({ licenceFront: licence, licenceBack: await passedOn(licence) })
    expect(await repeatsOf(driverId)).toEqual([{ photo: 'licence_back', of: 'licence_front', driver: null }])
  })

  test('nothing where a person sends the photos again, for another booking or after a refusal', async () => {
    const customer = await market.signUp()
    const first = await sendPapers({ licenceFront: licence }, customer)
    const body = { reason: 'photo_unreadable' } as const
    await market.call('POST /api/admin/driver/:driverId/refuse', { params: { driverId: first }, body }, staff)
    const again = await sendPapers({ licenceFront: licence, fullName: 'Achieng A. Ouma' }, customer)
    expect(await repeatsOf(again)).toEqual([])
  })
})

describe('photos that were stored before likenesses were', () => {
  const progress = () =>
    market.db.selectFrom('likeness_reading').select(['read_count', 'failed_count']).executeTakeFirstOrThrow()
  const forget = (driverId: string) =>
    market.db
      .deleteFrom('picture_likenesses')
      .where('file_id', 'in', (eb) =>
        eb
          .selectFrom('private_files')
          .innerJoin('drivers', (join) =>
            join.on((on) =>
              on.or([
                on('private_files.id', '=', on.ref('licence_front')),
                on('private_files.id', '=', on.ref('licence_back')),
                on('private_files.id', '=', on.ref('identity_front')),
              ]),
            ),
          )
          .select('private_files.id')
          .where('drivers.id', '=', driverId),
      )
      .execute()
  /** With the files of this market, of which reading one fails so often. */
  function failing(times: number) {
    let left = times
    const { files } = market.deps.privateFiles
    const read: typeof files.read = async (...asked) => {
      if (left-- > 0) throw new Error('the store of files is away')
      return files.read(...asked)
    }
    const away = Object.assign(Object.create(files), { read })
    return { ...market.deps, privateFiles: { ...market.deps.privateFiles, files: away } }
  }
  // Whatever other tests left is looked at before.
  beforeEach(async () => {
    await market.db.updateTable('likeness_reading').set({ after_file: null, tries: 0 }).execute()
    while ((await readOldPhotos(market.deps)) > 0);
  })

  test('are noticed once they were looked at, each counted once, also by two processes', async () => {
    const achieng = await sendPapers({ licenceFront: licence })
    await forget(achieng)
    const juma = await sendPapers({ ...JUMA, identityFront: await passedOn(licence) })
    expect(await repeatsOf(juma)).toEqual([])
    const before = await progress()
    await Promise.all([readOldPhotos(market.deps), readOldPhotos(market.deps)])
    await readOldPhotos(market.deps)
    expect(await repeatsOf(juma)).toMatchObject([{ photo: 'identity_front', driver: { _id: achieng } }])
    expect(await progress()).toEqual({ ...before, read_count: before.read_count + 3 })
    expect(await readOldPhotos(market.deps)).toBe(0)
  })

  test('wait while the store of files is away, and one that cannot be read keeps no other', async () => {
    const achieng = await sendPapers({})
    await forget(achieng)
    const before = await progress()
    expect(await readOldPhotos(failing(1))).toBe(0)
    expect(await progress()).toEqual(before)
    expect(await readOldPhotos(market.deps)).toBe(3)
    const juma = await sendPapers(JUMA)
    await forget(juma)
    const turns = failing(60)
    for (let turn = 0; turn < 60; turn += 1) await readOldPhotos(turns)
    await readOldPhotos(market.deps)
    expect(await progress()).toEqual({
      read_count: before.read_count + 5,
      failed_count: before.failed_count + 1,
    })
  })

  test('are left for the next turn by a process that stops', async () => {
    const achieng = await sendPapers({})
    await forget(achieng)
    const before = await progress()
    expect(await readOldPhotos(market.deps, AbortSignal.abort())).toBe(0)
    expect(await progress()).toEqual(before)
    expect(await readOldPhotos(market.deps)).toBe(3)
  })
})
