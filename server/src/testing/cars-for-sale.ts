import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { addPerson } from './people.ts'
import type { TestMarket } from './test-app.ts'

const DAY_MS = 86_400_000

const NAMES = [
  'Toyota Axio',
  'Toyota Land Cruiser Prado',
  'Mazda CX-5',
  'Honda Fit',
  'Nissan Note',
  'Axio Toyota X',
]
const STATUSES = ['active', 'active', 'active', 'active', 'sold', 'expired', 'suspended', 'draft'] as const
const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(Math.random() * of.length)]

/** Any number of days from `least` to `most` and half a day, so that no car comes or goes while a test looks. */
const middleOfDay = (least: number, most: number) =>
  (least + Math.floor(Math.random() * (most - least)) + 0.5) * DAY_MS

/** A listing tells how many its seller has: were all of one, each of a page would count them all. */
const CARS_OF_A_SELLER = 30

/** Many cars for sale like the first one, in any state, with any facts, of many sellers. */
export async function addCarsForSale(
  { db, clock, deps, asOwner }: Pick<TestMarket, 'db' | 'clock' | 'deps' | 'asOwner'>,
  many: number,
) {
  const now = clock.now().getTime()
  const like = await db
    .selectFrom('listings')
    .selectAll()
    .orderBy('number')
    .limit(1)
    .executeTakeFirstOrThrow()
  const categories = await db.selectFrom('categories').select('id').where('kind', '=', 'vehicle').execute()
  const sellers = await Promise.all(
    Array.from({ length: Math.ceil(many / CARS_OF_A_SELLER) }, () => addPerson(deps)),
  )
  const places = await db.selectFrom('locations').select('id').execute()
  const { number: _number, search_text: _text, ...facts } = like
  const cars = Array.from({ length: many }, () => {
    const status = pick(STATUSES) ?? 'active'
    const isVerified = Math.random() < 0.9
    const isHidden = status === 'suspended' || !isVerified
    return {
      ...facts,
      specs: JSON.stringify(facts.specs),
      id: uuidv7(),
      account_id: pick(sellers)?.accountId ?? facts.account_id,
      name: pick(NAMES) ?? '',
      category_id: pick(categories)?.id ?? facts.category_id,
      location_id: pick(places)?.id ?? facts.location_id,
      price: Math.ceil(Math.random() * 12) * 1_000_000,
      year: 1990 + Math.floor(Math.random() * 30),
      mileage: Math.floor(Math.random() * 10) * 40_000,
      seats: pick([2, 4, 5, 7, 8, 14]) ?? 5,
      transmission: pick(['automatic', 'manual']) ?? 'manual',
      fuel_type: pick(['petrol', 'diesel', 'hybrid', 'electric']) ?? 'petrol',
      status,
      available: status === 'active' || (status !== 'sold' && Math.random() < 0.9),
      sold_at: status === 'sold' ? new Date(now - middleOfDay(0, 14)) : null,
      verified_at: isVerified ? new Date(now) : null,
      review_since: isVerified ? null : new Date(now),
      paused_at: isHidden && status !== 'expired' ? new Date(now) : null,
      deleted_at: Math.random() < 0.1 ? new Date(now) : null,
      // Some at the very same moment.
      live_at: new Date(now - Math.floor(Math.random() * 20) * DAY_MS),
      expires_at: new Date(now + middleOfDay(-3, 27)),
    }
  })
  for (let at = 0; at < many; at += 500) {
    await db
      .insertInto('listings')
      .values(cars.slice(at, at + 500))
      .execute()
  }
  // Statements that were planned for a market with one car would be used for all of these.
  await asOwner((owner) => sql`analyze listings, public_listings, accounts`.execute(owner))
  deps.changeFeed.changed('listings')
}
