import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { v7 as uuidv7 } from 'uuid'
import * as catalog from '../../demo/catalog.ts'
import { extras, pickupPoints, towns } from '../../demo/catalog.ts'
import type { DemoCar } from '../../demo/rental-cars.ts'
import { rentalCars } from '../../demo/rental-cars-large.ts'
import { insertCar } from '../cars/car-store.ts'
import { insertCarDocument } from '../cars/documents/car-document-store.ts'
import { insertBanner, insertCategory, insertLocation, insertService } from '../content/content-store.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { savePreparedPicture } from '../media/save-picture.ts'
import { insertExtra } from '../prices/extra-store.ts'
import { insertDemoRows } from './demo-market-store.ts'
import { readDemoPicture } from './demo-pictures.ts'

type Hashes = ReadonlyMap<string, string>

/** Stores every picture of the catalog and the fleet; returns each hash by its path in `server/demo/pictures`. */
export async function saveDemoPictures(deps: Pick<AppDeps, 'db' | 'pictures' | 'clock'>): Promise<Hashes> {
  const { vehicleCategories, productCategories, services, banner } = catalog
  const named = [...vehicleCategories, ...productCategories, ...services].map(({ picture }) => picture)
  return savePictures(deps, [...rentalCars.flatMap(viewsOf), ...named, banner])
}

/** Enough to wait for the disk once for several; two parts of the market together stay below what one person may send at a time. */
const PICTURES_AT_ONCE = 4

/** Stores pictures of `server/demo/pictures`; returns each hash by its path there. */
export async function savePictures(
  deps: Pick<AppDeps, 'db' | 'pictures' | 'clock'>,
  paths: readonly string[],
): Promise<Hashes> {
  const distinct = [...new Set(paths)]
  const stored = new Map<string, string>()
  for (let from = 0; from < distinct.length; from += PICTURES_AT_ONCE) {
    const together = distinct.slice(from, from + PICTURES_AT_ONCE).map(async (path) => {
      const { hash } = await savePreparedPicture(deps, await readDemoPicture(path))
      stored.set(path, hash)
    })
    await Promise.all(together)
  }
  return stored
}

/** Locations, categories, services, the banner and the rental fleet. */
export async function seedFleet(tx: Db, hashes: Hashes, now: Date): Promise<void> {
  const categories = await seedCatalog(tx, hashes)
  const locations = await seedLocations(tx)
  await seedExtras(tx, locations, now)
  // Each car is a day younger than the one before, so that sorting by newest has an effect.
  for (const [position, car] of rentalCars.entries()) {
    const joined = new Date(now.getTime() - (rentalCars.length - position + 120) * 86_400_000)
    const carId = await insertCar(
      tx,
      {
        ...factsOf(car),
        ...recordOf(car, position),
        // Plates of KZZ are not issued, so that none is somebody's.
        numberPlate: `KZZ ${101 + position}A`,
        categoryId: getByName(categories, car.category),
        locationId: getByName(locations, car.location),
        pictureHashes: viewsOf(car).map((path) => getByName(hashes, path)),
      },
      joined,
    )
    await insertDemoRows(tx, 'cars', [carId])
    await seedPapers(tx, { carId, car, position, now })
  }
}

/** Made up, and of no real car: chassis numbers of this form are not in use. */
function recordOf({ look }: DemoCar, position: number) {
  return {
    year: 2012 + ((position * 5) % 11),
    colour: PAINTS[look.split('-').at(-1) ?? ''] ?? null,
    chassisNumber: `DEMZZ${100_001 + position * 37}`,
    logbookNumber: `DEM${2026_0101 + position * 113}`,
    odometer: 24_000 + ((position * 3_571) % 60_000),
  }
}

const PAINTS: Record<string, string> = {
  black: 'Black',
  blue: 'Blue',
  gold: 'Gold',
  graphite: 'Grey',
  green: 'Green',
  orange: 'Orange',
  pearl: 'White',
  red: 'Red',
  silver: 'Silver',
}

