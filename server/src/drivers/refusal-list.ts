import { addDays, type Day, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { plainLicenceNumber } from '@twende/contract/drivers/driver-rules.ts'
import {
  APPEAL_DECISIONS,
  REFUSED_FOR,
  REFUSED_FOR_YEARS,
  type RefusalAppeal,
  type RefusalListEntry,
  type RefusalListInput,
  type RefusalListState,
} from '@twende/contract/drivers/refusal-list.ts'
import { comparedPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import * as z from 'zod'
import { keyedHash, keyFor } from '../accounts/secrets.ts'
import type { Db } from '../db/database.ts'
import { type PageInput, readPage } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { Idempotency } from '../http/idempotency.ts'
import {
  deleteEntriesEndedBefore,
  findAppeals,
  findEntriesByIds,
  findEntryInForce,
  findEntryPage,
  findHirer,
  insertAppeal,
  insertEntry,
  liftEntry,
  lockEntry,
  lockHirer,
  type RefusalListRow,
} from './refusal-list-store.ts'

const PAGE_SIZE = 20
/** An entry is deleted so many days after it ended. */
const RETENTION_DAYS = 365

type ListDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>

export type Hirer = {
  phones: readonly (string | null)[]
  licences: readonly (string | null)[]
}

/** What is known of whoever books with an account: its phone and its drivers' licences, and what is typed. */
export async function hirerWithAccount(db: Db, accountId: string, typed: Hirer): Promise<Hirer> {
  return withTyped(await findHirer(db, accountId), typed)
}

/** The same in the statement that locks the account until the transaction ends, before locks of cars. */
export async function lockHirerWithAccount(tx: Db, accountId: string, typed: Hirer): Promise<Hirer> {
  return withTyped(await lockHirer(tx, accountId), typed)
}

function withTyped({ phones, licences }: Hirer, typed: Hirer): Hirer {
  return { phones: [...phones, ...typed.phones], licences: [...licences, ...typed.licences] }
}

/** Refuses whoever is on the refusal list today; only staff is told that they are, and how long. */
export async function requireNotRefused(
  db: Db,
  { clock, tokenSecret }: Pick<ListDeps, 'clock' | 'tokenSecret'>,
  hirer: Hirer,
  toldTo: 'customer' | 'staff',
): Promise<void> {
  const entry = await findEntryInForce(db, hashesOf(tokenSecret, hirer), nairobiDay(clock.now()))
  if (!entry) return
  if (toldTo === 'customer') throw new AppError('hirer_refused')
  throw new AppError('hirer_refused', { message: m.error_hirer_refused_staff({ day: showDay(entry.until) }) })
}

/** Until when the first of these numbers that is on the refusal list today is on it; null where none is. */
export async function findRefusal(
  { db, clock, tokenSecret }: ListDeps,
  numbers: readonly string[],
): Promise<{ until: Day; number: string } | null> {
  for (const number of numbers) {
    const hashes = hashesOf(tokenSecret, { phones: [number], licences: [number] })
    const entry = await findEntryInForce(db, hashes, nairobiDay(clock.now()))
    if (entry) return { until: entry.until, number }
  }
  return null
}

/** Puts somebody on the refusal list; returns the id of the entry. */
export async function addRefusal(
  { clock, tokenSecret }: ListDeps,
  { input, staffId }: { input: RefusalListInput; staffId: string },
  idempotency: Idempotency,
): Promise<string> {
  const now = clock.now()
  const today = nairobiDay(now)
  if (input.until < today || input.until > addDays(today, REFUSED_FOR_YEARS * 365))
    throw new AppError('invalid', { message: m.validation_refusal_list_until({ years: REFUSED_FOR_YEARS }) })
  const { phone = '', licenceNumber = '', reason, note, until } = input
  return idempotency.transaction(async (tx) => {
    const entryId = uuidv7()
    await insertEntry(tx, {
      id: entryId,
      phone_hash: phoneHash(tokenSecret, phone) ?? null,
      licence_hash: licenceHash(tokenSecret, licenceNumber) ?? null,
      phone_end: (comparedPhone(phone) ?? '').slice(-3),
      licence_end: licenceNumber.slice(-3),
      reason,
      note,
      until,
      added_by: staffId,
      created_at: now,
    })
    return entryId
  })
}

type Deciding = z.output<typeof RefusalAppeal> & { entryId: string; accountId: string }

/** Records an appeal and what an admin decided on it; an entry that is lifted holds nobody back any more. */
export async function decideAppeal(
  { clock }: Pick<ListDeps, 'clock'>,
  { entryId, accountId, appeal, decision, reason }: Deciding,
  idempotency: Idempotency,
): Promise<void> {
  const now = clock.now()
  await idempotency.transaction(async (tx) => {
    const entry = await lockEntry(tx, entryId)
    if (!entry) throw new AppError('not_found')
    if (stateOf(entry, nairobiDay(now)) !== 'in_force') throw new AppError('refusal_list_entry_ended')
    const decided = { decided_by: accountId, decided_at: now }
    await insertAppeal(tx, { id: uuidv7(), entry_id: entryId, appeal, decision, reason, ...decided })
    if (decision === 'lifted') await liftEntry(tx, entryId, now)
    return entryId
  })
}

type Search = PageInput & { state: RefusalListState; search?: string | undefined }

/** A page of the refusal list; a search is a whole phone number or licence number, since only hashes are stored. */
export async function readRefusalList(
  { db, clock, tokenSecret }: ListDeps,
  { state, search = '', ...page }: Search,
) {
  const today = nairobiDay(clock.now())
  const searched = { phones: [search], licences: [search] }
  const filter = { state, hashes: search === '' ? undefined : hashesOf(tokenSecret, searched), today }
  return readPage(page, {
    size: PAGE_SIZE,
    find: (range) => findEntryPage(db, { ...filter, ...range }),
    read: (ids) => presentEntries(db, ids, today),
  })
}

export async function readRefusal({ db, clock }: ListDeps, entryId: string): Promise<RefusalListEntry> {
  const [entry] = await presentEntries(db, [entryId], nairobiDay(clock.now()))
  if (!entry) throw new AppError('not_found')
  return entry
}

async function presentEntries(db: Db, ids: readonly string[], today: Day): Promise<RefusalListEntry[]> {
  const rows = await findEntriesByIds(db, ids)
  const appeals = await findAppeals(db, ids)
  return rows.map((row) => ({
    _id: row.id,
    phoneEnd: row.phone_end || null,
    licenceEnd: row.licence_end || null,
    reason: z.enum(REFUSED_FOR).parse(row.reason),
    note: row.note,
    until: row.until,
    state: stateOf(row, today),
    addedBy: row.added_by_name,
    addedAt: row.created_at.toISOString(),
    appeals: appeals
      .filter(({ entry_id }) => entry_id === row.id)
      .map(({ appeal, decision, reason, by, decided_at }) => ({
        appeal,
        decision: z.enum(APPEAL_DECISIONS).parse(decision),
        reason,
        by,
        at: decided_at.toISOString(),
      })),
  }))
}

function stateOf(
  { lifted_at, until }: Pick<RefusalListRow, 'lifted_at' | 'until'>,
  today: Day,
): RefusalListState {
  if (lifted_at !== null) return 'lifted'
  return until < today ? 'ended' : 'in_force'
}

/** Deletes entries a year after they ended, with their appeals. */
export async function deleteOldRefusals({ db, clock }: Pick<ListDeps, 'db' | 'clock'>): Promise<void> {
  await deleteEntriesEndedBefore(db, new Date(clock.now().getTime() - RETENTION_DAYS * 24 * 3_600_000))
}

function hashesOf(tokenSecret: string, { phones, licences }: Hirer): string[] {
  return [
    ...phones.map((phone) => phoneHash(tokenSecret, phone ?? '')),
    ...licences.map((licence) => licenceHash(tokenSecret, licence ?? '')),
  ].filter((hash) => hash !== undefined)
}

function phoneHash(tokenSecret: string, text: string): string | undefined {
  const phone = comparedPhone(text)
  return phone && keyedHash(keyFor('phones of the refusal list', tokenSecret), phone)
}

function licenceHash(tokenSecret: string, text: string): string | undefined {
  // Written on the card with DL before the digits, and often typed without.
  const licence = plainLicenceNumber(text).replace(/^DL(?=\d)/, '')
  return licence.length >= 4
    ? keyedHash(keyFor('licences of the refusal list', tokenSecret), licence)
    : undefined
}
