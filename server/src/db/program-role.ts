import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Connection, Database } from './database.ts'
import { openDatabase, openPool } from './database.ts'

/** Append-only tables: the program may neither update nor delete their rows. */
const appendOnly = [
  'audit_log',
  'access_records',
  'booking_history',
  'listing_history',
  'order_history',
  'ledger_transactions',
  'ledger_entries',
]
/** Tables that only triggers write, with the rights of the owner. */
const writtenByTriggers = ['ledger_balances', 'balance_spans', 'report_entries']
/** Functions that change such rows with the rights of the owner, for example to erase personal data. */
const functions = [
  'blank_audit(text, text[])',
  'blank_payers_in_audit(text, timestamptz, bigint, integer)',
  'blank_driver_notes(date)',
  'remove_old_access_records(timestamptz)',
  'lock_ledger_balance(text, uuid)',
]
/** Tables that only the owner reads and writes. */
const ownerTables = ['kysely_migration', 'kysely_migration_lock']
const schemas = ['public', 'pgboss']

/**
 * Grants the program's role the right to read and write rows, and nothing else: it cannot change the schema, truncate a table
 * or disable a trigger or constraint. Runs as the owner at every start, after the migrations, so that new tables are covered.
 */
export async function grantProgramRights(owner: Database, role: string): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    // Concurrent grants fail with "tuple concurrently updated".
    await sql`select pg_advisory_xact_lock(hashtext('twende program rights'))`.execute(tx)
    const ours = await ownRelations(tx)
    const tables = sql.join(ours.tables.map((name) => sql.raw(name)))
    const sequences = sql.join(ours.sequences.map((name) => sql.raw(name)))
    const to = sql.id(role)
    for (const schema of schemas) await sql`grant usage on schema ${sql.id(schema)} to ${to}`.execute(tx)
    await sql`revoke all on ${tables} from ${to}`.execute(tx)
    await sql`grant select, insert, update, delete on ${tables} to ${to}`.execute(tx)
    const views = sql.join(ours.views.map((name) => sql.raw(name)))
    await sql`revoke all on ${views} from ${to}`.execute(tx)
    await sql`grant select on ${views} to ${to}`.execute(tx)
    await sql`revoke update, delete on ${sql.join(appendOnly.map((name) => sql.id(name)))} from ${to}`.execute(
      tx,
    )
    await sql`revoke insert, update, delete on ${sql.join(writtenByTriggers.map((name) => sql.id(name)))} from ${to}`.execute(
      tx,
    )
    await sql`revoke all on ${sql.join(ownerTables.map((name) => sql.id(name)))} from ${to}`.execute(tx)
    await sql`grant execute on function ${sql.raw(functions.join(', '))} to ${to}`.execute(tx)
    await sql`grant usage on sequence ${sequences} to ${to}`.execute(tx)
    await sql`revoke create on schema public from public`.execute(tx)
    await sql.raw(`revoke temporary, create on database ${ours.database} from public`).execute(tx)
  })
}

async function ownRelations(tx: Database) {
  const { rows } = await sql<{ name: string; kind: 'r' | 'p' | 'v' | 'S' }>`
    select c.oid::regclass::text as name, c.relkind as kind
    from pg_class c
    where c.relkind in ('r', 'p', 'v', 'S') and c.relnamespace::regnamespace::text = any(${schemas})
      and pg_has_role(c.relowner, 'USAGE')
    order by 1`.execute(tx)
  const database = await sql<{ name: string }>`select quote_ident(current_database()) as name`.execute(tx)
  return {
    tables: rows.filter(({ kind }) => kind === 'r' || kind === 'p').map(({ name }) => name),
    views: rows.filter(({ kind }) => kind === 'v').map(({ name }) => name),
    sequences: rows.filter(({ kind }) => kind === 'S').map(({ name }) => name),
    database: database.rows[0]?.name ?? '',
  }
}

/** The role of a connection, and whether it could change the schema. */
export async function roleOf(connection: Connection): Promise<{ role: string; isOwner: boolean }> {
  const db = openDatabase(openPool(connection, { max: 1 }))
  try {
    const { rows } = await sql<{ role: string; isOwner: boolean }>`
      select rolname as role, rolsuper or exists (
        select from pg_class where relname = 'audit_log' and pg_has_role(relowner, 'USAGE')
      ) as "isOwner"
      from pg_roles where rolname = current_user`.execute(db)
    const [found] = rows
    if (!found) throw new Error('a session always has a role')
    return found
  } finally {
    await db.destroy()
  }
}

const NOT_ALLOWED = '42501'
const ALREADY_EXISTS = '42710'

/**
 * Returns an address that connects as a role without ownership, which is created at the first start. Undefined if the
 * database does not allow its owner to create a role.
 */
export async function withoutOwnership(owner: Database, url: string): Promise<string | undefined> {
  const { rows } = await sql<{
    name: string
  }>`select left(current_database(), 50) || '_program' as name`.execute(owner)
  const role = rows[0]?.name ?? ''
  try {
    await sql`create role ${sql.id(role)} nologin`.execute(owner).catch(unless(ALREADY_EXISTS))
    await sql`grant ${sql.id(role)} to current_user`.execute(owner)
  } catch (error) {
    unless(NOT_ALLOWED)(error)
    return undefined
  }
  const address = new URL(url)
  const options = [address.searchParams.get('options'), `-c role=${role.replace(/[\\ ]/g, '\\$&')}`]
  address.searchParams.set('options', options.filter(Boolean).join(' '))
  return address.href
}

function unless(code: string) {
  return (error: unknown) => {
    if (!(error instanceof DatabaseError) || error.code !== code) throw error
  }
}
