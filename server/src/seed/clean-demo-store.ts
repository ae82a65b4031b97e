import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Database, Db } from '../db/database.ts'
import { findEveryPrivateFile, insertPrivateFiles } from '../private-files/private-file-store.ts'
import { deletePrivateFiles } from '../private-files/private-files.ts'

export type DemoSubject = 'accounts' | 'cars' | 'products'

/** Error codes of a foreign key with `no action` and with `restrict`. */
const STILL_REFERRED_TO = ['23503', '23001']

/** Other processes of Twende that use this database. */
export async function countOtherPrograms(db: Db): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    select count(*)::int as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name = 'twende changes'`.execute(
    db,
  )
  return rows[0]?.others ?? 0
}

/** The number of customers that are not of the demo, without deleted accounts. */
export async function countRealCustomers(db: Db): Promise<number> {
  const { rows } = await sql<{ real: number }>`
    select count(*)::int as real from accounts
    where role = 'user' and deleted_at is null
      and id not in (select id from demo_rows where subject = 'accounts')`.execute(db)
  return rows[0]?.real ?? 0
}

/** Tables that are not emptied: migrations, and pictures, which are deleted later together with their files. */
const KEPT_TABLES = ['kysely_migration', 'kysely_migration_lock', 'pictures']

/** Empties every table, the job queue included. Of private files the rows stay until a job has deleted the bytes. */
export async function truncateAllTables(tx: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any(${KEPT_TABLES})
      and pg_has_role(c.relowner, 'USAGE')`.execute(tx)
  const tables = sql.join(rows.map(({ name }) => sql.raw(name)))
  await mayRemoveFromTheLedger(tx)
  const files = await findEveryPrivateFile(tx)
  await sql`truncate ${tables} restart identity`.execute(tx)
  for (const file of files) await insertPrivateFiles(tx, [{ ...file, uploaded_by: null, delete_after: now }])
  await deleteJobs(tx)
}

/** Until the transaction ends; the database lets only its owner. */
async function mayRemoveFromTheLedger(tx: Db): Promise<void> {
  await sql`set local twende.cleaning_demo = 'yes'`.execute(tx)
}

export async function deleteJobs(tx: Db): Promise<void> {
  await sql`delete from pgboss.job`.execute(tx)
}

/** Rows that belong to demo accounts, by table; their ids go into temporary tables `gone_…` until the transaction ends. */
const gone: readonly [table: string, where: string][] = [
  ['accounts', `id in (select id from demo_rows where subject = 'accounts')`],
  ['bookings', 'account_id in (select id from gone_accounts)'],
  ['deposits', 'booking_id in (select id from gone_bookings)'],
  ['listings', 'account_id in (select id from gone_accounts)'],
  ['orders', 'account_id in (select id from gone_accounts)'],
  [
    'payment_proofs',
    'account_id in (select id from gone_accounts) or listing_id in (select id from gone_listings)',
  ],
  [
    'payments',
    `account_id in (select id from gone_accounts) or booking_id in (select id from gone_bookings)
      or listing_id in (select id from gone_listings) or order_id in (select id from gone_orders)
      or deposit_id in (select id from gone_deposits)
      or payment_proof_id in (select id from gone_payment_proofs)`,
  ],
  [
    'refunds',
    `payment_id in (select id from gone_payments) or booking_id in (select id from gone_bookings)
      or listing_id in (select id from gone_listings) or order_id in (select id from gone_orders)
      or deposit_id in (select id from gone_deposits)`,
  ],
  [
    'ledger_transactions',
    `payment_id in (select id from gone_payments) or refund_id in (select id from gone_refunds)
      or payable_id in (select id from gone_bookings union select id from gone_deposits
        union select id from gone_listings union select id from gone_orders)
      or receipt in (select upper(receipt) from payments where id in (select id from gone_payments))`,
  ],
]

const GONE_DRIVERS =
  'account_id in (select id from gone_accounts) or booking_id in (select id from gone_bookings)'

const GONE_FINES = `booking_id in (select id from gone_bookings)
  or booking_id is null and recorded_by in (select id from gone_accounts)`

/** What the demo recorded about its cars; what real people recorded stays. */
const OF_DEMO_CARS = `car_id in (select id from demo_rows where subject = 'cars')
  and (created_by is null or created_by in (select id from gone_accounts))`

const GONE_PURCHASES = `payable_id in (select id from gone_bookings union select id from gone_deposits
  union select id from gone_listings union select id from gone_orders)`

