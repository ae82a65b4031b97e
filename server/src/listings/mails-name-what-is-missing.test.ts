import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCategory, addLocation } from '../testing/fleet.ts'
import { readMails } from '../testing/mailbox.ts'
import type { Person } from '../testing/people.ts'
import { createListing, drawCode, listLiveCar, moveListingOn, mpesaMessage } from '../testing/selling.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'

let market: TestMarket
let seller: Person
let staff: Person
beforeAll(async () => {
  market = await openTestMarket({ env: { RATE_LIMIT: 'off' } })
  await addCategory(market.db, 'Hatchback')
  await addLocation(market.db, 'Nairobi')
  seller = await market.signUp({ name: 'Brian Otieno' })
  staff = await market.signUp({ role: 'staff' })
})
afterAll(() => market.close())

type Act = 'approve-payment' | 'reject' | 'restore' | 'suspend' | 'verify'
const act = (name: Act, listingId: string) =>
  market.call(
    `POST /api/admin/listing/:listingId/${name}` as const,
    { params: { listingId }, body: { reason: `Because of ${name}` } },
    staff,
  )
const toggle = (id: string) => market.call('POST /api/sell/toggle-availability', { body: { id } }, seller)
/** The latest mail of this kind about the listing. */
async function mailOf(kind: string, id: string): Promise<string> {
  const mails = (await readMails(market.db, { kind })).filter(({ dedupeKey }) => dedupeKey.includes(id))
  return mails.at(-1)?.body ?? ''
}

const PAID = 'its payment is confirmed'
const CHECKED = 'we have checked it'
const AVAILABLE = 'you mark it as available under My Listings'

describe('a mail names everything that keeps buyers from a car', () => {
  test('of one that is neither paid for nor checked after a suspension', async () => {
    const { _id } = await createListing(market, seller)
    await act('suspend', _id)
    await act('restore', _id)
    const mail = await mailOf('listing_restored', _id)
    expect(mail).toContain(`Buyers see it once all of this is done:\n– ${PAID}\n– ${CHECKED}`)
  })

  test('of one that was checked before it is paid for, and is marked as sold', async () => {
    const { _id } = await createListing(market, seller, { available: 'false' })
    await act('verify', _id)
    expect(await mailOf('listing_verified', _id)).toContain(`:\n– ${AVAILABLE}\n– ${PAID}`)
  })

  test('of one that is marked as sold before it was checked', async () => {
    const { _id } = await createListing(market, seller)
    await moveListingOn(market, _id, 'paid')
    await toggle(_id)
    await act('suspend', _id)
    await act('restore', _id)
    expect(await mailOf('listing_restored', _id)).toContain(`:\n– ${AVAILABLE}\n– ${CHECKED}`)
  })

  test('of one that was sent back, when its payment is corrected: what was asked comes first', async () => {
    const { _id } = await listLiveCar(market, seller)
    await act('reject', _id)
    const params = { listingId: _id }
    const { data } = await market.call('GET /api/admin/listing/:listingId', { params }, staff)
    const body = { code: data.payment.code ?? '', amount: 4_500, reason: 'A slip' }
    await market.call('POST /api/admin/listing/:listingId/correct-payment', { params, body }, staff)
    const mail = await mailOf('listing_payment_corrected', _id)
    expect(mail).toContain('once you have changed it under My Listings and we have checked it again')
    expect(mail).toContain('Because of reject')
    expect(mail).not.toContain('as soon as we have checked it')
  })

  test('and says the one thing in its own words', async () => {
    const { _id } = await createListing(market, seller)
    await act('verify', _id)
    expect(await mailOf('listing_verified', _id)).toContain('as soon as its payment is confirmed')
  })
})

describe('the mail of a part that was paid', () => {
  const partPaid = async (id: string) => {
    await act('approve-payment', id)
    const mails = await readMails(market.db, { kind: 'payment_received', accountId: seller.accountId })
    return mails.at(-1)?.body ?? ''
  }

  test('does not send to a page on which a suspended listing cannot be paid for', async () => {
    const { _id } = await createListing(market, seller, { paid: 500 })
    await act('suspend', _id)
    const mail = await partPaid(_id)
    expect(mail).toContain('Ksh 1,500 is missing')
    expect(mail).not.toContain('You can pay it in My Listings.')
    expect(mail).toContain('This listing is suspended and cannot be paid for now.')
  })

  test('says of a car that was sold meanwhile what comes first', async () => {
    const { _id } = await listLiveCar(market, seller)
    const now = market.clock.now()
    const message = mpesaMessage({ code: drawCode(now), amount: 500, now })
    const payer = { mpesaName: 'Brian Otieno', mpesaPhoneNumber: '0712345678', mpesaMessage: message }
    const body = { id: _id, paymentMethod: 'message' as const, ...payer, amount: 500 }
    await market.call('POST /api/sell/renew', { body }, seller)
    await toggle(_id)
    const mail = await partPaid(_id)
    expect(mail).not.toContain('You can pay it in My Listings.')
    expect(mail).toContain('Mark it as available first')
  })
})
