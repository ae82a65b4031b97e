import type { AdminListingDetail } from '@twende/contract/listings/listing.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMissingLikenesses } from '../media/picture-tasks.ts'
import { addCategory, addLocation } from '../testing/fleet.ts'
import { carForm } from '../testing/fleet-form.ts'
import type { Person } from '../testing/people.ts'
import { drawView, type FormFields, postForm, sellFields } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let staff: Person
beforeAll(async () => {
  market = await openTestMarket()
  staff = await market.signUp({ role: 'staff' })
  await addCategory(market.db, 'Hatchback')
  await addCategory(market.db, 'Sedan')
  await addLocation(market.db, 'Nairobi')
})
afterAll(() => market.close())

/** The photo as a messenger passes it on: smaller, and encoded anew. */
async function passedOn(photo: Blob): Promise<Blob> {
  const bytes = Buffer.from(await photo.arrayBuffer())
  return new Blob([new Uint8Array(await sharp(bytes).resize(300).jpeg({ quality: 50 }).toBuffer())])
}

async function listCar(pictures: FormFields, seller?: Person): Promise<AdminListingDetail> {
  const by = seller ?? (await market.signUp())
  const fields = await sellFields(market.clock.now(), pictures)
  const answer = await postForm(market, '/api/sell/add', fields, { token: by.token })
  expect(answer.statusCode, answer.body).toBe(200)
  const { data } = await market.call('GET /api/sell/user/:userId', { params: { userId: by.accountId } }, by)
  const listingId = data[0]?._id ?? ''
  return (await market.call('GET /api/admin/listing/:listingId', { params: { listingId } }, staff)).data
}

const warningsOf = ({ paymentProof }: AdminListingDetail) => paymentProof?.warnings ?? []
const OF_OTHERS = 'Another seller shows the same pictures.'
const OF_FLEET = 'The pictures show a rental car of ours.'
const TWICE = 'The same picture is there more than once.'

describe('staff sees in the queue', () => {
  test('that the pictures of a listing are those of a car of the fleet, passed on by a messenger', async () => {
    const photo = await drawView()
    const admin = await market.signUp({ role: 'admin' })
    const saved = await postForm(market, '/api/admin/cars', await carForm({ image1: photo }), admin)
    expect(saved.statusCode, saved.body).toBe(200)
    const listing = await listCar({ image1: await passedOn(photo) })
    expect(warningsOf(listing)).toContain(OF_FLEET)
    expect(listing.picturesElsewhere).toEqual([
      { kind: 'car', _id: saved.json().data._id, name: 'Mazda Demio' },
    ])
  })

  test('that another seller shows the very picture, and not that the same seller does', async () => {
    const photo = await drawView()
    const seller = await market.signUp()
    const first = await listCar({ image1: photo }, seller)
    expect(warningsOf(first)).not.toContain(OF_OTHERS)
    const again = await listCar({ image1: await passedOn(photo), name: 'Toyota Vitz F' }, seller)
    expect([warningsOf(again).includes(OF_OTHERS), again.picturesElsewhere]).toEqual([false, []])
    const copied = await listCar({ image1: await passedOn(photo) })
    expect(warningsOf(copied)).toContain(OF_OTHERS)
    expect(copied.picturesElsewhere.map(({ kind }) => kind)).toEqual(['listing', 'listing'])
  })

  test('that another seller or our fleet shows the picture turned around like in a mirror', async () => {
    const photo = await drawView()
    const turned = sharp(Buffer.from(await photo.arrayBuffer())).flop()
    const mirrored = new Blob([new Uint8Array(await turned.jpeg({ quality: 60 }).toBuffer())])
    await listCar({ image1: photo })
    expect(warningsOf(await listCar({ image1: mirrored }))).toContain(OF_OTHERS)
  })

  test('that one picture takes several places of a listing', async () => {
    const photo = await drawView()
    const twice = await listCar({ image1: photo, image2: await drawView(), image3: await passedOn(photo) })
    expect(warningsOf(twice)).toContain(TWICE)
    const same = await listCar({ image1: await drawView(), image2: await drawView() })
    expect(warningsOf(same)).not.toContain(TWICE)
  })

  test('pictures that were stored before their likeness was, once it is read', async () => {
    const photo = await drawView()
    await listCar({ image1: photo })
    await market.db.deleteFrom('picture_likenesses').execute()
    await readMissingLikenesses(market.deps)
    expect(warningsOf(await listCar({ image1: await passedOn(photo) }))).toContain(OF_OTHERS)
  })
})
