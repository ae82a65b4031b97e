import pino from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { SettingError } from '../config/setting.ts'
import { openDatabase, openPool } from '../db/database.ts'
import { dataFolder } from '../testing/data-folder.ts'
import { prepareDatabase } from './prepare-database.ts'

test('a database that a later version left behind is told as that, and is stopped again', async () => {
  const config = readConfig({ DATA_DIR: await dataFolder() })
  const start = () => prepareDatabase(config, pino({ level: 'silent' }), () => {})
  const prepared = await start()
  const db = openDatabase(openPool(prepared.owner, { max: 1 }))
  const ahead = { name: '999-of-a-later-version', timestamp: new Date().toISOString() }
  await db
    .withTables<{ kysely_migration: typeof ahead }>()
    .insertInto('kysely_migration')
    .values(ahead)
    .execute()
  await db.destroy()
  await prepared.stop()
  // Twice: a database that still ran would say that it is in use.
  const sentence =
    /^The database has the migration 999-of-a-later-version, which this program does not know: its last one is \d+-[\w-]+\. .*Start the newer program/
  for (let time = 0; time < 2; time += 1) {
    const refused = await start().catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(SettingError)
    expect(String((refused as Error).message)).toMatch(sentence)
  }
})

test('a database that lacks a migration before its last one is refused in a sentence that names both', async () => {
  const config = readConfig({ DATA_DIR: await dataFolder() })
  const start = () => prepareDatabase(config, pino({ level: 'silent' }), () => {})
  const prepared = await start()
  const db = openDatabase(openPool(prepared.owner, { max: 1 }))
  const migrations = db.withTables<{ kysely_migration: { name: string } }>()
  await migrations
    .deleteFrom('kysely_migration')
    .where('name', 'in', ['012-handovers', '014-fines-and-disputes'])
    .execute()
  const { last } = await migrations
    .selectFrom('kysely_migration')
    .select((eb) => eb.fn.max('name').as('last'))
    .executeTakeFirstOrThrow()
  await db.destroy()
  await prepared.stop()
  const refused = await start().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SettingError)
  expect((refused as Error).message).toContain(
    `The database has the migration ${last}, but not 012-handovers, 014-fines-and-disputes, which belong before it.`,
  )
})

test('a database of the versions before 1.0.0 is refused in a sentence that says what to do', async () => {
  const config = readConfig({ DATA_DIR: await dataFolder() })
  const start = () => prepareDatabase(config, pino({ level: 'silent' }), () => {})
  const prepared = await start()
  const db = openDatabase(openPool(prepared.owner, { max: 1 }))
  const migrations = db.withTables<{ kysely_migration: { name: string; timestamp: string } }>()
  // Their first four files and some later ones have the names of the files that took their place.
  await migrations.deleteFrom('kysely_migration').where('name', '>=', '005').execute()
  const timestamp = new Date().toISOString()
  const former = ['005-pictures', '006-catalog', '007-cars', '008-bookings', '193-used-time-stays-paid']
  await migrations
    .insertInto('kysely_migration')
    .values(former.map((name) => ({ name, timestamp })))
    .execute()
  await db.destroy()
  await prepared.stop()
  const refused = await start().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(SettingError)
  expect((refused as Error).message).toBe(
    'The database was made by a version before 1.0.0, which this program cannot bring up to date: nothing was changed; start the program that made it, or begin anew with an empty database (of the embedded one, remove the data folder).',
  )
})
