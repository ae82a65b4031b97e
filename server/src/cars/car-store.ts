import type { Reading } from '@twende/contract/bookings/condition/odometer-reading.ts'
import { type Car, carSpecsDocument, type fleetCarFields } from '@twende/contract/cars/car.ts'
import { ONLY_RECORDED_CARS } from '@twende/contract/cars/car-cover.ts'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { v7 as uuidv7 } from 'uuid'
import { compiledQuery, type Params } from '../db/compiled-query.ts'
import { type Db, violatedConstraint } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { AppError } from '../http/app-error.ts'
import type { PictureRow } from '../media/present-picture.ts'

export type Span = { from: Date; until: Date }
/** An instant, or the parameter of a statement. */
type Instant = Date | RawBuilder<Date>
type SpanOfStatement = { from: Instant; until: Instant }
export type StoredCar = Selectable<Tables['cars']>
export type CarChange = Updateable<Tables['cars']>

/** Fields that staff alone sees; an empty text is null. */
type StaffFields = {
  numberPlate?: string | null | undefined
  chassisNumber?: string | null | undefined
  logbookNumber?: string | null | undefined
  odometer?: number | null | undefined
}

/** The column of each field that staff fills in about a car; a field of the form that has none does not compile. */
const COLUMNS = {
  name: 'name',
  description: 'description',
  price: 'price_per_day',
  deposit: 'deposit',
  kmPerDay: 'km_per_day',
  seats: 'seats',
  transmission: 'transmission',
  fuelType: 'fuel_type',
  specs: 'specs',
  features: 'features',
  year: 'year',
  colour: 'colour',
} as const satisfies Record<
  Exclude<keyof typeof fleetCarFields, 'category' | 'location' | keyof StaffFields>,
  keyof StoredCar
>

type CarField = keyof typeof COLUMNS
const CAR_FIELDS = Object.keys(COLUMNS) as CarField[]
export type CarFields = Pick<Car, CarField>

/** A car as it is shown, before addresses are made of its pictures. */
export type CarRow = CarFields & {
  id: string
  category: string
  location: string
  available: boolean
  rating: number
  review_count: number
  pictures: PictureRow[]
}

/** Only the fields that staff fills in. */
export function carFields(row: CarFields): CarFields {
  const fields = Object.fromEntries(CAR_FIELDS.map((field) => [field, row[field]])) as CarFields
  return { ...fields, specs: carSpecsDocument.read(row.specs) }
}

/** The given fields as columns of the table. */
export function carColumns(fields: { [Field in CarField]?: CarFields[Field] | undefined }): CarChange {
  const columns = CAR_FIELDS.filter((field) => fields[field] !== undefined).map((field) => [
    COLUMNS[field],
    field === 'specs' && fields.specs ? carSpecsDocument.write(fields.specs) : fields[field],
  ])
  return Object.fromEntries(columns)
}

export function staffColumns(fields: StaffFields) {
  const { numberPlate, chassisNumber, logbookNumber, odometer } = fields
  return {
    ...(numberPlate === undefined ? {} : { number_plate: numberPlate || null }),
    ...(chassisNumber === undefined ? {} : { chassis_number: chassisNumber || null }),
    ...(logbookNumber === undefined ? {} : { logbook_number: logbookNumber || null }),
    ...(odometer === undefined ? {} : { odometer }),
  }
}

/** Cars that are still in the fleet, with what is shown of them. */
export function selectCars(db: Db) {
  return selectEveryCar(db).where('cars.retired_at', 'is', null)
}

/** The same of every car that we have or had. */
export function selectEveryCar(db: Db) {
  return db
    .selectFrom('cars')
    .innerJoin('categories', 'categories.id', 'cars.category_id')
    .innerJoin('locations', 'locations.id', 'cars.location_id')
    .select((eb) => [
      'cars.id',
      ...CAR_FIELDS.map((field) => eb.ref(`cars.${COLUMNS[field]}`).as(field)),
      'categories.name as category',
      'locations.name as location',
      'cars.available',
      'cars.rating',
      'cars.review_count',
      jsonArrayFrom(
        eb
          .selectFrom('car_pictures')
          .innerJoin('pictures', 'pictures.hash', 'car_pictures.picture_hash')
          .whereRef('car_pictures.car_id', '=', 'cars.id')
          .select(['pictures.hash', 'pictures.width', 'pictures.height', 'pictures.placeholder'])
          .orderBy('car_pictures.position'),
      ).as('pictures'),
    ])
    .$castTo<CarRow>()
}

