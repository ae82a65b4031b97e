import type { Client } from 'pg'
import { SettingError } from '../config/setting.ts'

export type CopyReport = { readonly tables: number; readonly rows: number }

type Column = { name: string; type: string }
type Table = { name: string; columns: Column[] }

const schemas = ['public', 'pgboss']
const rowsAtOnce = 1_000

/**
 * Copies every row of one database into another with the same, empty tables, in one transaction. Nothing may write to the
 * first database meanwhile.
 */
export async function copyDatabase(from: Client, to: Client): Promise<CopyReport> {
  await from.query('begin isolation level repeatable read read only')
  await to.query('begin')
  try {
    const tables = await tablesOf(from)
    await expectSameTables(tables, await tablesOf(to))
    await lockEmptyTables(to, tables)
    const foreignKeys = await dropForeignKeys(to)
    let rows = 0
    for (const table of tables) rows += await copyTable(from, to, table)
    for (const { table, name, definition } of foreignKeys) {
      await to.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
    await copySequences(from, to)
    await to.query('commit')
    return { tables: tables.length, rows }
  } catch (error) {
    await to.query('rollback')
    throw error
  } finally {
    await from.query('rollback')
  }
}

async function tablesOf(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', n.nspname, c.relname) as name,
        json_agg(json_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, a.atttypmod))
          order by a.attname) as columns
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname not like 'kysely\\_migration%' and c.relname <> 'listing_search_changes'
      group by n.nspname, c.relname order by 1`,
    [schemas],
  )
  return rows
}

async function expectSameTables(ours: Table[], theirs: Table[]): Promise<void> {
  const known = new Map(theirs.map(({ name, columns }) => [name, JSON.stringify(columns)]))
  const different = ours.filter(({ name, columns }) => known.get(name) !== JSON.stringify(columns))
  if (different.length > 0) {
    const names = different.map(({ name }) => name).join(', ')
    throw new SettingError(
      `The two databases do not have the same tables (${names}). Start this Twende once on each.`,
    )
  }
}

/** Locks the tables and checks that they are empty. */
async function lockEmptyTables(to: Client, tables: Table[]): Promise<void> {
  for (const { name } of tables) {
    await to.query(`lock table ${name} in access exclusive mode`)
    // The job queue and the migrations create these rows, which the copied rows replace.
    if (name.startsWith('pgboss.') || name === 'public.likeness_reading')
      await to.query(`delete from ${name}`)
    const { rowCount } = await to.query(`select from ${name} limit 1`)
    if (rowCount) throw new SettingError(`The database to copy to is not empty: ${name} has rows.`)
  }
}

async function dropForeignKeys(to: Client): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await to.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text = any($1)`,
    [schemas],
  )
  for (const { table, name } of rows) await to.query(`alter table ${table} drop constraint ${name}`)
  return rows
}

/** Copies values as PostgreSQL writes them, so that none loses precision in JavaScript. */
async function copyTable(from: Client, to: Client, { name, columns }: Table): Promise<number> {
  const names = columns.map((column) => column.name)
  const texts = names.map((column) => `${column}::text`).join(', ')
  const typed = columns.map(({ name: column, type }) => `${column}::${type}`).join(', ')
  const parameters = columns.map((_, index) => `$${index + 1}::text[]`).join(', ')
  const insert = `insert into ${name} (${names.join(', ')}) overriding system value
    select ${typed} from unnest(${parameters}) as given (${names.join(', ')})`
  await to.query(`alter table ${name} disable trigger user`)
  await from.query(`declare all_rows no scroll cursor for select ${texts} from ${name}`)
  let copied = 0
  for (;;) {
    const { rows } = await from.query<(string | null)[]>({
      text: `fetch ${rowsAtOnce} from all_rows`,
      rowMode: 'array',
    })
    if (rows.length === 0) break
    await to.query(
      insert,
      columns.map((_, index) => rows.map((row) => row[index])),
    )
    copied += rows.length
  }
  await from.query('close all_rows')
  await to.query(`alter table ${name} enable trigger user`)
  return copied
}

async function copySequences(from: Client, to: Client): Promise<void> {
  const { rows } = await from.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as value
      from pg_sequences where schemaname = any($1) and last_value is not null`,
    [schemas],
  )
  for (const { name, value } of rows) await to.query('select setval($1::regclass, $2)', [name, value])
}
