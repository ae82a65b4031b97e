import { LISTING_WARNINGS, type ListingWarning } from '@twende/contract/listings/listing-choices.ts'
import { asksForMoney } from '@twende/contract/listings/money-asked-for.ts'
import type { Db } from '../../db/database.ts'
import { findSamePairs } from '../../media/likeness.ts'
import { findPicturesElsewhere, isContactOfBanned, listsSameCar } from '../listing-read-store.ts'
import { priceGuideFor } from '../market/price-guide-store.ts'

type CheckedFacts = {
  /** Null while it is being listed. */
  listingId: string | null
  accountId: string
  name: string
  description: string
  color: string
  serviceHistory: string
  features: readonly string[]
  specs: Readonly<Record<string, string>>
  contact: { phone: string; email: string }
  price: number
  year: number
  mileage: number
  make: string | null
  model: string | null
  pictureHashes: readonly string[]
}

const HAS_CONTACT =
  /https?:|www\.|\b[\w.+-]+@[\w-]+\.\w|(?:\+?254|\b0)[\s\p{Pd}.()]{0,4}(?:0[\s\p{Pd}.()]{0,2})?[17](?:[\s\p{Pd}.,()/_·•]{0,2}\d){8}/iu
const SUSPICIOUSLY_LOW = 0.7
const LEAST_KM_A_YEAR = 3_000
const MOST_KM_A_YEAR = 60_000

/** What staff should check before the listing becomes public. */
export async function listingWarnings(db: Db, listing: CheckedFacts, now: Date): Promise<ListingWarning[]> {
  const { make, model, year, price, mileage, accountId } = listing
  const words = wordsOf(listing)
  const guide =
    make && model ? await priceGuideFor(db, { make, model, year }, { seller: accountId, now }) : null
  const elsewhere = await findPicturesElsewhere(db, {
    accountId: listing.accountId,
    hashes: listing.pictureHashes,
  })
  const isTwice =
    new Set(listing.pictureHashes).size < listing.pictureHashes.length ||
    (await findSamePairs(db, listing.pictureHashes)).length > 0
  const age = Math.max(1, now.getUTCFullYear() - year)
  const found: Record<Exclude<ListingWarning, 'mileage_lower_than_verified'>, boolean> = {
    asks_for_money: words.some(asksForMoney),
    contact_in_description: words.some((text) => HAS_CONTACT.test(plain(text))),
    price_far_below_similar: guide !== null && price < guide.median * SUSPICIOUSLY_LOW,
    mileage_high_for_year: mileage / age > MOST_KM_A_YEAR,
    mileage_low_for_year: age > 3 && mileage / age < LEAST_KM_A_YEAR,
    pictures_of_another_seller: elsewhere.some(({ kind, isOwn }) => kind !== 'car' && !isOwn),
    pictures_of_our_fleet: elsewhere.some(({ kind }) => kind === 'car'),
    same_picture_twice: isTwice,
    same_car_listed: await listsSameCar(db, listing),
    contact_of_banned_seller: await isContactOfBanned(db, accountId, listing.contact),
  }
  return LISTING_WARNINGS.filter((warning) => warning !== 'mileage_lower_than_verified' && found[warning])
}

/** Full-width digits as digits, and without signs that nobody sees. */
const plain = (text: string) => text.normalize('NFKC').replace(/\p{Default_Ignorable_Code_Point}/gu, '')

/** All that a seller wrote in words of their own. */
function wordsOf({ name, description, color, serviceHistory, features, specs }: CheckedFacts): string[] {
  return [name, description, color, serviceHistory, ...features, ...Object.values(specs)]
}

/** What staff should check in a change of a verified listing. */
export function editWarnings(verified: { mileage: number }, edited: { mileage: number }): ListingWarning[] {
  return edited.mileage < verified.mileage ? ['mileage_lower_than_verified'] : []
}
