import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { demoStaff, people } from '../../demo/people.ts'
import { rentalCars } from '../../demo/rental-cars-large.ts'
import { saleCars } from '../../demo/sale-cars.ts'
import { stays, workshop } from '../../demo/stays.ts'
import { blockCar } from '../bookings/block-car.ts'
import type { AppDeps } from '../deps.ts'
import { expireListings, returnUnpaidToDraft } from '../listings/sell/listing-tasks.ts'
import { markAllSent } from '../notifications/notification-store.ts'
import {
  findDemoMarket,
  hasBlock,
  hasSale,
  hasStay,
  isEmptyMarket,
  noteBegun,
  noteFinished,
  unlessAnotherSeeds,
  whoAndWhat,
} from './demo-market-store.ts'
import { furnishFleet, keepDemoPictures, known } from './furnish-fleet.ts'
import { furnishPeople } from './furnish-people.ts'
import { furnishShop, playOrders } from './furnish-shop.ts'
import { keepSalePictures, picturesOf } from './keep-sale-pictures.ts'
import { playSale } from './play-sale.ts'
import { playStay } from './play-stay.ts'
import { seededRandom } from './seeded-random.ts'

const SEED = 20_160_417

/**
 * Puts the demo market into an empty database, through the same verbs as real use. One that was interrupted is carried
 * on with; a database that holds anything else is left alone. Must run before jobs do: they would see the past as late. Answers
 * whether the demo market is in.
 */
export async function seedDemoMarket(deps: AppDeps): Promise<boolean> {
  await unlessAnotherSeeds(deps.db, async () => {
    const begun = await findDemoMarket(deps.db)
    if (begun?.finished_at || (!begun && !(await isEmptyMarket(deps.db)))) return
    const started = performance.now()
    // Carried on with on another day, the stays still count from the day on which the market was begun.
    const now = begun?.begun_at ?? deps.clock.now()
    const seeding = quietly(deps)
    if (!begun) await furnish(seeding, now)
    await playStays(seeding, now)
    await sendToWorkshop(seeding, now)
    await playSales(seeding, now)
    await furnishShop(seeding, now)
    await playOrders(seeding, now)
    await markAllSent(deps.db, deps.clock.now())
    await noteFinished(deps.db, deps.clock.now())
    deps.logger.info({ seconds: Math.round((performance.now() - started) / 100) / 10 }, 'demo market put in')
  })
  return (await findDemoMarket(deps.db)) !== undefined
}

/** No phone shall ring for payments of the past, and what happened then is no news for the log. */
function quietly(deps: AppDeps): AppDeps {
  return {
    ...deps,
    random: seededRandom(SEED),
    jobs: { ...deps.jobs, enqueue: async () => {} },
    logger: deps.logger.child({}, { level: 'warn' }),
  }
}

async function furnish(deps: AppDeps, now: Date): Promise<void> {
  const hashes = await keepDemoPictures(deps)
  // Nobody sold a car before they joined.
  const joined = new Date(now.getTime() - 400 * 86_400_000)
  await deps.db.transaction().execute(async (tx) => {
    await noteBegun(tx, now)
    await furnishFleet(tx, hashes, now)
    await furnishPeople(tx, { ...deps, clock: { now: () => joined } })
  })
}

async function playStays(deps: AppDeps, now: Date): Promise<void> {
  const ids = await whoAndWhat(deps.db)
  const persons = new Map(people.map((person) => [person.name, person]))
  const homes = new Map(rentalCars.map(({ name, location }) => [name, location]))
  for (const [position, stay] of stays.entries()) {
    const customer = persons.get(stay.who)
    if (!customer) throw new Error(`the demo market has no "${stay.who}"`)
    const customerId = known(ids.people, customer.email)
    const key = `demo-stay-${position}`
    if (await hasStay(deps.db, customerId, key)) continue
    await playStay(deps, {
      stay,
      key,
      now,
      carId: known(ids.cars, stay.car),
      pickupLocation: known(homes, stay.car),
      customer,
      customerId,
      staffId: known(ids.people, demoStaff.email),
    })
  }
}

/** Cars for sale, and what the clock made of them until now. */
async function playSales(deps: AppDeps, now: Date): Promise<void> {
  const ids = await whoAndWhat(deps.db)
  const hashes = await keepSalePictures(deps)
  const persons = new Map(people.map((person) => [person.name, person]))
  for (const [position, car] of saleCars.entries()) {
    const seller = persons.get(car.seller)
    if (!seller) throw new Error(`the demo market has no "${car.seller}"`)
    const sellerId = known(ids.people, seller.email)
    const key = `demo-sale-${position}`
    if (await hasSale(deps.db, sellerId, key)) continue
    await playSale(deps, {
      car,
      key,
      position,
      now,
      seller,
      sellerId,
      staffId: known(ids.people, demoStaff.email),
      readerIds: [...ids.people.values()].filter((id) => id !== sellerId),
      pictureHashes: picturesOf(car).map((path) => known(hashes, path)),
    })
  }
  const then = { ...deps, clock: { now: () => now } }
  await expireListings(then)
  await returnUnpaidToDraft(then)
}

async function sendToWorkshop(deps: AppDeps, now: Date): Promise<void> {
  const ids = await whoAndWhat(deps.db)
  const carId = known(ids.cars, workshop.car)
  if (await hasBlock(deps.db, carId)) return
  const from = addDays(nairobiDay(now), workshop.starts)
  await blockCar(deps, {
    carId,
    from: nairobiInstant(from, '08:00'),
    until: nairobiInstant(addDays(from, workshop.days), '18:00'),
    reason: workshop.reason,
    accountId: known(ids.people, demoStaff.email),
  })
}
