import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { prepareDatabase } from '../start/prepare-database.ts'
import { openTestMarket, type TestMarket } from '../testing/test-app.ts'
import { openDatabase, openPool } from './database.ts'
import { tablesSource } from './tables-source.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket()
})
afterAll(() => market.close())

const forbidden = [
  'create table loot (id integer)',
  'create temporary table loot (id integer)',
  'create schema loot',
  'alter table accounts add column loot text',
  'drop table payments',
  'truncate payments cascade',
  'alter table audit_log disable trigger all',
  'alter table payments drop constraint payments_pkey',
  'create or replace function refuse_audit_log_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'update audit_log set reason = reason',
  'delete from audit_log',
  'update access_records set filter = filter',
  'delete from access_records',
  'delete from booking_history',
  'select * from kysely_migration',
  'set role twende',
  'set session authorization postgres',
  'set session_replication_role = replica',
  'create role loot superuser',
  "copy accounts to '/loot'",
]

describe('the role of the running program', () => {
  test.each(forbidden)('may not: %s', async (statement) => {
    const done = market.db.transaction().execute((tx) => sql.raw(statement).execute(tx))
    await expect(done).rejects.toThrow(/permission denied|must be owner|must be able to/)
  })

  test('owns nothing, is no superuser, and reads and writes every table of the market', async () => {
    const { rows } = await sql<{ role: string; owned: number; super: boolean; unreadable: string[] }>`
      select rolname as role, rolsuper or rolcreatedb or rolcreaterole or rolbypassrls as super,
        (select count(*)::int from pg_class where relowner = pg_roles.oid)
          + (select count(*)::int from pg_proc where proowner = pg_roles.oid)
          + (select count(*)::int from pg_database where datdba = pg_roles.oid) as owned,
        array(
          select relname::text from pg_class
          where relnamespace::regnamespace::text in ('public', 'pgboss') and relkind in ('r', 'p')
            and relname not like 'kysely%' and not has_table_privilege(oid, 'select, insert')
        ) as unreadable
      from pg_roles where rolname = current_user`.execute(market.db)
    expect(rows).toEqual([{ role: 'twende_program', owned: 0, super: false, unreadable: [] }])
  })
})

/** An empty database on the server of the tests, and two of its users: one who owns it and one who does not. */
async function ownedDatabase(rightsOfOwner: string) {
  const server = inject('postgres')
  const name = `role_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  const [owner, program] = [`${name}_owner`, `${name}_user`]
  const superuser = new Client({ ...server, user: 'postgres', database: 'postgres' })
  await superuser.connect()
  const password = server.password === undefined ? '' : `password ${superuser.escapeLiteral(server.password)}`
  await superuser.query(`create role ${owner} login ${rightsOfOwner} ${password}`)
  await superuser.query(`create role ${program} login ${password}`)
  await superuser.query(`create database ${name} owner ${owner}`)
  onTestFinished(async () => {
    await superuser.query(`drop database ${name} with (force)`)
    await superuser.query(`drop role if exists ${name}_program`)
    await superuser.query(`drop role ${owner}, ${program}`)
    await superuser.end()
  })
  const urlOf = (user: string) => {
    const secret = server.password === undefined ? '' : `:${encodeURIComponent(server.password)}`
    return `postgres://${user}${secret}@${encodeURIComponent(server.host)}:${server.port}/${name}`
  }
  return { ownerUrl: urlOf(owner), programUrl: urlOf(program), program, role: `${name}_program` }
}

/** Starts on this database as the program does, and answers which role it would run as and what it was warned of. */
async function preparedRole(env: Record<string, string>) {
  const lines: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const { connection } = await prepareDatabase(
    readConfig({ ...env, PRIVATE_FILES_KEY: 'k'.repeat(32) }),
    logger,
    () => {},
  )
  const db = openDatabase(openPool(connection, { max: 1 }))
  try {
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db)
    const canAlter = await sql`alter table accounts add column loot text`.execute(db).then(
      () => true,
      () => false,
    )
    await db.selectFrom('accounts').select('id').execute()
    return { role: rows[0]?.role, canAlter, warnings: lines.join('') }
  } finally {
    await db.destroy()
  }
}

describe('a database of one’s own', () => {
  test('with two addresses, the program runs as the second user, and again at the next start', async () => {
    const { ownerUrl, programUrl, program } = await ownedDatabase('')
    const env = { DATABASE_URL: programUrl, DATABASE_OWNER_URL: ownerUrl }
    for (let start = 0; start < 2; start += 1) {
      expect(await preparedRole(env)).toEqual({ role: program, canAlter: false, warnings: '' })
    }
  })

  test('with one address whose user may make roles, the program gives up the rights of the owner', async () => {
    const { ownerUrl, role } = await ownedDatabase('createrole')
    const prepared = await preparedRole({ DATABASE_URL: ownerUrl })
    expect(prepared).toMatchObject({ role, canAlter: false })
    expect(prepared.warnings).toContain('DATABASE_OWNER_URL')
  })

  test('with one address whose user may not, the program runs as the owner and says so', async () => {
    const { ownerUrl } = await ownedDatabase('')
    const prepared = await preparedRole({ DATABASE_URL: ownerUrl })
    expect(prepared.canAlter).toBe(true)
    expect(prepared.warnings).toContain('The program runs as the owner of its database')
    expect(prepared.warnings).toContain('"securityEvent":"setting_warning"')
  })
})

test('tables.ts describes the migrated database; after a change of a migration: npm run tables', async () => {
  const stored = await readFile(new URL('./tables.ts', import.meta.url), 'utf8')
  expect(await market.asOwner(tablesSource), 'run `npm run tables`').toBe(stored)
})