/** A car whose insurance ends soon and is not renewed yet. */
const INSURANCE_ENDS_SOON = 'Toyota Rush'

type PaperInput = { carId: string; car: DemoCar; position: number; now: Date }

/** Insurance and inspection of the last, this and, of most cars, the next year. */
async function seedPapers(tx: Db, { carId, car, position, now }: PaperInput): Promise<void> {
  const today = nairobiDay(now)
  const current = car.name === INSURANCE_ENDS_SOON ? 11 : 150 + ((position * 13) % 200)
  const ends = car.name === INSURANCE_ENDS_SOON ? [current] : [current, current + 365]
  const papers = [
    ...[current - 365, ...ends].map((end) => ({ kind: 'insurance', issuer: 'Savanna Assurance', end })),
    ...[current - 300, current + 65, current + 430].map((end) => ({
      kind: 'inspection',
      issuer: 'NTSA',
      end,
    })),
  ]
  for (const [at, { kind, issuer, end }] of papers.entries()) {
    await insertCarDocument(tx, {
      id: uuidv7(),
      car_id: carId,
      kind,
      number: `${kind === 'insurance' ? 'POL' : 'MVI'}/${40_000 + position * 10 + at}`,
      issuer,
      valid_from: addDays(today, end - 364),
      valid_until: addDays(today, end),
      created_by: null,
      created_at: now,
    })
  }
}

async function seedCatalog(tx: Db, hashes: Hashes): Promise<Map<string, string>> {
  const categories = new Map<string, string>()
  for (const [position, { name, picture, names }] of catalog.vehicleCategories.entries()) {
    const pictureHash = getByName(hashes, picture)
    categories.set(name, await insertCategory(tx, { kind: 'vehicle', name, names, pictureHash, position }))
  }
  for (const [position, { name, picture, names }] of catalog.productCategories.entries()) {
    const pictureHash = getByName(hashes, picture)
    await insertCategory(tx, { kind: 'product', name, names, pictureHash, position })
  }
  for (const [position, { picture, ...service }] of catalog.services.entries()) {
    await insertService(tx, { ...service, pictureHash: getByName(hashes, picture), position })
  }
  await insertBanner(tx, { pictureHash: getByName(hashes, catalog.banner), position: 0 })
  return categories
}

async function seedLocations(tx: Db): Promise<Map<string, string>> {
  const places = new Map<string, string>()
  for (const [position, name] of towns.entries()) {
    places.set(name, await insertLocation(tx, { name, townId: undefined, position }))
  }
  for (const [position, { name, names, town }] of pickupPoints.entries()) {
    const townId = getByName(places, town)
    places.set(name, await insertLocation(tx, { name, names, townId, position: towns.length + position }))
  }
  return places
}

async function seedExtras(tx: Db, places: ReadonlyMap<string, string>, now: Date): Promise<void> {
  for (const { kind, price, at = [], atAddress = false, stock = null, km = null } of extras) {
    const [place] = at
    await insertExtra(tx, {
      id: uuidv7(),
      kind,
      price,
      stock,
      location_id: place === undefined ? null : getByName(places, place),
      to_location_id: null,
      at_address: atAddress,
      km,
      created_at: now,
      updated_at: now,
    })
  }
}

function factsOf(car: DemoCar) {
  const [engine, power, acceleration, topSpeed] = car.specs
  return {
    name: car.name,
    description: car.description,
    price: car.price,
    deposit: car.deposit,
    kmPerDay: car.kmPerDay,
    seats: car.seats,
    transmission: car.transmission,
    fuelType: car.fuel,
    specs: { engine, power, acceleration, topSpeed, ...(car.range ? { range: car.range } : {}) },
    features: [...car.features],
    available: car.available ?? true,
  }
}

export function viewsOf({ look, views }: DemoCar): string[] {
  return views.map((view) => `cars/${look}-${view}`)
}

/** The value of a name that the demo lists must contain. */
export function getByName<Value>(names: ReadonlyMap<string, Value>, name: string): Value {
  const found = names.get(name)
  if (found === undefined) throw new Error(`the demo market has no "${name}"`)
  return found
}
