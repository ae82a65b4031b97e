import pino from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
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
  await expect(start()).rejects.toThrow('999-of-a-later-version')
  await expect(start()).rejects.toThrow('999-of-a-later-version')
})
