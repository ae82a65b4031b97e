import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { listingNextStep } from '@twende/contract/listings/listing-next-step.ts'
import { isPublic, marketState } from '@twende/contract/listings/listing-status.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Random, seededRandom } from '../basic-deps.ts'
import { findBalance } from '../payments/ledger/ledger-store.ts'
import { addCategory, addLocation } from '../testing/fleet.ts'
import { addSession, type Person } from '../testing/people.ts'
import { createListing, drawCode, mpesaMessage, postForm } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { trial } from '../testing/trial.ts'
import { type Acts, doOne, keepWay } from '../testing/walk.ts'
import { expireListings, remindSellers, returnUnpaidToDraft } from './sell/listing-tasks.ts'

const DAY_MS = 86_400_000
const ACTS_OF_ONE = 40

let market: TestMarket
let seller: Person
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  await addCategory(market.db, 'Hatchback')
  await addLocation(market.db, 'Nairobi')
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

/** Every act of its seller, of staff, of readers and of the clock. */
const acts: Acts<string> = {
  edit: (id, draw) => form({ id, color: draw() < 0.5 ? 'Blue' : 'Red' }),
  dearer: (id, draw) => form({ id, price: String(1_000_000 + Math.floor(draw() * 1_000_000)) }),
  toggle: (id) => market.call('POST /api/sell/toggle-availability', { body: { id } }, seller),
  pay,
  approve: (id) => ofStaff('approve-payment', id),
  refuse: (id) => ofStaff('reject-payment', id),
  verify: (id) => ofStaff('verify', id),
  approveEdit: (id) => onEdit('approve-edit', id),
  refuseEdit: (id) => onEdit('refuse-edit', id),
  sendBack: (id) => ofStaff('reject', id),
  giveBack: (id) => ofStaff('give-money-back', id),
  suspend: (id) => ofStaff('suspend', id),
  restore: (id) => ofStaff('restore', id),
  extend: (id, draw) => {
    const body = { days: 1 + Math.floor(draw() * 40), reason: 'Lost days' }
    const request = { params: { listingId: id }, body }
    return market.call('POST /api/admin/listing/:listingId/extend', request, staff)
  },
  takeDaysBack: (id, draw) => {
    const body = { days: 1 + Math.floor(draw() * 20), reason: 'A slip' }
    return market.call(
      'POST /api/admin/listing/:listingId/take-days-back',
      { params: { listingId: id }, body },
      staff,
    )
  },
  correct: async (id, draw) => {
    const code = (await ownListing(id)).payment.code ?? ''
    const amount = [2_000, 3_000, 4_500, 10_000][Math.floor(draw() * 4)] ?? 2_000
    const request = { params: { listingId: id }, body: { code, amount, reason: 'A slip' } }
    return market.call('POST /api/admin/listing/:listingId/correct-payment', request, staff)
  },
  wait: async (_, draw) => {
    market.clock.advance(draw() * 25 * DAY_MS)
    staff = { ...staff, ...(await addSession(market.deps, { ...staff, role: 'staff' })) }
    seller = { ...seller, ...(await addSession(market.deps, { ...seller, role: 'user' })) }
  },
  tasks: async () => {
    await expireListings(market.deps)
    await returnUnpaidToDraft(market.deps)
    await remindSellers(market.deps)
  },
}
/** The acts that add time to a paid period or take some away, or begin or end one. */
const ADDS_TIME = ['pay', 'approve', 'extend', 'giveBack', 'takeDaysBack', 'correct']

type StaffAct =
  | 'approve-payment'
  | 'reject-payment'
  | 'verify'
  | 'reject'
  | 'give-money-back'
  | 'suspend'
  | 'restore'
const ofStaff = (act: StaffAct, listingId: string) =>
  market.call(
    `POST /api/admin/listing/:listingId/${act}` as const,
    { params: { listingId }, body: { reason: `Because of ${act}` } },
    staff,
  )

async function onEdit(act: 'approve-edit' | 'refuse-edit', id: string) {
  const body = { editId: (await ownListing(id)).edit?.id ?? id, reason: 'Not so' }
  const request = { params: { listingId: id }, body }
  return market.call(`POST /api/admin/listing/:listingId/${act}` as const, request, staff)
}

async function form(fields: Record<string, string>) {
  const answer = await postForm(market, '/api/sell/update', fields, seller)
  if (answer.statusCode >= 500) throw new Error(answer.body)
}

async function pay(id: string, draw: Random) {
  const now = market.clock.now()
  const amount = [500, 2_000, 4_500][Math.floor(draw() * 3)] ?? 2_000
  const message = mpesaMessage({ code: drawCode(now), amount, now })
  const payer = { mpesaName: 'Brian Otieno', mpesaPhoneNumber: '0712345678', mpesaMessage: message }
  const body = { id, paymentMethod: 'message' as const, ...payer, amount }
  return market.call('POST /api/sell/renew', { body }, seller)
}

