import { ApiError } from '@twende/contract/http/call.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteUnusedPictures } from '../../media/picture-tasks.ts'
import { addCategory, addLocation } from '../../testing/fleet.ts'
import { PASSWORD, type Person } from '../../testing/people.ts'
import { drawPhoto, type FormFields, listLiveCar, postForm } from '../../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../../testing/test-app.ts'

let market: TestMarket
let seller: Person
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  seller = await market.signUp({ name: 'Brian Otieno' })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

const HOUR_MS = 3_600_000
const shown = async (carId: string) =>
  (await market.call('GET /api/sell/get/:carId', { params: { carId } })).data
const own = async (id: string, person = seller) => {
  const params = { userId: person.accountId }
  const { data } = await market.call('GET /api/sell/user/:userId', { params }, person)
  const found = data.find(({ _id }) => _id === id)
  if (!found) throw new Error('not among the seller’s own')
  return found
}
const update = async (id: string, fields: FormFields, person = seller) =>
  (await postForm(market, '/api/sell/update', { id, ...fields }, person)).json()
const review = async (listingId: string) =>
  (await market.call('GET /api/admin/listing/:listingId', { params: { listingId } }, staff)).data
const editIdOf = async (id: string) => (await own(id)).edit?.id ?? ''
const approve = async (listingId: string, editId: string) =>
  market.call(
    'POST /api/admin/listing/:listingId/approve-edit',
    { params: { listingId }, body: { editId } },
    staff,
  )
const refuse = async (listingId: string, editId: string, reason = 'The photo shows 180,000 km') =>
  market.call(
    'POST /api/admin/listing/:listingId/refuse-edit',
    { params: { listingId }, body: { editId, reason } },
    staff,
  )
const withdraw = (id: string) => market.call('POST /api/sell/withdraw-edit', { body: { id } }, seller)
const queued = async () => {
  const query = { queue: 'verification' as const, limit: 50 }
  return (await market.call('GET /api/admin/listings', { query }, staff)).data.map(({ _id }) => _id)
}
const contactOf = async (carId: string) =>
  (await market.call('POST /api/sell/reveal/:carId', { params: { carId }, body: { way: 'show' } })).data
const verifiedCar = () =>
  listLiveCar(market, seller, { mileage: '180000', condition: 'fair', price: '1000000' })

describe('the facts of a verified car', () => {
  const edits: [string, FormFields][] = [
    ['mileage', { mileage: '20000' }],
    ['condition', { condition: 'excellent' }],
    ['ownership', { ownership: 'second' }],
    ['fuelType', { fuelType: 'hybrid' }],
    ['seats', { seats: '7' }],
    ['category', { category: 'Sedan' }],
    ['transmission', { transmission: 'manual' }],
    ['location', { location: 'Mombasa' }],
    ['year', { year: '2016' }],
    ['name', { name: 'Toyota Prado TX' }],
    ['price', { price: '700000' }],
    ['color', { color: 'Blue' }],
    ['description', { description: 'As good as new.' }],
    ['serviceHistory', { serviceHistory: 'All at the dealer' }],
    ['features', { features: '["Sunroof"]' }],
    ['specs', { specs: '{"engine":"2.0 L","power":"98 hp","acceleration":"12.4 s"}' }],
    ['phone', { contactInfo: '{"phone":"0700000001","email":"seller@example.com"}' }],
    ['email', { contactInfo: '{"phone":"0712345678","email":"other@example.com"}' }],
  ]

  test('stay public as they were verified until staff has checked new ones', async () => {
    await addCategory(market.db, 'Sedan')
    await addLocation(market.db, 'Mombasa')
    const { _id } = await verifiedCar()
    const { updatedAt: _, ...before } = await shown(_id)
    const contact = await contactOf(_id)
    for (const [field, fields] of edits) {
      const { reviewed, updatedListing } = await update(_id, fields)
      expect([reviewed, updatedListing.edit?.fields], field).toEqual([[field], [field]])
      const { updatedAt: __, ...after } = await shown(_id)
      expect(after, field).toEqual(before)
      expect(await contactOf(_id), field).toEqual(contact)
      const found = await market.call('GET /api/sell/list', { query: { search: 'vitz', limit: 50 } })
      const { name, mileage, price, seats } = before
      expect(
        found.data.find((car) => car._id === _id),
        field,
      ).toMatchObject({ name, mileage, price, seats })
      expect(await queued(), field).toContain(_id)
      await withdraw(_id)
    }
  })

  test('change for buyers when staff approves the edit, and say when the car was checked', async () => {
    const { _id } = await verifiedCar()
    const photo = await drawPhoto()
    await update(_id, { mileage: '180500', image2: photo, location: 'Nairobi' })
    const before = await shown(_id)
    market.clock.advance(HOUR_MS)
    const { data } = await approve(_id, await editIdOf(_id))
    expect(data).toMatchObject({ mileage: 180_500, edit: null, verified: true })
    const after = await shown(_id)
    expect([before.pictures.length, after.pictures.length, after.mileage]).toEqual([1, 2, 180_500])
    expect(Date.parse(after.verifiedAt ?? '')).toBeGreaterThan(Date.parse(before.verifiedAt ?? ''))
    expect(after.listingExpiresAt).toBe(before.listingExpiresAt)
    expect(await queued()).not.toContain(_id)
  })

  test('cannot be changed by a statement that forgets the review', async () => {
    const { _id } = await verifiedCar()
    const set = (facts: object) =>
      market.db.updateTable('listings').set(facts).where('id', '=', _id).execute()
    for (const facts of [
      { mileage: 20_000 },
      { condition: 'excellent' },
      { price: 1_200_001 },
      { seats: 7 },
    ]) {
      await expect(set(facts)).rejects.toThrow('verified again')
    }
    await set({ price: 1_200_000 })
  })
})

