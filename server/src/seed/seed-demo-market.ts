import { createHmac, randomBytes } from 'node:crypto'
import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { STAFF_RIGHTS } from '@twende/contract/http/route.ts'
import { demoBookings, workshop } from '../../demo/bookings.ts'
import { demoStaff, people } from '../../demo/people.ts'
import { rentalCars } from '../../demo/rental-cars-large.ts'
import { saleCars } from '../../demo/sale-cars.ts'
import { createAccount } from '../accounts/register-account.ts'
import { seededRandom } from '../basic-deps.ts'
import { blockCar } from '../bookings/block-car.ts'
import { type Database, type Db, openDatabase, openPool } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { expireListings, returnUnpaidToDraft } from '../listings/sell/listing-tasks.ts'
import { markAllSent } from '../notifications/notification-store.ts'
import { createDemoBooking } from './demo-bookings.ts'
import { createDemoListing, picturesOf } from './demo-listings.ts'
import {
  demoKey,
  findCarAndAccountIds,
  findDemoMarket,
  hasBlock,
  insertDemoMarket,
  insertDemoRows,
  isEmptyMarket,
  isMade,
  markDemoMarketFinished,
  withSeedLock,
} from './demo-market-store.ts'
import { seedCarCosts } from './seed-car-costs.ts'
import { getByName, saveDemoPictures, savePictures, seedFleet, viewsOf } from './seed-fleet.ts'
import { seedOrders, seedProducts } from './seed-shop.ts'

const CUSTOMER_PASSWORD = 'karibu-twende'

const SEED = 20_160_417

/** Three parts at a time, one of which stores several pictures. */
const CONNECTIONS = 8

/**
 * Creates the demo market in an empty database, through the same use cases as real requests. An interrupted run is
 * continued; a database that holds other data is not changed. Must run before scheduled tasks, which would treat past
 * events as overdue. Calls `beginning` if there is something to do. Returns whether the database holds the demo market.
 */
export async function seedDemoMarket(deps: AppDeps, beginning = () => {}): Promise<boolean> {
  await withSeedLock(deps.db, async () => {
    const begun = await findDemoMarket(deps.db)
    if (begun?.finished_at || (!begun && !(await isEmptyMarket(deps.db)))) return
    beginning()
    const started = performance.now()
    // When continued on another day, dates still count from the day on which the run began.
    const now = begun?.started_at ?? deps.clock.now()
    await withoutWaitingForTheDisk(deps, async (db) => {
      const seeding = withoutSideEffects({ ...deps, db }, SEED)
      if (!begun) await seedFleetAndPeople(seeding, now)
      // Cars for rent, cars for sale and the shop need nothing of each other; each has a row of random numbers of its own.
      await allEnded([
        seedRentals(seeding, now),
        seedListings(withoutSideEffects(seeding, SEED + 1), now),
        seedShop(withoutSideEffects(seeding, SEED + 2), now),
      ])
      await markAllSent(db, deps.clock.now())
    })
    await markDemoMarketFinished(deps.db, deps.clock.now())
    deps.logger.info({ seconds: Math.round((performance.now() - started) / 100) / 10 }, 'demo market put in')
  })
  return (await findDemoMarket(deps.db)) !== undefined
}

/**
 * Works on connections that do not wait at each commit until the disk has it, which is half of the time. What the last of
 * these transactions wrote is on the disk before the market counts as finished, because that commit is written behind them.
 */
async function withoutWaitingForTheDisk(deps: AppDeps, work: (db: Database) => Promise<void>): Promise<void> {
  const pool = openPool(deps.connection, { max: CONNECTIONS })
  pool.on('connect', (client) => void client.query('set synchronous_commit = off'))
  const db = openDatabase(pool)
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}

/** Waits for all, also where one fails: what still runs would lose its connection. */
async function allEnded(parts: readonly Promise<void>[]): Promise<void> {
  const ended = await Promise.allSettled(parts)
  const failed = ended.find((part) => part.status === 'rejected')
  if (failed) throw failed.reason
}

async function seedRentals(deps: AppDeps, now: Date): Promise<void> {
  await seedBookings(deps, now)
  await seedCosts(deps, now)
  await seedCarBlock(deps, now)
}

async function seedShop(deps: AppDeps, now: Date): Promise<void> {
  await seedProducts(deps, now)
  await seedOrders(deps, now)
}

/** Without payment requests to phones and without log lines for past events. */
function withoutSideEffects(deps: AppDeps, seed: number): AppDeps {
  return {
    ...deps,
    random: seededRandom(seed),
    jobs: { ...deps.jobs, enqueue: async () => {} },
    logger: deps.logger.child({}, { level: 'warn' }),
  }
}

async function seedFleetAndPeople(deps: AppDeps, now: Date): Promise<void> {
  const hashes = await saveDemoPictures(deps)
  // Accounts are older than all that happens in the market.
  const joined = new Date(now.getTime() - 400 * 86_400_000)
  await deps.db.transaction().execute(async (tx) => {
    await insertDemoMarket(tx, now)
    await seedFleet(tx, hashes, now)
    await seedPeople(tx, { ...deps, clock: { now: () => joined } })
  })
}

