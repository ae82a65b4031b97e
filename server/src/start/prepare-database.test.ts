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
    .where('name', 'in', ['104-stock-that-is-counted', '106-paid-time-that-waits'])
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
    `The database has the migration ${last}, but not 104-stock-that-is-counted, 106-paid-time-that-waits, which belong before it.`,
  )
})
