import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { TEMPLATE_DATABASE } from '../testing/template-database.ts'
import { copyDatabase } from './copy-database.ts'

const strangeTables = `
  create table people (id bigint generated always as identity primary key, name text, friend_id bigint references people, car_id uuid);
  create table cars (id uuid primary key, owner_id bigint not null references people, price numeric, weight float8,
    twice int generated always as (doors * 2) stored, doors int, picture bytea, facts jsonb, taken tstzrange, tags text[], born date, at timestamptz);
  alter table people add constraint drives foreign key (car_id) references cars;
  create table log (car_id uuid);
  create function note() returns trigger language plpgsql as $$ begin insert into log values (new.id); return new; end $$;
  create trigger noted after insert on cars for each row execute function note();`

const strangeRows = `
  insert into people (name) values ('Wanjirũ'), (null), (E'tab\\t "quote" \\\\ {brace}');
  insert into cars values ('0198c0de-0000-7000-8000-000000000001', 1, 0.1000000000000000000001, 0.1::float8 + 0.2, default, 5,
    '\\x00ff', '{"a": null, "b": [1, "x"]}', '[2026-01-01 00:00+03,2026-01-02 00:00+03)', array['a,b', null, '"'], '0001-01-01', 'infinity');
  insert into cars values ('0198c0de-0000-7000-8000-000000000002', 2, 'NaN', '-infinity', default, null, null, 'null', 'empty', '{}', null, '2026-01-01 00:00:00.000001+03');
  update people set friend_id = 3, car_id = '0198c0de-0000-7000-8000-000000000001' where id = 1;`

async function database(template: string): Promise<Client> {
  const server = inject('postgres')
  const name = `copy_${randomUUID().replaceAll('-', '')}`
  const admin = new Client({ ...server })
  await admin.connect()
  await admin.query(`create database ${name} template ${template} strategy file_copy`)
  const client = new Client({ ...server, database: name })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await admin.query(`drop database ${name}`)
    await admin.end()
  })
  return client
}

async function contents(client: Client, table: string): Promise<unknown[]> {
  const { rows } = await client.query<{ line: string }>(`select t::text as line from ${table} t order by 1`)
  return rows.map(({ line }) => line)
}

test('every value arrives as it was, keys that point in circles and triggers notwithstanding', async () => {
  const [from, to] = [await database('template1'), await database('template1')]
  await from.query(strangeTables)
  await from.query(strangeRows)
  await to.query(strangeTables)
  expect(await copyDatabase(from, to)).toEqual({ tables: 3, rows: 7 })
  for (const table of ['people', 'cars', 'log'])
    expect(await contents(to, table)).toEqual(await contents(from, table))
  expect(await contents(to, 'log')).toHaveLength(2)
})

test('afterwards the copy counts on, guards its keys and fires its triggers', async () => {
  const [from, to] = [await database('template1'), await database('template1')]
  await from.query(strangeTables)
  await from.query(strangeRows)
  await to.query(strangeTables)
  await copyDatabase(from, to)
  const { rows } = await to.query('insert into people (name) values ($1) returning id::int', ['next'])
  expect(rows).toEqual([{ id: 4 }])
  await expect(to.query('update people set friend_id = 99')).rejects.toThrow(/foreign key/)
  await to.query(`insert into cars (id, owner_id) values ($1, 1)`, [randomUUID()])
  expect(await contents(to, 'log')).toHaveLength(3)
})

test('more rows than are fetched at once arrive in full', async () => {
  const [from, to] = [await database('template1'), await database('template1')]
  for (const client of [from, to]) await client.query('create table numbers (n int primary key)')
  await from.query('insert into numbers select generate_series(1, 2500)')
  expect(await copyDatabase(from, to)).toEqual({ tables: 1, rows: 2500 })
})

test('a database with rows, or with other tables, is refused and stays as it is', async () => {
  const [from, to] = [await database('template1'), await database('template1')]
  await from.query('create table cars (doors int); insert into cars values (4)')
  await expect(copyDatabase(from, to)).rejects.toThrow(/do not have the same tables \(public\.cars\)/)
  await to.query('create table cars (doors int); insert into cars values (5)')
  await expect(copyDatabase(from, to)).rejects.toThrow(/is not empty: public\.cars has rows/)
  expect(await contents(to, 'cars')).toEqual(['(5)'])
})

test('the market itself can be copied', async () => {
  const [from, to] = [await database(TEMPLATE_DATABASE), await database(TEMPLATE_DATABASE)]
  await from.query(`insert into categories (id, kind, name) values (gen_random_uuid(), 'vehicle', 'Sedan')`)
  const { tables } = await copyDatabase(from, to)
  expect(tables).toBeGreaterThan(10)
  expect(await contents(to, 'categories')).toEqual(await contents(from, 'categories'))
})
