import { insertCar, type NewCar } from '../cars/car-store.ts'
import { insertCategory, insertLocation } from '../content/content-store.ts'
import type { Db } from '../db/database.ts'

export type CarFacts = Partial<Omit<NewCar, 'categoryId' | 'locationId' | 'price'>> & {
  pricePerDay?: number
  category?: string
  location?: string
  createdAt?: Date
}

/** Adds a rental car and returns its id; a test states only the fields it depends on. */
export async function addCar(db: Db, facts: CarFacts = {}): Promise<string> {
  const {
    category = 'Sedan',
    location = 'Nairobi',
    createdAt = new Date(),
    pricePerDay = 4_500,
    ...stated
  } = facts
  const car: NewCar = {
    name: 'Toyota Axio',
    description: 'A quiet saloon.',
    price: pricePerDay,
    // A car is handed over only when its deposit is taken: a test of deposits states one.
    deposit: 0,
    kmPerDay: 200,
    seats: 5,
    transmission: 'automatic',
    fuelType: 'petrol',
    specs: { engine: '1.5 L', power: '109 hp' },
    features: ['Air conditioning'],
    available: true,
    pictureHashes: [],
    ...stated,
    categoryId: await addCategory(db, category),
    locationId: await addLocation(db, location),
  }
  return insertCar(db, car, createdAt)
}

/** The id of the category of this name, created if missing. */
export async function addCategory(
  db: Db,
  name: string,
  kind: 'vehicle' | 'product' = 'vehicle',
): Promise<string> {
  const found = await db
    .selectFrom('categories')
    .select('id')
    .where('kind', '=', kind)
    .where('name', '=', name)
    .executeTakeFirst()
  return found?.id ?? insertCategory(db, { kind, name, pictureHash: undefined, position: 0 })
}

/** The id of the location of this name, created if missing. */
export async function addLocation(db: Db, name: string, town?: string): Promise<string> {
  const found = await db.selectFrom('locations').select('id').where('name', '=', name).executeTakeFirst()
  if (found) return found.id
  const townId = town === undefined ? undefined : await addLocation(db, town)
  return insertLocation(db, { name, townId, position: 0 })
}