async function seedBookings(deps: AppDeps, now: Date): Promise<void> {
  const ids = await findCarAndAccountIds(deps.db)
  const persons = new Map(people.map((person) => [person.name, person]))
  const cars = new Map(rentalCars.map((car) => [car.name, car]))
  for (const [position, demo] of demoBookings.entries()) {
    const customer = persons.get(demo.who)
    if (!customer) throw new Error(`the demo market has no "${demo.who}"`)
    const customerId = getByName(ids.people, customer.email)
    const key = demoKey('POST /api/booking/create', customerId, `demo-booking-${position}`)
    if (await isMade(deps.db, key)) continue
    await createDemoBooking(deps, {
      demo,
      key,
      now,
      carId: getByName(ids.cars, demo.car),
      pickupLocation: getByName(cars, demo.car).location,
      customer,
      customerId,
      staffId: getByName(ids.people, demoStaff.email),
      pictures: viewsOf(getByName(cars, demo.car)),
    })
  }
}

async function seedCosts(deps: AppDeps, now: Date): Promise<void> {
  const ids = await findCarAndAccountIds(deps.db)
  for (const [position, { name }] of rentalCars.entries()) {
    const carId = getByName(ids.cars, name)
    await deps.db.transaction().execute((tx) => seedCarCosts(tx, { carId, name, position, now }))
  }
}

/** Listings, then the scheduled tasks that change them with time. */
async function seedListings(deps: AppDeps, now: Date): Promise<void> {
  const ids = await findCarAndAccountIds(deps.db)
  const hashes = await savePictures(deps, saleCars.flatMap(picturesOf))
  const persons = new Map(people.map((person) => [person.name, person]))
  for (const [position, car] of saleCars.entries()) {
    const seller = persons.get(car.seller)
    if (!seller) throw new Error(`the demo market has no "${car.seller}"`)
    const sellerId = getByName(ids.people, seller.email)
    const key = demoKey('POST /api/sell/add', sellerId, `demo-listing-${position}`)
    if (await isMade(deps.db, key)) continue
    await createDemoListing(deps, {
      car,
      key,
      position,
      now,
      seller,
      sellerId,
      staffId: getByName(ids.people, demoStaff.email),
      readerIds: [...ids.people.values()].filter((id) => id !== sellerId),
      pictureHashes: picturesOf(car).map((path) => getByName(hashes, path)),
    })
  }
  const then = { ...deps, clock: { now: () => now } }
  await expireListings(then)
  await returnUnpaidToDraft(then)
}

async function seedCarBlock(deps: AppDeps, now: Date): Promise<void> {
  const ids = await findCarAndAccountIds(deps.db)
  const carId = getByName(ids.cars, workshop.car)
  if (await hasBlock(deps.db, carId)) return
  const from = addDays(nairobiDay(now), workshop.starts)
  await blockCar(deps, {
    carId,
    from: nairobiInstant(from, '08:00'),
    until: nairobiInstant(addDays(from, workshop.days), '18:00'),
    reason: workshop.reason,
    accountId: getByName(ids.people, demoStaff.email),
  })
}

/** Accounts of the demo market; those without a printed sign-in get a random password. */
async function seedPeople(tx: Db, { clock, tokenSecret }: Pick<AppDeps, 'clock' | 'tokenSecret'>) {
  const passwords = new Map(demoSignIns(tokenSecret).map(({ email, password }) => [email, password]))
  for (const { name, email, role } of people) {
    const rights = role === 'staff' ? STAFF_RIGHTS : []
    const password = passwords.get(email) ?? randomBytes(24).toString('base64url')
    const { id } = await createAccount({ clock }, tx, { name, email, role, rights, password })
    await insertDemoRows(tx, 'accounts', [id])
  }
}

export type DemoSignIn = { role: 'customer' | 'seller' | 'staff' | 'admin'; email: string; password: string }

/**
 * Who can sign in to the demo market, with passwords. Customers share a public password; those of staff and admin
 * differ for each installation, so that a public demo cannot be administered by everybody.
 */
export function demoSignIns(tokenSecret: string): DemoSignIn[] {
  return people.flatMap(({ email, role, signsInAs }) => {
    if (!signsInAs) return []
    const password = role === 'user' ? CUSTOMER_PASSWORD : `karibu-${wordFor(email, tokenSecret)}`
    return [{ role: signsInAs, email, password }]
  })
}

/** The sign-ins as they are printed. */
export function signInLines(tokenSecret: string): string[] {
  return demoSignIns(tokenSecret).map(
    ({ role, email, password }) => `  ${role.padEnd(9)} ${email.padEnd(28)} ${password}`,
  )
}

function wordFor(email: string, tokenSecret: string): string {
  return createHmac('sha256', tokenSecret).update(`demo password of ${email}`).digest('hex').slice(0, 12)
}