describe('an edit that waits', () => {
  test('shows its seller the typed values and what buyers see, and staff both, side by side', async () => {
    const { _id } = await verifiedCar()
    const { updatedListing } = await update(_id, { mileage: '20000', rating: '4', price: '1100000' })
    expect(updatedListing).toMatchObject({
      mileage: 20_000,
      price: 1_100_000,
      rating: 4,
      edit: { state: 'waiting', fields: ['mileage'], published: { mileage: 180_000, price: 1_100_000 } },
    })
    expect(await own(_id)).toEqual(updatedListing)
    // What needs no review is public at once.
    expect(await shown(_id)).toMatchObject({ mileage: 180_000, price: 1_100_000, rating: 4 })
    expect(await review(_id)).toMatchObject({
      mileage: 180_000,
      edit: { published: { mileage: 180_000 }, proposed: { mileage: 20_000 } },
      editWarnings: expect.arrayContaining(['The mileage is lower than when the car was checked.']),
    })
  })

  test('is replaced by a further one, keeps what that one does not speak of, and ends where nothing differs', async () => {
    const { _id } = await verifiedCar()
    await update(_id, { mileage: '20000' })
    const first = await editIdOf(_id)
    const second = await update(_id, { seats: '7' })
    expect(second.updatedListing).toMatchObject({
      mileage: 20_000,
      seats: 7,
      edit: { fields: ['mileage', 'seats'] },
    })
    expect(second.updatedListing.edit.id).not.toBe(first)
    // Nothing new is proposed, so staff may decide on what is on the screen.
    await update(_id, { price: '1050000', mileage: '20000' })
    expect(await editIdOf(_id)).toBe(second.updatedListing.edit.id)
    const back = await update(_id, { mileage: '180000', seats: '5' })
    expect([back.reviewed, back.updatedListing.edit]).toEqual([[], null])
    expect(await queued()).not.toContain(_id)
  })

  test('is withdrawn by its seller, and by nobody else', async () => {
    const { _id } = await verifiedCar()
    await update(_id, { mileage: '20000' })
    await expect(
      market.call('POST /api/sell/withdraw-edit', { body: { id: _id } }, await market.signUp()),
    ).rejects.toMatchObject({ code: 'listing_not_found' })
    expect((await withdraw(_id)).data).toMatchObject({ mileage: 180_000, edit: null })
    await expect(withdraw(_id)).rejects.toMatchObject({ code: 'listing_wrong_state' })
    expect(await queued()).not.toContain(_id)
  })

  test('is refused with a reason that its seller reads, and the verified version stays', async () => {
    const { _id } = await verifiedCar()
    await update(_id, { mileage: '20000' })
    await refuse(_id, await editIdOf(_id))
    const told = await own(_id)
    expect(told).toMatchObject({
      mileage: 180_000,
      verified: true,
      edit: { state: 'refused', reason: 'The photo shows 180,000 km', proposed: { mileage: 20_000 } },
    })
    expect(await queued()).not.toContain(_id)
    await expect(approve(_id, told.edit?.id ?? '')).rejects.toMatchObject({ code: 'listing_wrong_state' })
    // What was refused does not come back with an edit of something else.
    expect((await update(_id, { seats: '7' })).reviewed).toEqual(['seats'])
    const sent = await market.db
      .selectFrom('notifications')
      .select('kind')
      .where('dedupe_key', 'like', `listing ${_id} edit refused%`)
      .execute()
    expect(sent).toEqual([{ kind: 'listing_edit_refused' }])
  })

  test('does not stop selling, renewing, suspending, banning and deleting', async () => {
    const person = await market.signUp()
    const { _id } = await listLiveCar(market, person, { mileage: '180000' })
    await update(_id, { mileage: '20000' }, person)
    const toggle = () => market.call('POST /api/sell/toggle-availability', { body: { id: _id } }, person)
    expect((await toggle()).data).toMatchObject({ listingStatus: 'sold', edit: { state: 'waiting' } })
    expect((await toggle()).data).toMatchObject({ listingStatus: 'active', verified: true })
    const params = { listingId: _id }
    const reason = 'Reported by readers'
    await market.call('POST /api/admin/listing/:listingId/suspend', { params, body: { reason } }, staff)
    await expect(shown(_id)).rejects.toMatchObject({ status: 404 })
    await market.call('POST /api/admin/listing/:listingId/restore', { params, body: {} }, staff)
    expect((await shown(_id)).mileage).toBe(180_000)
    const account = { params: { accountId: person.accountId }, body: { reason } }
    await market.call('POST /api/admin/person/:accountId/ban', account, staff)
    await expect(shown(_id)).rejects.toMatchObject({ status: 404 })
    await market.call('POST /api/admin/person/:accountId/unban', account, staff)
    expect(await shown(_id)).toMatchObject({ mileage: 180_000, verified: true })
    const again = await market.db
      .selectFrom('listing_edits')
      .selectAll()
      .where('listing_id', '=', _id)
      .execute()
    expect(again).toHaveLength(1)
  })

  test('may be approved while the listing is suspended: only then is it put back', async () => {
    const { _id } = await verifiedCar()
    const params = { listingId: _id }
    await market.call(
      'POST /api/admin/listing/:listingId/suspend',
      { params, body: { reason: 'Photos' } },
      staff,
    )
    await update(_id, { image1: await drawPhoto() })
    await approve(_id, await editIdOf(_id))
    await market.call('POST /api/admin/listing/:listingId/restore', { params, body: {} }, staff)
    expect(await shown(_id)).toMatchObject({ verified: true })
  })

  test('becomes part of the listing when staff sends the whole listing back', async () => {
    const { _id } = await verifiedCar()
    await update(_id, { mileage: '20000' })
    const params = { listingId: _id }
    await market.call(
      'POST /api/admin/listing/:listingId/reject',
      { params, body: { reason: 'Logbook?' } },
      staff,
    )
    expect(await own(_id)).toMatchObject({ verified: false, mileage: 20_000, edit: null })
    await expect(shown(_id)).rejects.toMatchObject({ status: 404 })
  })

  test('keeps its pictures from the sweep, and lets go of them when it ends', async () => {
    const { _id } = await verifiedCar()
    const { updatedListing } = await update(_id, { image2: await drawPhoto() })
    const hash = updatedListing.image2.split('/').at(-2)
    const isKept = async () =>
      (await market.db.selectFrom('pictures').select('hash').where('hash', '=', hash).execute()).length === 1
    market.clock.advance(25 * HOUR_MS)
    await deleteUnusedPictures(market.deps)
    expect(await isKept()).toBe(true)
    market.clock.advance(-25 * HOUR_MS)
    await withdraw(_id)
    market.clock.advance(25 * HOUR_MS)
    await deleteUnusedPictures(market.deps)
    expect(await isKept()).toBe(false)
    market.clock.advance(-25 * HOUR_MS)
  })

  test('goes with the account of its seller', async () => {
    const person = await market.signUp()
    const { _id } = await listLiveCar(market, person)
    await update(_id, { contactInfo: '{"phone":"0700000001","email":"other@example.com"}' }, person)
    await market.call('POST /api/sell/toggle-availability', { body: { id: _id } }, person)
    const body = { password: PASSWORD, confirmation: 'DELETE' as const }
    await market.call('POST /api/user/delete', { body }, person)
    const edits = market.db.selectFrom('listing_edits').select('id').where('listing_id', '=', _id)
    expect(await edits.execute()).toEqual([])
  })
})

