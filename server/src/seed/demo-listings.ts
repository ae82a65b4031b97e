import { existsSync } from 'node:fs'
import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { addMonths } from '@twende/contract/listings/listing-plan.ts'
import { SellSubmission } from '@twende/contract/listings/sell-submission.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import type { DemoPerson } from '../../demo/people.ts'
import type { SaleCar } from '../../demo/sale-cars.ts'
import { randomInteger } from '../basic-deps.ts'
import type { AppDeps } from '../deps.ts'
import { withKey } from '../http/idempotency.ts'
import type { IdempotencyKey } from '../http/idempotency-store.ts'
import { suspendListing, verifyListing } from '../listings/admin/review-listing.ts'
import { approveListingPayment, rejectListingPayment } from '../listings/admin/review-listing-payment.ts'
import { countView } from '../listings/market/listing-view-store.ts'
import { reportListing } from '../listings/market/report-listing.ts'
import { createListing } from '../listings/sell/add-listing.ts'
import { toggleAvailability } from '../listings/sell/listing-availability.ts'
import { reportDemoMoney } from '../payments/providers/mpesa/report-demo-money.ts'
import { randomReceipt } from '../payments/providers/mpesa/simulator/daraja-ids.ts'
import { masterOf } from './demo-pictures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type DemoListingInput = {
  car: SaleCar
  key: IdempotencyKey
  /** Its index in the list; each was listed a little before the next. */
  position: number
  now: Date
  seller: DemoPerson
  sellerId: string
  staffId: string
  readerIds: readonly string[]
  pictureHashes: string[]
}

/** Creates a listing through the same use cases as real requests, with the clock set to the time of each step. */
export async function createDemoListing(deps: AppDeps, input: DemoListingInput): Promise<void> {
  const { car, sellerId: accountId, staffId, now } = input
  const listed = listedAt(input)
  const at = (hours: number): AppDeps => atInstant(deps, new Date(listed.getTime() + hours * HOUR_MS))
  const code = randomReceipt(listed, deps.random)
  const submission = submissionOf(input, listed, code)
  const listing = {
    accountId,
    submission,
    requestHash: input.key.key,
    pictureHashes: input.pictureHashes,
  }
  const listingId = await createListing(at(0), listing, withKey(at(0), input.key))
  const decision = { listingId, accountId: staffId }
  if (car.ends === 'waiting') return
  if (car.ends === 'draft') {
    const reason =
      'We could not find this payment in our account. Please check the message and send it again.'
    return rejectListingPayment(at(20), { ...decision, reason })
  }
  await approveListingPayment(at(2), { ...decision, note: 'Seen in the account' })
  const paid = { code, amount: submission.amount, name: input.seller.name, reference: 'LISTING' }
  await reportDemoMoney(at(2), paid)
  if (car.ends === 'underpaid' || car.ends === 'unverified') return
  await verifyListing(at(4), { ...decision, note: '' })
  await addViews(at, { listingId, until: now, listed, random: deps.random })
  if (car.ends === 'sold')
    await toggleAvailability(atInstant(deps, new Date(now.getTime() - 2 * DAY_MS)), { listingId, accountId })
  if (car.ends === 'suspended') await reportAndSuspend(deps, input, listingId)
}

async function reportAndSuspend(
  deps: AppDeps,
  { now, readerIds, staffId }: DemoListingInput,
  listingId: string,
) {
  const yesterday = atInstant(deps, new Date(now.getTime() - DAY_MS))
  for (const accountId of readerIds.slice(0, 3)) {
    const details = 'The car in the pictures is another one.'
    const who = `demo ${accountId}`
    const voice = { reporter: who, network: who, isProven: false, isOne: true, email: undefined }
    await reportListing(yesterday, { listingId, ...voice, accountId, reason: 'photos', details })
  }
  const note = 'Three readers say that the photos show another car. Please send us the logbook.'
  await suspendListing(yesterday, { listingId, accountId: staffId, note })
}

type Views = { listingId: string; until: Date; listed: Date; random: AppDeps['random'] }

/** Views by some visitors on several days. */
async function addViews(at: (hours: number) => AppDeps, { listingId, until, listed, random }: Views) {
  const days = Math.floor((until.getTime() - listed.getTime()) / DAY_MS)
  for (let visitor = randomInteger(random, 3, 14); visitor > 0; visitor -= 1) {
    const { db, clock } = at(randomInteger(random, 0, Math.max(0, days)) * 24)
    const who = { visitor: `demo ${visitor}`, network: `demo ${visitor}` }
    await countView(db, { listingId, ...who, day: nairobiDay(clock.now()) })
  }
}

/** When it was listed: long enough ago for its status. */
function listedAt({ car, position, now }: DemoListingInput): Date {
  if (car.ends === 'expired') return new Date(now.getTime() - 45 * DAY_MS)
  if (car.ends === 'draft') return new Date(now.getTime() - 20 * DAY_MS)
  if (car.ends === 'ending') {
    const end = addDays(nairobiDay(now), 2)
    return new Date(nairobiInstant(addMonths(end, -1), '18:00').getTime() - 4 * HOUR_MS)
  }
  if (car.ends !== undefined && car.ends !== 'sold' && car.ends !== 'suspended')
    return new Date(now.getTime() - (3 + (position % 5)) * HOUR_MS)
  return new Date(now.getTime() - (5 + ((position * 7) % 20)) * DAY_MS - (position % 11) * HOUR_MS)
}

function submissionOf({ car, seller }: DemoListingInput, listed: Date, code: string): SellSubmission {
  const [transmission, fuelType, seats] = car.drive.split('/')
  const [engine, power, acceleration, topSpeed] = car.specs
  const plan = LISTING_PLANS.find(({ months }) => months === (car.months ?? 1)) ?? LISTING_PLANS[0]
  const amount = car.ends === 'underpaid' ? 500 : plan.price
  return SellSubmission.parse({
    name: car.name,
    description: car.description,
    price: String(car.price),
    category: car.category,
    seats,
    transmission: transmission === 'M' ? 'manual' : 'automatic',
    fuelType,
    rating: '4.5',
    available: 'true',
    year: String(car.year),
    mileage: String(car.mileage),
    location: car.town,
    color: car.color,
    condition: car.condition,
    ownership: car.ownership,
    serviceHistory: '',
    features: JSON.stringify(car.features),
    specs: JSON.stringify({ engine, power, acceleration, topSpeed, range: car.range ?? '' }),
    contactInfo: JSON.stringify({ phone: seller.phone, email: seller.email }),
    mpesaName: seller.name,
    mpesaPhoneNumber: seller.phone,
    mpesaMessage: messageOf(code, amount, listed),
    email: seller.email,
    amount: String(amount),
  })
}

const clockTime = new Intl.DateTimeFormat('en-US', {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'Africa/Nairobi',
})

function messageOf(code: string, amount: number, at: Date): string {
  const [year = 0, month = 0, day = 0] = nairobiDay(at).split('-').map(Number)
  const sum = amount.toLocaleString('en-US')
  return `${code} Confirmed. Ksh${sum}.00 sent to DEMO MOTORS LTD for account LISTING on ${day}/${month}/${year % 100} at ${clockTime.format(at)} New M-PESA balance is Ksh1,250.50. Transaction cost, Ksh42.00.`
}

function atInstant(deps: AppDeps, instant: Date): AppDeps {
  return { ...deps, clock: { now: () => instant } }
}

/** The picture files of a car for sale, front view first. */
export function picturesOf({ look }: SaleCar): string[] {
  return [1, 2, 3, 4].map((view) => `cars/${look}-${view}`).filter((path) => existsSync(masterOf(path)))
}
