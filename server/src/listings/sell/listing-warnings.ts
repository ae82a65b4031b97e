import type { Db } from '../../db/database.ts'
import { arePicturesOfOthers } from '../listing-read-store.ts'
import { priceGuideFor } from '../market/price-guide-store.ts'

type Looked = {
  accountId: string
  description: string
  price: number
  year: number
  mileage: number
  make: string | null
  model: string | null
  pictureHashes: readonly string[]
}

const ASKS_FOR_MONEY = /\b(?:deposit|western union|moneygram|transport fee|fuel money|send money)\b/i
const LEADS_AWAY = /https?:|www\.|\b[\w.+-]+@[\w-]+\.\w|(?:\+?254|\b0)[17](?:[ -]?\d){8}/i
const SUSPICIOUSLY_LOW = 0.7
const LEAST_KM_A_YEAR = 3_000
const MOST_KM_A_YEAR = 60_000

/** What staff should look at twice before showing the car to everybody. */
export async function listingWarnings(db: Db, listing: Looked, now: Date): Promise<string[]> {
  const { make, model, year, price, mileage, description } = listing
  const guide = make && model ? await priceGuideFor(db, { make, model, year }, now) : null
  const age = Math.max(1, now.getUTCFullYear() - year)
  return [
    ASKS_FOR_MONEY.test(description) ? 'The description speaks of money to be sent.' : '',
    LEADS_AWAY.test(description) ? 'The description holds a link, an email or a phone number.' : '',
    guide && price < guide.median * SUSPICIOUSLY_LOW ? 'The price is far below that of similar cars.' : '',
    mileage / age > MOST_KM_A_YEAR ? 'The mileage is very high for the year.' : '',
    age > 3 && mileage / age < LEAST_KM_A_YEAR ? 'The mileage is very low for the year.' : '',
    (await arePicturesOfOthers(db, listing.pictureHashes, listing.accountId))
      ? 'Another seller shows the same pictures.'
      : '',
  ].filter(Boolean)
}

/** What staff should look at twice in a change of a verified car. */
export function editWarnings(verified: { mileage: number }, edited: { mileage: number }): string[] {
  return edited.mileage < verified.mileage ? ['The mileage is lower than when the car was checked.'] : []
}
