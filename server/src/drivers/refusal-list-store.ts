import type { Day } from '@twende/contract/calendar-day.ts'
import type { RefusalListState } from '@twende/contract/drivers/refusal-list.ts'
import { type Expression, type Insertable, type Selectable, type SqlBool, sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import { compiledQuery, type Params } from '../db/compiled-query.ts'
import type { Db } from '../db/database.ts'
import { type FoundPage, findPage, inOrderOf, type PageRange } from '../db/list-page.ts'
import type { Tables } from '../db/tables.ts'

type StoredEntry = Selectable<Tables['refusal_list_entries']>
export type RefusalListRow = StoredEntry & { added_by_name: string }

/** Entries in one state; with `hashes`, only those of one of these phone numbers or licences. */
export type RefusalListSearch = {
  state: RefusalListState
  hashes: readonly string[] | undefined
  today: Day
}

export async function insertEntry(tx: Db, entry: Insertable<Tables['refusal_list_entries']>): Promise<void> {
  await tx.insertInto('refusal_list_entries').values(entry).execute()
}

const entriesInForce = compiledQuery((db, params: Params<{ hashes: string[]; today: Day }>) =>
  db
    .selectFrom('refusal_list_entries')
    .selectAll()
    .where(sql<SqlBool>`(phone_hash = any(${params.hashes}) or licence_hash = any(${params.hashes}))`)
    .where('lifted_at', 'is', null)
    .where('until', '>=', params.today)
    .orderBy('until', 'desc')
    .limit(1),
)

/** The entry that holds today for one of these hashes; that which ends last. */
export async function findEntryInForce(
  db: Db,
  hashes: readonly string[],
  today: Day,
): Promise<StoredEntry | undefined> {
  if (hashes.length === 0) return undefined
  const [entry] = await entriesInForce(db, { hashes: [...hashes], today })
  return entry
}

/** The phone number of an account, and the licences of the drivers that it has named. */
export type KnownHirer = { phones: (string | null)[]; licences: string[] }

export async function findHirer(db: Db, accountId: string): Promise<KnownHirer> {
  return toHirer(await hirerQuery(db, accountId).executeTakeFirst())
}

/** The same of an account that is locked until the transaction ends, as `lockAccount` does. */
export async function lockHirer(tx: Db, accountId: string): Promise<KnownHirer> {
  const [account] = await lockedHirer(tx, { accountId })
  return toHirer(account)
}

const lockedHirer = compiledQuery((db, params: Params<{ accountId: string }>) =>
  hirerQuery(db, params.accountId).forNoKeyUpdate(),
)

function hirerQuery(db: Db, accountId: string | Expression<string>) {
  return db
    .selectFrom('accounts')
    .select((eb) => [
      'phone',
      sql<string[]>`array(${eb
        .selectFrom('drivers')
        .select('licence_number')
        .distinct()
        .where('account_id', '=', accountId)})`.as('licences'),
    ])
    .where('id', '=', accountId)
}

function toHirer(account: { phone: string | null; licences: string[] } | undefined): KnownHirer {
  return { phones: account ? [account.phone] : [], licences: account?.licences ?? [] }
}

export async function findEntryPage(
  db: Db,
  { state, hashes, today, ...range }: RefusalListSearch & PageRange,
): Promise<FoundPage> {
  const states = {
    in_force: sql<SqlBool>`lifted_at is null and until >= ${today}::date`,
    ended: sql<SqlBool>`lifted_at is null and until < ${today}::date`,
    lifted: sql<SqlBool>`lifted_at is not null`,
  }
  const matches = hashes
    ? sql`(phone_hash = any(${hashes}::text[]) or licence_hash = any(${hashes}::text[]))`
    : sql`true`
  return findPage(db, {
    from: sql`refusal_list_entries`,
    where: sql`${states[state]} and ${matches}`,
    order: sql`created_at desc, id desc`,
    ...range,
  })
}

/** The entries of these ids, in their order. */
export async function findEntriesByIds(db: Db, ids: readonly string[]): Promise<RefusalListRow[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('refusal_list_entries')
    .innerJoin('accounts', 'accounts.id', 'refusal_list_entries.added_by')
    .selectAll('refusal_list_entries')
    .select(accountName().as('added_by_name'))
    .where('refusal_list_entries.id', 'in', [...ids])
    .execute()
  return inOrderOf(ids, rows)
}

export async function lockEntry(tx: Db, entryId: string): Promise<StoredEntry | undefined> {
  return tx
    .selectFrom('refusal_list_entries')
    .selectAll()
    .where('id', '=', entryId)
    .forUpdate()
    .executeTakeFirst()
}

export async function liftEntry(tx: Db, entryId: string, now: Date): Promise<void> {
  await tx.updateTable('refusal_list_entries').set({ lifted_at: now }).where('id', '=', entryId).execute()
}

export async function insertAppeal(tx: Db, appeal: Insertable<Tables['refusal_appeals']>): Promise<void> {
  await tx.insertInto('refusal_appeals').values(appeal).execute()
}

export async function findAppeals(db: Db, entryIds: readonly string[]) {
  if (entryIds.length === 0) return []
  return db
    .selectFrom('refusal_appeals')
    .innerJoin('accounts', 'accounts.id', 'refusal_appeals.decided_by')
    .selectAll('refusal_appeals')
    .select(accountName().as('by'))
    .where('entry_id', 'in', [...entryIds])
    .orderBy('decided_at')
    .execute()
}

/** Deletes entries that have held no car back since `before`. */
export async function deleteEntriesEndedBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('refusal_list_entries')
    .where((eb) => eb.or([eb('until', '<', sql<Day>`${before}::date`), eb('lifted_at', '<', before)]))
    .execute()
}
