import type { CalendarImport } from '@twende/contract/bookings/calendar-link-routes.ts'
import PQueue from 'p-queue'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import { releaseExpiredHolds } from '../expire-holds.ts'
import { deleteBlock, insertBlock, lockCar } from '../rented-car-store.ts'
import { ownUids } from './calendar-feeds.ts'
import {
  findConflicts,
  findImportedBlocks,
  findImportSource,
  findImports,
  findImportsToRead,
  findWantedBlocks,
  type ImportSource,
  insertImport,
  type Period,
  saveProblem,
  saveReading,
  setImportRemoved,
} from './calendar-import-store.ts'
import type { CalendarText } from './read-calendar-text.ts'
import { readCalendarInThread } from './read-in-thread.ts'

const DAYS_AHEAD = 365
const DAY_MS = 86_400_000
/** Calendars that are fetched at the same time. */
const AT_ONCE = 4

type ImportDeps = Pick<AppDeps, 'db' | 'clock' | 'config' | 'logger' | 'fetchCalendar'>

type NewImport = { carId: string; name: string; address: string; accountId: string }

/** Has a car blocked by the calendar at an address, and reads it for the first time. */
export async function addImport(
  deps: ImportDeps,
  { carId, name, address, accountId }: NewImport,
  idempotency: Idempotency,
): Promise<string> {
  const importId = await idempotency.transaction(async (tx) => {
    if (!(await lockCar(tx, carId))) throw new AppError('car_not_found')
    const id = uuidv7()
    await insertImport(tx, { id, carId, name, url: address, createdBy: accountId, now: deps.clock.now() })
    return id
  })
  const source = await findImportSource(deps.db, importId)
  if (source && source.checked_at === null) await importCalendar(deps, source)
  return importId
}

export async function readImportNow(deps: ImportDeps, importId: string): Promise<void> {
  const source = await findImportSource(deps.db, importId)
  if (!source) throw new AppError('not_found')
  await importCalendar(deps, source)
}

/** Reads every calendar again; one that fails does not keep the others from being read. */
export async function importCalendars(deps: ImportDeps, stopping?: AbortSignal): Promise<void> {
  const queue = new PQueue({ concurrency: AT_ONCE })
  for (const importId of await findImportsToRead(deps.db))
    void queue.add(async () => {
      if (stopping?.aborted) return
      try {
        const source = await findImportSource(deps.db, importId)
        if (source) await importCalendar(deps, source)
      } catch (error) {
        deps.logger.error({ err: error, importId }, 'a calendar was not imported; it is read again later')
      }
    })
  await queue.onIdle()
}

/** Reads a calendar and puts the blocks of its car in step with it. Where that fails, staff sees it, and no block changes. */
async function importCalendar(deps: ImportDeps, source: ImportSource): Promise<void> {
  try {
    await followCalendar(deps, source)
  } catch (error) {
    deps.logger.error({ err: error, importId: source.id }, 'a calendar could not be read')
    await saveProblem(deps.db, source.id, 'failed', deps.clock.now())
  }
}

/** What cannot be read changes no block, and what was cut off frees no day. */
async function followCalendar(deps: ImportDeps, source: ImportSource): Promise<void> {
  const { db, clock } = deps
  const read = await readAddress(deps, source)
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    if (!('busy' in read)) return saveProblem(tx, source.id, read.problem, now)
    await lockCar(tx, source.car_id)
    await releaseExpiredHolds(tx, source.car_id, now)
    if (await saveReading(tx, source.id, { ...read, isWhole: read.problem === undefined, now }))
      await updateBlocks(tx, source, now)
  })
}

async function readAddress(
  { fetchCalendar, clock, config }: ImportDeps,
  { calendar_url }: ImportSource,
): Promise<CalendarText> {
  const fetched = await fetchCalendar(calendar_url)
  if (fetched.problem !== undefined) return fetched
  const from = clock.now()
  const window = { from, until: new Date(from.getTime() + DAYS_AHEAD * DAY_MS) }
  return readCalendarInThread({ text: fetched.text, window, ownUids: ownUids(config) })
}

type Source = Pick<ImportSource, 'id' | 'car_id' | 'name'>

/** Removes and adds blocks until they are what the calendar wants. The row of the car is locked. */
async function updateBlocks(tx: Db, source: Source, now: Date): Promise<void> {
  const wanted = await findWantedBlocks(tx, source.id, now)
  const present = await findImportedBlocks(tx, source.id)
  const isIn = (periods: readonly Period[]) => {
    const known = new Set(periods.map(periodKey))
    return (period: Period) => known.has(periodKey(period))
  }
  const isWanted = isIn(wanted)
  const isPresent = isIn(present)
  for (const block of present) if (!isWanted(block)) await deleteBlock(tx, block.id)
  for (const period of wanted) {
    if (isPresent(period)) continue
    await insertBlock(tx, {
      id: uuidv7(),
      carId: source.car_id,
      from: period.starts_at,
      until: period.ends_at,
      reason: source.name,
      importId: source.id,
      createdBy: null,
      now,
    })
  }
}

const periodKey = ({ starts_at, ends_at }: Period) => `${starts_at.getTime()} ${ends_at.getTime()}`

/** Reads a calendar no more. Blocks that are over stay; one that has begun ends now. */
export async function removeImport(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  importId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const source = await findImportSource(tx, importId)
    if (!source) throw new AppError('not_found')
    await lockCar(tx, source.car_id)
    const now = clock.now()
    if ((await setImportRemoved(tx, importId, now)) === undefined) throw new AppError('not_found')
    await updateBlocks(tx, source, now)
  })
}

type Which = { carId?: string | undefined; importId?: string }

/** The calendars that block our cars, how their last reading went, and the bookings that they contradict. */
export async function listImports(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  which: Which,
): Promise<CalendarImport[]> {
  const now = clock.now()
  const rows = await findImports(db, { ...which, now })
  const conflicts = Map.groupBy(
    await findConflicts(
      db,
      rows.map(({ id }) => id),
      now,
    ),
    ({ import_id }) => import_id,
  )
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    car: { _id: row.car_id, name: row.car_name },
    host: new URL(row.calendar_url).hostname,
    createdBy: row.created_by_name,
    createdAt: row.created_at.toISOString(),
    checkedAt: row.checked_at?.toISOString() ?? null,
    readAt: row.read_at?.toISOString() ?? null,
    problem: row.problem,
    unreadEntries: row.unread_entries,
    unreadNames: row.unread_names,
    blocks: row.blocks ?? 0,
    conflicts: (conflicts.get(row.id) ?? []).map((booking) => ({
      bookingId: booking.id,
      reference: booking.reference,
      startsAt: booking.starts_at.toISOString(),
      endsAt: booking.ends_at.toISOString(),
    })),
  }))
}

export async function readImport(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  importId: string,
): Promise<CalendarImport> {
  const [found] = await listImports(deps, { importId })
  if (!found) throw new AppError('not_found')
  return found
}