/** The part of the span for which a car has no insurance or no inspection, as a multirange. */
export function notCovered(span: SpanOfStatement) {
  return sql`not_covered(
    cars.insured, cars.inspected,
    coalesce((select only_recorded_cars from business_settings), ${ONLY_RECORDED_CARS}),
    tstzrange(${span.from}, ${span.until})
  )`
}

/**
 * Whether the car cannot be rented at some moment of the span. A car that is not covered is left out of searches, because a
 * booking of it would be refused by `booking_is_within_cover`. An unpaid hold that ran out takes nothing. A car that has not
 * come back from a rental, or is lost, is taken for every span.
 */
export function takenDuring(span: SpanOfStatement, now: Instant) {
  const isNotCovered = sql<boolean>`not isempty(${notCovered(span)})`
  const isInCalendar = sql<boolean>`exists (
    select from car_calendar
    left join bookings on bookings.id = car_calendar.booking_id
    where car_calendar.car_id = cars.id
      and car_calendar.taken && tstzrange(${span.from}, ${span.until})
      and (bookings.status = 'pending' and bookings.hold_expires_at <= ${now}) is not true
  )`
  return sql<boolean>`(${isNotCovered} or ${isInCalendar} or car_is_out(cars.id, ${now}))`
}

/** One car of the fleet. Not a list of one, for which PostgreSQL would plan the statement anew at each call. */
export async function findCar(db: Db, carId: string): Promise<CarRow | undefined> {
  const [row] = await carOfFleet(db, { carId })
  return row
}

const carOfFleet = compiledQuery((db, params: Params<{ carId: string }>) =>
  selectCars(db).where('cars.id', '=', params.carId),
)