/** Deletions in the order that foreign keys allow; rows with `on delete cascade` are deleted with them. */
const removals: readonly [table: string, where: string][] = [
  ['ledger_entries', 'transaction_id in (select id from gone_ledger_transactions)'],
  ['ledger_transactions', 'id in (select id from gone_ledger_transactions)'],
  ['ledger_balances', GONE_PURCHASES],
  ['balance_spans', GONE_PURCHASES],
  [
    'payment_codes',
    'payment_id in (select id from gone_payments) or refund_id in (select id from gone_refunds)',
  ],
  ['provider_transactions', 'payment_id in (select id from gone_payments)'],
  ['payment_messages', 'payment_id in (select id from gone_payments)'],
  ['refunds', 'id in (select id from gone_refunds)'],
  ['payments', 'id in (select id from gone_payments)'],
  ['payment_proofs', 'id in (select id from gone_payment_proofs)'],
  ['reviews', 'booking_id in (select id from gone_bookings) or account_id in (select id from gone_accounts)'],
  ['agreements', 'booking_id in (select id from gone_bookings)'],
  ['drivers', GONE_DRIVERS],
  ['traffic_fines', GONE_FINES],
  ['deposits', 'id in (select id from gone_deposits)'],
  ['bookings', 'id in (select id from gone_bookings)'],
  ['listings', 'id in (select id from gone_listings)'],
  ['receipts', 'order_id in (select id from gone_orders)'],
  ['orders', 'id in (select id from gone_orders)'],
  ['notifications', 'account_id in (select id from gone_accounts)'],
  ['contact_messages', 'account_id in (select id from gone_accounts)'],
  ['service_records', OF_DEMO_CARS],
  ['car_costs', OF_DEMO_CARS],
  [
    'car_blocks',
    `car_id in (select id from demo_rows where subject = 'cars') and created_by in (select id from gone_accounts)`,
  ],
  // Whoever signed in to the demo knows these addresses. The blocks of an import are deleted with it.
  ['calendar_feeds', 'created_by in (select id from gone_accounts)'],
  ['calendar_imports', 'created_by in (select id from gone_accounts)'],
]

/** Deletes what demo accounts did, and nothing of real accounts; returns the number of deleted rows by table. */
export async function deleteDemoActivity(tx: Db, now: Date): Promise<Map<string, number>> {
  await mayRemoveFromTheLedger(tx)
  for (const [table, where] of gone) {
    await sql`create temp table ${sql.id(`gone_${table}`)} on commit drop as
      select id from ${sql.id(table)} where ${sql.raw(where)}`.execute(tx)
  }
  const { rows: files } = await sql<{ id: string }>`
    select file_id as id from agreements where booking_id in (select id from gone_bookings)
    union select condition_photos.file_id from condition_photos
      join condition_reports on condition_reports.id = condition_photos.report_id
      where condition_reports.booking_id in (select id from gone_bookings)
    union select kept_deposit_photos.file_id from kept_deposit_photos
      join kept_deposit_parts on kept_deposit_parts.id = kept_deposit_photos.part_id
      where kept_deposit_parts.deposit_id in (select id from gone_deposits)
    union select paper from traffic_fines where paper is not null and (${sql.raw(GONE_FINES)})
    union select unnest(array[licence_front, licence_back, identity_front]) from drivers
      where ${sql.raw(GONE_DRIVERS)}`.execute(tx)
  const fileIds = files.map(({ id }) => id)
  await deletePrivateFiles(tx, fileIds, now)
  const removed = new Map<string, number>()
  for (const [table, where] of removals) {
    const { numAffectedRows } = await sql`delete from ${sql.id(table)} where ${sql.raw(where)}`.execute(tx)
    removed.set(table, Number(numAffectedRows ?? 0))
  }
  return removed
}

export async function findDemoRows(db: Db, subject: DemoSubject): Promise<string[]> {
  const rows = await db.selectFrom('demo_rows').select('id').where('subject', '=', subject).execute()
  return rows.map(({ id }) => id)
}

/** Deletes one row of the demo; false when another row refers to it. */
export async function tryToDelete(tx: Db, subject: DemoSubject, id: string): Promise<boolean> {
  await sql`savepoint one_row`.execute(tx)
  try {
    await sql`delete from ${sql.id(subject)} where id = ${id}`.execute(tx)
    await sql`release savepoint one_row`.execute(tx)
    return true
  } catch (error) {
    await sql`rollback to savepoint one_row`.execute(tx)
    if (error instanceof DatabaseError && STILL_REFERRED_TO.includes(error.code ?? '')) return false
    throw error
  }
}

/** Deletes the record that this is a demo market. */
export async function deleteDemoMarket(tx: Db): Promise<void> {
  await tx.deleteFrom('demo_rows').execute()
  await tx.deleteFrom('demo_market').execute()
}

/** Runs `work` in one transaction without the time limit of statements. */
export async function inOneTransaction<Result>(
  owner: Database,
  work: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return owner.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    return work(tx)
  })
}
