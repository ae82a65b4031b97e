import { v7 as uuidv7 } from 'uuid'
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

/** Many cars for sale like the first one, in any state, with any facts. */
export async function addCarsForSale(
  { db, clock, deps }: Pick<TestMarket, 'db' | 'clock' | 'deps'>,
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
  deps.changeFeed.changed('listings')
}