export async function carExists(db: Db, carId: string): Promise<boolean> {
  const row = await db
    .selectFrom('cars')
    .select('id')
    .where('id', '=', carId)
    .where('retired_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the car is or was in the fleet. */
export async function isKnownCar(db: Db, carId: string): Promise<boolean> {
  return (await db.selectFrom('cars').select('id').where('id', '=', carId).executeTakeFirst()) !== undefined
}

/** What the odometer of a car showed last, and when; null where it was never read. */
export async function findLastReading(db: Db, carId: string): Promise<Reading | null> {
  const row = await db
    .selectFrom('cars')
    .select(['odometer', 'odometer_read_at'])
    .where('id', '=', carId)
    .executeTakeFirst()
  return row && row.odometer !== null ? { km: row.odometer, at: row.odometer_read_at } : null
}

/** Keeps a reading of an odometer, unless a newer one is known. */
export async function setOdometer(
  tx: Db,
  carId: string,
  { km, at }: { km: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('cars')
    .set({ odometer: km, odometer_read_at: at })
    .where('id', '=', carId)
    .where((eb) => eb.or([eb('odometer_read_at', 'is', null), eb('odometer_read_at', '<=', at)]))
    .execute()
}

/** Replaces the last reading of an odometer; changes no other reading. */
export async function replaceReading(
  tx: Db,
  carId: string,
  { from, km, at, readAt = at }: { from: number; km: number; at: Date; readAt?: Date },
): Promise<void> {
  await tx
    .updateTable('cars')
    .set({ odometer: km, ...(readAt !== at && { odometer_read_at: readAt }) })
    .where('id', '=', carId)
    .where('odometer', '=', from)
    .where((eb) => eb.or([eb('odometer_read_at', 'is', null), eb('odometer_read_at', '=', at)]))
    .execute()
}

/** What the odometer of a car shows, null where it was never read; undefined when there is no such car. */
export async function findOdometer(db: Db, carId: string): Promise<number | null | undefined> {
  const row = await db.selectFrom('cars').select('odometer').where('id', '=', carId).executeTakeFirst()
  return row?.odometer
}

/** The category and the price per day of each car of the fleet. */
export async function findCategoriesAndPrices(
  db: Db,
): Promise<{ id: string; category: string; price: number }[]> {
  return db
    .selectFrom('cars')
    .innerJoin('categories', 'categories.id', 'cars.category_id')
    .where('cars.retired_at', 'is', null)
    .select(['cars.id', 'categories.name as category', 'cars.price_per_day as price'])
    .execute()
}

type CarsLike = {
  like: Pick<CarRow, 'id' | 'category' | 'price' | 'seats'>
  span: Span
  now: Date
  /** Cars that are left out. */
  except: readonly string[]
  limit: number
}

/** Cars one could have instead: free for the span, best those of the same category and of a like price. */
export async function freeCarsLike(db: Db, { like, span, now, except, limit }: CarsLike): Promise<CarRow[]> {
  return selectCars(db)
    .where('cars.id', 'not in', [like.id, ...except])
    .where('cars.available', '=', true)
    .where(sql<boolean>`not ${takenDuring(span, now)}`)
    .orderBy(sql`categories.name = ${like.category}`, 'desc')
    .orderBy(sql`cars.seats >= ${like.seats}`, 'desc')
    .orderBy(sql`abs(cars.price_per_day - ${like.price})`)
    .orderBy('cars.id')
    .limit(limit)
    .execute()
}

/**
 * The spans in which a car is taken or not covered, earliest first; those that only touch `span` are left out. What takes
 * the car is whole, and a span without cover is cut to `span`. A car that is out is taken for all of `span`.
 */
export async function takenSpans(db: Db, carId: string, span: Span, now: Date): Promise<Span[]> {
  const [taken, uncovered, isOut] = await Promise.all([
    calendarSpans(db, carId, span, now),
    uncoveredSpans(db, carId, span),
    isCarOut(db, carId, now),
  ])
  return [...taken, ...uncovered, ...(isOut ? [span] : [])].toSorted(
    (a, b) => a.from.getTime() - b.from.getTime(),
  )
}

/** Whether a car has not come back from a rental by `now`, or is lost. */
export async function isCarOut(db: Db, carId: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ out: boolean }>`select car_is_out(${carId}, ${now}) as out`.execute(db)
  return rows[0]?.out ?? false
}

/** The parts of a span for which a car has no insurance or no inspection. */
export async function uncoveredSpans(db: Db, carId: string, span: Span): Promise<Span[]> {
  return db
    .selectFrom('cars')
    .innerJoinLateral(sql<{ gap: string }>`(select unnest(${notCovered(span)}) as gap)`.as('gaps'), (join) =>
      join.onTrue(),
    )
    .where('cars.id', '=', carId)
    .select([sql<Date>`lower(gap)`.as('from'), sql<Date>`upper(gap)`.as('until')])
    .execute()
}

async function calendarSpans(db: Db, carId: string, span: Span, now: Date): Promise<Span[]> {
  return db
    .selectFrom('car_calendar')
    .leftJoin('bookings', 'bookings.id', 'car_calendar.booking_id')
    .where('car_calendar.car_id', '=', carId)
    .where(sql<boolean>`car_calendar.taken && tstzrange(${span.from}, ${span.until})`)
    .where(sql<boolean>`(bookings.status = 'pending' and bookings.hold_expires_at <= ${now}) is not true`)
    .select([
      sql<Date>`lower(car_calendar.taken)`.as('from'),
      sql<Date>`upper(car_calendar.taken)`.as('until'),
    ])
    .orderBy('car_calendar.taken')
    .execute()
}

/** `name` is null once the account is deleted. */
export type ReviewRow = {
  name: string | null
  rating: number
  comment: string
  reviewed_at: Date
  answer: string | null
}

export async function latestReviews(db: Db, carId: string, limit: number): Promise<ReviewRow[]> {
  return db
    .selectFrom('reviews')
    .innerJoin('accounts', 'accounts.id', 'reviews.account_id')
    .where('reviews.car_id', '=', carId)
    .leftJoin('review_decisions', 'review_decisions.booking_id', 'reviews.booking_id')
    .where('review_decisions.hidden_at', 'is', null)
    .select(['accounts.name', 'reviews.rating', 'reviews.comment', 'reviews.reviewed_at'])
    .select('review_decisions.answer')
    .orderBy('reviews.reviewed_at', 'desc')
    .orderBy('reviews.booking_id')
    .limit(limit)
    .execute()
}

/** Fields whose column has no default. */
type RequiredField = {
  [Field in CarField]: undefined extends Insertable<Tables['cars']>[(typeof COLUMNS)[Field]] ? never : Field
}[CarField]

/** A field that is left out gets the default of its column. */
export type NewCar = { [Field in CarField]?: CarFields[Field] | undefined } & Pick<CarFields, RequiredField> &
  StaffFields & {
    categoryId: string
    locationId: string
    available: boolean
    pictureHashes: readonly string[]
  }

/** Puts a car into the fleet, with its pictures in the order given, and answers its id. */
export async function insertCar(db: Db, car: NewCar, now: Date): Promise<string> {
  const id = uuidv7()
  await db
    .insertInto('cars')
    .values({
      ...(carColumns(car) as Insertable<Tables['cars']>),
      ...staffColumns(car),
      id,
      category_id: car.categoryId,
      location_id: car.locationId,
      available: car.available,
      created_at: now,
      updated_at: now,
    })
    .execute()
    .catch(refuseTakenNumber)
  const pictures = car.pictureHashes.map((picture_hash, position) => ({ car_id: id, position, picture_hash }))
  if (pictures.length > 0) await db.insertInto('car_pictures').values(pictures).execute()
  return id
}

/** Counts a review into the car's rating, or out of it. */
export async function addCarRating(
  tx: Db,
  carId: string,
  { rating, count }: { rating: number; count: 1 | -1 },
): Promise<void> {
  await tx
    .updateTable('cars')
    .set((eb) => ({
      rating_sum: eb('rating_sum', '+', rating),
      review_count: eb('review_count', '+', count),
    }))
    .where('id', '=', carId)
    .execute()
}

/** Records kilometres that a car had on some day, unless it is known to have more. */
export async function moveOdometer(tx: Db, carId: string, km: number): Promise<void> {
  await tx
    .updateTable('cars')
    .set({ odometer: km })
    .where('id', '=', carId)
    .where((eb) => eb.or([eb('odometer', 'is', null), eb('odometer', '<', km)]))
    .execute()
}

/** Every car of the fleet and when it last changed. */
export async function findFleetIds(db: Db): Promise<{ id: string; changedAt: Date }[]> {
  return db
    .selectFrom('cars')
    .where('retired_at', 'is', null)
    .select(['id', 'updated_at as changedAt'])
    .orderBy('id')
    .execute()
}

/** The row of a car, retired or not, locked until the transaction ends. */
export async function lockCarToChange(tx: Db, carId: string): Promise<StoredCar | undefined> {
  return tx.selectFrom('cars').selectAll().where('id', '=', carId).forNoKeyUpdate().executeTakeFirst()
}

export async function changeCar(tx: Db, carId: string, change: CarChange): Promise<void> {
  await tx.updateTable('cars').set(change).where('id', '=', carId).execute().catch(refuseTakenNumber)
}

function refuseTakenNumber(error: unknown): never {
  switch (violatedConstraint(error)) {
    case 'car_number_plate_is_unique':
      throw new AppError('number_plate_taken')
    case 'car_chassis_number_is_unique':
      throw new AppError('chassis_number_taken')
    case 'car_logbook_number_is_unique':
      throw new AppError('logbook_number_taken')
    default:
      throw error
  }
}

export async function findCarPictureHashes(db: Db, carId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('car_pictures')
    .select('picture_hash')
    .where('car_id', '=', carId)
    .orderBy('position')
    .execute()
  return rows.map(({ picture_hash }) => picture_hash)
}

export async function replaceCarPictures(tx: Db, carId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('car_pictures').where('car_id', '=', carId).execute()
  const rows = hashes.map((picture_hash, position) => ({ car_id: carId, position, picture_hash }))
  if (rows.length > 0) await tx.insertInto('car_pictures').values(rows).execute()
}

/** How many bookings of the car are not over; holds that ran out are none. */
export async function countLiveBookings(db: Db, carId: string, now: Date): Promise<number> {
  const { live } = await db
    .selectFrom('bookings')
    .where('car_id', '=', carId)
    .where('status', 'in', ['pending', 'confirmed', 'active'])
    .where(sql<boolean>`(status = 'pending' and hold_expires_at <= ${now}) is not true`)
    .select(sql<number>`count(*)`.as('live'))
    .executeTakeFirstOrThrow()
  return live
}
