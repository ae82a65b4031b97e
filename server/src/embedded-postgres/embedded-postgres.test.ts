import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolder, dataFolderWithDatabase } from '../testing/data-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

const silent = { info() {}, warn() {}, error() {} }

async function start(dataDir: string, forTests = true): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, logger: silent, patience: 0, forTests })
  onTestFinished(() => postgres.stop())
  return postgres
}

async function ask(postgres: EmbeddedPostgres, query: string): Promise<unknown[]> {
  const client = new Client({ ...postgres.connection })
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(query).finally(() => client.end())
  return rows.map((row) => Object.values(row)[0])
}

async function refusal(dataDir: string): Promise<string> {
  const attempt = startEmbeddedPostgres({ dataDir, logger: silent, patience: 0, forTests: true })
  return attempt.then(
    async (postgres) => {
      await postgres.stop()
      return 'it started'
    },
    (error: unknown) =>
      error instanceof Error && error.name === 'SettingError' ? error.message : String(error),
  )
}

test('the first start makes a durable, private database, of which the application is no superuser', async () => {
  const dataDir = await dataFolder()
  const postgres = await start(dataDir, false)
  expect(await ask(postgres, 'show fsync')).toEqual(['on'])
  expect(await ask(postgres, 'show listen_addresses')).toEqual([''])
  expect(await ask(postgres, 'show server_encoding')).toEqual(['UTF8'])
  expect(await ask(postgres, `select datlocale from pg_database where datname = current_database()`)).toEqual(
    ['C.UTF-8'],
  )
  expect((await stat(postgres.connection.host)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, 'postgres'))).mode & 0o077).toBe(0)
  // The application is no superuser, yet may add the extensions it needs.
  expect(await ask(postgres, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([false])
  await ask(postgres, 'create extension btree_gist')
  await ask(postgres, 'create extension pg_trgm')
  await expect(ask(postgres, `copy (select 1) to program 'true'`)).rejects.toThrow(/permission denied/)
})

test('what was written is there after a stop and a new start', async () => {
  const dataDir = await dataFolderWithDatabase()
  const first = await start(dataDir)
  await ask(first, 'create table cars as select 7 as doors')
  await first.stop()
  expect(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => 'gone')).toBe('gone')
  const second = await start(dataDir)
  expect(await ask(second, 'select doors from cars')).toEqual([7])
})

test('a first start that was broken off does not block the next', async () => {
  const dataDir = await dataFolder()
  await mkdir(join(dataDir, 'postgres.new', 'base'), { recursive: true })
  await writeFile(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n')
  const postgres = await start(dataDir)
  expect(await ask(postgres, 'select 1')).toEqual([1])
})

test('a data folder with a very long path works, and its socket folder is private too', async () => {
  const dataDir = join(await dataFolder(), 'a-long-name-'.repeat(10), 'ends-here')
  const postgres = await start(dataDir)
  expect(await ask(postgres, 'select 1')).toEqual([1])
  expect(postgres.connection.host.length).toBeLessThan(90)
  expect((await stat(postgres.connection.host)).mode & 0o777).toBe(0o700)
})

test('a data folder that is closed to others works, and so does one in a closed folder', async () => {
  const closed = await dataFolder()
  await chmod(closed, 0o700)
  const inside = join(closed, 'data')
  // Under root the database then lives elsewhere, with a link to it.
  onTestFinished(async () => {
    const cluster = await realpath(join(inside, 'postgres'))
    await rm(cluster, { recursive: true })
  })
  for (const dataDir of [inside, closed]) {
    const postgres = await start(dataDir)
    expect(await ask(postgres, 'select 1')).toEqual([1])
    await postgres.stop()
  }
})

test('a second owner of the folder gets one sentence, and the first is not harmed', async () => {
  const dataDir = await dataFolderWithDatabase()
  const first = await start(dataDir)
  expect(await refusal(dataDir)).toBe(
    `Another Twende is running on the data folder ${dataDir}. Stop it first, or give this one its own DATA_DIR.`,
  )
  expect(await ask(first, 'select 1')).toEqual([1])
  await first.stop()
  expect(await refusal(dataDir)).toBe('it started')
})

test('a data folder where nothing can be written is refused in one sentence', async () => {
  const folder = await dataFolder()
  await writeFile(join(folder, 'file'), '')
  await mkdir(join(folder, 'closed'), { mode: 0o500 })
  // Root may write into any folder.
  const closed = process.getuid?.() === 0 ? [] : [join(folder, 'closed'), join(folder, 'closed', 'data')]
  for (const dataDir of [join(folder, 'file'), join(folder, 'file', 'data'), ...closed]) {
    expect(await refusal(dataDir)).toMatch(
      /^The data folder .* cannot be used: .*\. Choose another with DATA_DIR\.$/,
    )
  }
})

test('files that are no database, and those of another PostgreSQL, are refused and left alone', async () => {
  const dataDir = await dataFolder()
  const cluster = join(dataDir, 'postgres')
  await mkdir(cluster)
  expect(await refusal(dataDir)).toContain('is in the way: it is not a database')
  await writeFile(join(cluster, 'PG_VERSION'), '17\n')
  expect(await refusal(dataDir)).toContain('was made by PostgreSQL 17, and this Twende brings PostgreSQL 18')
  expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe('17\n')
})

test('a data folder that another user started first is refused with a sentence', async () => {
  const dataDir = await dataFolder()
  const lock = join(dataDir, 'owner.lock')
  await writeFile(lock, '', { mode: 0o400 })
  // Root may write everywhere, so it becomes somebody else once the program is loaded.
  const program = `
    const { ownDataDir } = await import(${JSON.stringify(join(import.meta.dirname, 'owner-lock.ts'))})
    if (process.getuid?.() === 0) process.setuid(65534)
    const refused = (error) => error.name + ': ' + error.message
    console.log(await ownDataDir(${JSON.stringify(dataDir)}, 0).then(() => 'owned', refused))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  expect(stdout).toContain(`SettingError: This user may not write ${lock}`)
  expect(stdout).toContain('Start it as that user')
})
