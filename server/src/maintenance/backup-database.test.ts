import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { ownDataDir } from '../embedded-postgres/owner-lock.ts'
import { asSuperuser } from '../embedded-postgres/superuser.ts'
import { dataFolder, dataFolderWithDatabase } from '../testing/data-folder.ts'
import { backupDatabase } from './backup-database.ts'
import { restoreDatabase } from './restore-database.ts'

const logger = { info() {}, warn() {}, error() {} }
const now = new Date('2026-03-04T05:06:07Z')
const later = new Date('2026-03-05T05:06:07Z')
const writer = join(import.meta.dirname, '../testing/write-until-killed.ts')

/** Another process that owns the folder and writes without pause. */
async function busyMarket(dataDir: string) {
  const child = spawn(process.execPath, [writer, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const acknowledged: string[] = []
  const lines = createInterface({ input: child.stdout })
  const ended = once(lines, 'close')
  lines.on('line', (line) => {
    if (line.startsWith('acknowledged ')) acknowledged.push(line.split(' ')[1] ?? '')
  })
  await expect.poll(() => acknowledged.length).toBeGreaterThan(200)
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { acknowledged, stop }
}

async function ask(dataDir: string, query: string, values: unknown[] = []): Promise<unknown[]> {
  const postgres = await startEmbeddedPostgres({ dataDir, logger, forTests: true })
  const client = new Client({ ...postgres.connection })
  try {
    await client.connect()
    const { rows } = await client.query<Record<string, unknown>>(query, values)
    return rows.map((row) => Object.values(row)[0])
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** Every test below begins with one car of one door, and a backup that says so. */
let dataDir: string
let folder: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'twende-data-'))
  folder = join(dataDir, 'backups', 'one')
  await ask(dataDir, 'create table cars as select 1 as doors')
  await backupDatabase({ dataDir, folder, now, logger })
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** A copy of the backup, to be spoilt. */
async function anotherBackup(): Promise<string> {
  const copy = join(await dataFolder(), 'copy')
  await cp(folder, copy, { recursive: true })
  return copy
}

test('a backup under load, restored elsewhere, holds every write acknowledged before it and no half ones', async () => {
  const busy = await dataFolderWithDatabase({ durable: true })
  const market = await busyMarket(busy)
  await mkdir(join(busy, 'media'))
  await writeFile(join(busy, 'media', 'prado.jpg'), 'a picture')
  const before = [...market.acknowledged]
  const made = join(busy, 'backups', 'one')
  const { bytes } = await backupDatabase({ dataDir: busy, folder: made, now, logger })
  expect(bytes).toBeGreaterThan(20_000_000)
  expect(market.acknowledged.length).toBeGreaterThan(before.length)
  await market.stop()

  const other = await dataFolder()
  expect(await restoreDatabase({ dataDir: other, folder: made, now, logger })).toMatchObject({
    backup: { madeAt: '2026-03-04T05:06:07.000Z' },
  })
  expect(await readFile(join(other, 'media', 'prado.jpg'), 'utf8')).toBe('a picture')
  const lost = `select count(*)::int from unnest($1::uuid[]) as told (id)
    where (select count(*) from halves where halves.id = told.id) <> 2`
  expect(await ask(other, lost, [before])).toEqual([0])
  const torn = 'select count(*)::int from (select from halves group by id having count(*) <> 2) as torn'
  expect(await ask(other, torn)).toEqual([0])
  const checked = await asSuperuser(other, logger, async (client) => {
    await client.query('create extension if not exists amcheck')
    return await client.query(
      `select bt_index_check(c.oid, true) from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i'`,
    )
  })
  expect(checked.rowCount).toBeGreaterThan(100)
})

test('a restore sets the present database aside and brings the former one back', async () => {
  await ask(dataDir, 'update cars set doors = 2')
  const { setAside } = await restoreDatabase({ dataDir, folder, now, logger })
  expect(await ask(dataDir, 'select doors from cars')).toEqual([1])
  expect((await stat(join(setAside ?? '', 'PG_VERSION'))).isFile()).toBe(true)
})

test('a backup that does not open leaves everything as it was', async () => {
  const spoilt = await anotherBackup()
  await rm(join(spoilt, 'postgres', 'global', 'pg_control'))
  const before = await readdir(dataDir)
  await expect(restoreDatabase({ dataDir, folder: spoilt, now: later, logger })).rejects.toThrow()
  expect(await readdir(dataDir)).toEqual(before)
  expect(await ask(dataDir, 'select doors from cars')).toEqual([1])
})

test('half a backup, one of another PostgreSQL, and a folder in use are refused', async () => {
  await expect(backupDatabase({ dataDir, folder, now, logger })).rejects.toThrow(/is there already/)
  const release = await ownDataDir(dataDir, 0)
  await expect(restoreDatabase({ dataDir, folder, now, logger })).rejects.toThrow(/Another Twende is running/)
  release()
  const spoilt = await anotherBackup()
  await writeFile(join(spoilt, 'postgres', 'PG_VERSION'), '17\n')
  await expect(restoreDatabase({ dataDir, folder: spoilt, now, logger })).rejects.toThrow(
    /made by PostgreSQL 17/,
  )
  await rm(join(spoilt, 'backup.json'))
  await expect(restoreDatabase({ dataDir, folder: spoilt, now, logger })).rejects.toThrow(
    /not a whole backup/,
  )
  expect(await ask(dataDir, 'select doors from cars')).toEqual([1])
})
