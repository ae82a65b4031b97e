import { readFile } from 'node:fs/promises'
import * as catalogue from '../../demo/catalogue.ts'
import { pickupPoints, towns } from '../../demo/places.ts'
import type { DemoCar } from '../../demo/rental-cars.ts'
import { rentalCars } from '../../demo/rental-cars-large.ts'
import { insertCar } from '../cars/car-store.ts'
import { projectPath } from '../config/project-path.ts'
import { insertBanner, insertCategory, insertLocation, insertService } from '../content/content-store.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { keepOwnPicture } from '../media/keep-picture.ts'
import { noteDemoRows } from './demo-market-store.ts'

type Hashes = ReadonlyMap<string, string>

/** Keeps every picture of the catalogue and the fleet, and answers its hash by its path in `server/demo/pictures`. */
export async function keepDemoPictures(deps: Pick<AppDeps, 'db' | 'pictures' | 'clock'>): Promise<Hashes> {
  const { vehicleCategories, productCategories, services, banner } = catalogue
  const named = [...vehicleCategories, ...productCategories, ...services].map(({ picture }) => picture)
  const wanted = [...new Set([...rentalCars.flatMap(viewsOf), ...named, banner])]
  const kept = new Map<string, string>()
  // One after another: only so many pictures may wait.
  for (const path of wanted) {
    const bytes = await readFile(projectPath(`server/demo/pictures/${path}.webp`))
    kept.set(path, (await keepOwnPicture(deps, bytes)).hash)
  }
  return kept
}

/** Places, categories, services, banner and the rental fleet. */
export async function furnishFleet(tx: Db, hashes: Hashes, now: Date): Promise<void> {
  const categories = await furnishCatalogue(tx, hashes)
  const locations = await furnishPlaces(tx)
  // Each car a day older than the one before: "newest" has an order to show.
  for (const [position, car] of rentalCars.entries()) {
    const joined = new Date(now.getTime() - (rentalCars.length - position + 120) * 86_400_000)
    const carId = await insertCar(
      tx,
      {
        ...factsOf(car),
        categoryId: known(categories, car.category),
        locationId: known(locations, car.location),
        pictureHashes: viewsOf(car).map((path) => known(hashes, path)),
      },
      joined,
    )
    await noteDemoRows(tx, 'cars', [carId])
  }
}

async function furnishCatalogue(tx: Db, hashes: Hashes): Promise<Map<string, string>> {
  const categories = new Map<string, string>()
  for (const [position, { name, picture }] of catalogue.vehicleCategories.entries()) {
    const pictureHash = known(hashes, picture)
    categories.set(name, await insertCategory(tx, { kind: 'vehicle', name, pictureHash, position }))
  }
  for (const [position, { name, picture }] of catalogue.productCategories.entries()) {
    await insertCategory(tx, { kind: 'product', name, pictureHash: known(hashes, picture), position })
  }
  for (const [position, { picture, ...service }] of catalogue.services.entries()) {
    await insertService(tx, { ...service, pictureHash: known(hashes, picture), position })
  }
  await insertBanner(tx, { pictureHash: known(hashes, catalogue.banner), position: 0 })
  return categories
}

async function furnishPlaces(tx: Db): Promise<Map<string, string>> {
  const places = new Map<string, string>()
  for (const [position, name] of towns.entries()) {
    places.set(name, await insertLocation(tx, { name, townId: undefined, position }))
  }
  for (const [position, { name, town }] of pickupPoints.entries()) {
    const townId = known(places, town)
    places.set(name, await insertLocation(tx, { name, townId, position: towns.length + position }))
  }
  return places
}

function factsOf(car: DemoCar) {
  const [engine, power, acceleration, topSpeed] = car.specs
  return {
    name: car.name,
    description: car.description,
    pricePerDay: car.price,
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

function viewsOf({ look, views }: DemoCar): string[] {
  return views.map((view) => `cars/${look}-${view}`)
}

/** What the demo's own lists name must be in them. */
export function known(names: ReadonlyMap<string, string>, name: string): string {
  const found = names.get(name)
  if (found === undefined) throw new Error(`the demo market has no "${name}"`)
  return found
}