async function ownListing(id: string): Promise<OwnListing> {
  const params = { userId: seller.accountId }
  const { data } = await market.call('GET /api/sell/user/:userId', { params }, seller)
  const found = data.find(({ _id }) => _id === id)
  if (!found) throw new Error('the listing is gone')
  return found
}

const idsOf = (rows: readonly { _id: string }[]) => rows.map(({ _id }) => _id)
async function queued(queue: 'payment' | 'verification' | 'suspended', id: string): Promise<boolean> {
  const query = { queue, accountId: seller.accountId }
  return idsOf((await market.call('GET /api/admin/listings', { query }, staff)).data).includes(id)
}

/** What of the paid time is left, in milliseconds; undefined until it began. */
function timeLeft({ listingExpiresAt }: OwnListing, at: Date): number | undefined {
  return listingExpiresAt === null ? undefined : Date.parse(listingExpiresAt) - at.getTime()
}

async function expectAgreement(listing: OwnListing) {
  const { _id: id, listingStatus: status, verified, available } = listing
  const now = market.clock.now()
  const state = marketState(listing, now)
  const step = listingNextStep(listing, now)
  const shown = await market
    .call('GET /api/sell/get/:carId', { params: { carId: id } })
    .then(({ data }) => data)
    .catch(() => undefined)
  expect(shown !== undefined).toBe(isPublic(listing, now))
  const { rows } = await sql`
    select from public_listings where listing_id = ${id} and public_until > ${now}`.execute(market.db)
  expect(rows.length === 1).toBe(isPublic(listing, now))
  if (state === 'on_sale') expect([shown?.available, available, listing.soldAt]).toEqual([true, true, null])
  if (status === 'sold' || status === 'active') expect(available).toBe(status === 'active')
  // Paid for, verified and available is on sale or over: nothing paid lies about.
  if (listing.listingMonths > 0 && verified && available && status !== 'suspended' && status !== 'draft')
    expect(['on_sale', 'over']).toContain(state)
  const isPaid = ['active', 'sold', 'expired'].includes(status)
  const inReview = await queued('verification', id)
  if (isPaid && !verified) expect(inReview).toBe(listing.reviewReason === '')
  if (step?.code === 'in_review') expect(inReview).toBe(true)
  if (step?.code === 'ends_soon') expect(state).toBe('on_sale')
  expect(await queued('suspended', id)).toBe(status === 'suspended')
  expect(status === 'suspended' && listing.reviewReason === '').toBe(false)
  // A part that bought nothing goes back of a deleted listing; the rest only while no day was used.
  const { unapplied } = await findBalance(market.db, { type: 'listing_period', id })
  expect(listing.refundable).toBeGreaterThanOrEqual(unapplied)
  if (listing.refundable > unapplied) expect([listing.listingExpiresAt, shown]).toEqual([null, undefined])
}

/** No act but payment and extension changes what is left of the paid time, and it passes only while it runs. */
function expectTimeKept(before: OwnListing, after: OwnListing, act: string, at: Date) {
  const [was, is] = [timeLeft(before, at), timeLeft(after, market.clock.now())]
  if (was === undefined || is === undefined || ADDS_TIME.includes(act)) return
  const isHidden = before.listingStatus === 'suspended' || !before.verified
  const runs = before.listingStatus === 'expired' || was <= 0 || !isHidden
  const passed = market.clock.now().getTime() - at.getTime()
  // The clock of these tests moves a little with each request.
  expect(Math.abs(was - (runs ? passed : 0) - is)).toBeLessThan(60_000)
}

trial(
  'whatever happens to a listing in whatever order, status, flag, time, queues and market agree',
  { full: 10_000, few: 160 },
  async ({ rounds, seed }) => {
    const draw = seededRandom(seed)
    const way = keepWay()
    let listing: OwnListing | undefined
    for (let round = 0; round < rounds; round += 1) {
      if (!listing || round % ACTS_OF_ONE === 0) {
        seller = await market.signUp()
        listing = await createListing(market, seller, { available: draw() < 0.8 ? 'true' : 'false' })
        way.beginAnew()
        if (draw() < 0.3) {
          await ofStaff('approve-payment', listing._id)
          await ofStaff('verify', listing._id)
          way.say('(on sale)')
        }
      }
      const before = await ownListing(listing._id)
      const at = market.clock.now()
      const { _id: id } = listing
      const name = await way.expectThat(() => doOne(acts, id, draw), market)
      way.add(name)
      const after = await ownListing(listing._id)
      listing = after
      await way.expectThat(async () => {
        await expectAgreement(after)
        expectTimeKept(before, after, name, at)
      }, market)
    }
    way.expectDone(acts, { rounds, few: 6 })
  },
)