describe('at the same time', () => {
  const codeOf = (answer: PromiseSettledResult<unknown>) =>
    answer.status === 'fulfilled'
      ? 'ok'
      : answer.reason instanceof ApiError
        ? answer.reason.code
        : String(answer.reason)

  test('staff approves what was on the screen, never what its seller proposed since', async () => {
    const { _id } = await verifiedCar()
    await update(_id, { mileage: '179000' })
    const seen = (await review(_id)).edit?.id ?? ''
    await update(_id, { mileage: '20000' })
    await expect(approve(_id, seen)).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
    await expect(refuse(_id, seen)).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect((await shown(_id)).mileage).toBe(180_000)
  })

  test('an edit and an approval leave the approved values public, or none, and never the unseen', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { _id } = await verifiedCar()
      await update(_id, { mileage: '179000' })
      const seen = await editIdOf(_id)
      const body = { id: _id, mileage: 20_000 }
      const [edited, approved] = await Promise.allSettled([
        market.call('POST /api/sell/update', { body }, seller),
        approve(_id, seen),
      ])
      expect(codeOf(edited)).toBe('ok')
      expect((await shown(_id)).mileage).toBe(codeOf(approved) === 'ok' ? 179_000 : 180_000)
      expect(await own(_id)).toMatchObject({ mileage: 20_000, edit: { fields: ['mileage'] } })
    }
  })

  test('two edits that saw the same listing are one edit and a refusal', async () => {
    const { _id, updatedAt } = await verifiedCar().then(({ _id: id }) => own(id))
    market.clock.advance(1_000)
    const edit = (mileage: number) =>
      market.call('POST /api/sell/update', { body: { id: _id, mileage, updatedAt } }, seller)
    const answers = await Promise.allSettled([edit(1_000), edit(2_000), edit(3_000)])
    expect(answers.map(codeOf).toSorted()).toEqual(['listing_wrong_state', 'listing_wrong_state', 'ok'])
  })

  test('two approvals of one edit are one approval', async () => {
    const { _id } = await verifiedCar()
    await update(_id, { mileage: '179000' })
    const seen = await editIdOf(_id)
    const answers = await Promise.allSettled([approve(_id, seen), approve(_id, seen), refuse(_id, seen)])
    expect(answers.map(codeOf).toSorted()).toEqual(['listing_wrong_state', 'listing_wrong_state', 'ok'])
  })

  test('an edit of a listing that is being suspended waits, and nothing of it is public', async () => {
    const { _id } = await verifiedCar()
    const params = { listingId: _id }
    const body = { id: _id, mileage: 20_000 }
    await Promise.all([
      market.call('POST /api/sell/update', { body }, seller),
      market.call('POST /api/admin/listing/:listingId/suspend', { params, body: { reason: 'Doubt' } }, staff),
    ])
    await expect(shown(_id)).rejects.toMatchObject({ status: 404 })
    await market.call('POST /api/admin/listing/:listingId/restore', { params, body: {} }, staff)
    expect((await shown(_id)).mileage).toBe(180_000)
    expect((await own(_id)).edit?.state).toBe('waiting')
  })
})
