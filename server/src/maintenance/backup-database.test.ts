import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../basic-deps.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { ownDataDir } from '../embedded-postgres/owner-lock.ts'
import { asSuperuser } from '../embedded-postgres/superuser.ts'
import { dataFolder, dataFolderWithDatabase } from '../testing/data-folder.ts'
import { trial } from '../testing/trial.ts'
import { backupDatabase } from './backup-database.ts'
import { refuseInterruptedRestore } from './interrupted-restore.ts'
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
  expect((await stat(join(setAside[0] ?? '', 'PG_VERSION'))).isFile()).toBe(true)
})

test('where Twende was started before, a restore brings the keys of its files and keeps the present ones', async () => {
  const other = await dataFolderWithDatabase()
  await writeFile(join(other, 'private-files-key'), 'of the market that was started here')
  const withKey = await anotherBackup()
  await writeFile(join(withKey, 'files', 'private-files-key'), 'of the backup')
  await writeFile(join(withKey, 'files', 'token-secret'), 'also of the backup')
  const { setAside } = await restoreDatabase({ dataDir: other, folder: withKey, now, logger })
  expect(await readFile(join(other, 'private-files-key'), 'utf8')).toBe('of the backup')
  expect(await readFile(join(other, 'token-secret'), 'utf8')).toBe('also of the backup')
  expect(setAside).toHaveLength(2)
  expect(await readFile(setAside[1] ?? '', 'utf8')).toBe('of the market that was started here')
})

test('a data folder of root in a closed folder, whose database is elsewhere, is restored as well', async () => {
  const closed = await dataFolder()
  await chmod(closed, 0o700)
  const inside = join(closed, 'data')
  await ask(inside, 'create table cars as select 4 as doors')
  const before = await realpath(join(inside, 'postgres'))
  await restoreDatabase({ dataDir: inside, folder, now, logger })
  onTestFinished(async () => {
    for (const cluster of [before, await realpath(join(inside, 'postgres'))])
      await rm(cluster, { recursive: true, force: true })
  })
  expect(await ask(inside, 'select doors from cars')).toEqual([1])
})

test('a key that cannot be read is not replaced, and nothing is changed', async () => {
  const other = await dataFolderWithDatabase()
  await mkdir(join(other, 'private-files-key'))
  const withKey = await anotherBackup()
  await writeFile(join(withKey, 'files', 'private-files-key'), 'of the backup')
  const before = await readdir(other)
  await expect(restoreDatabase({ dataDir: other, folder: withKey, now, logger })).rejects.toThrow('EISDIR')
  expect((await readdir(other)).filter((name) => name !== 'owner.lock')).toEqual(
    before.filter((name) => name !== 'owner.lock'),
  )
})

test('a check that fails puts everything back, keys too', async () => {
  const withKey = await anotherBackup()
  await writeFile(join(withKey, 'files', 'private-files-key'), 'of the backup')
  const other = await dataFolderWithDatabase()
  await ask(other, 'create table cars as select 3 as doors')
  const before = await readdir(other)
  const check = () => Promise.reject(new Error('no key opens them'))
  await expect(
    restoreDatabase({ dataDir: other, folder: withKey, now: later, logger, check }),
  ).rejects.toThrow('no key opens them')
  expect(await readdir(other)).toEqual(before)
  expect(await ask(other, 'select doors from cars')).toEqual([3])
})

trial(
  'a restore that is killed at any moment is refused to start, and the next one ends it or leaves all as it was',
  { full: 40, few: 4 },
  async ({ rounds, seed }) => {
    const draw = seededRandom(seed)
    const withKey = await anotherBackup()
    await writeFile(join(withKey, 'files', 'private-files-key'), 'of the backup')
    const target = await dataFolderWithDatabase()
    await writeFile(join(target, 'private-files-key'), 'of the market here')
    await ask(target, 'create table cars as select 5 as doors')
    const seen = { interrupted: 0, over: 0 }
    for (let round = 0; round < rounds; round += 1) {
      await killRestore(target, withKey, draw() * 1_500)
      const interrupted = await refuseInterruptedRestore(target).then(
        () => false,
        () => true,
      )
      seen[interrupted ? 'interrupted' : 'over'] += 1
      // A backup that is none is refused, after all was put back.
      await expect(restoreDatabase({ dataDir: target, folder: target, now: later, logger })).rejects.toThrow(
        /not a whole backup/,
      )
      await refuseInterruptedRestore(target)
      const [doors, key] = [
        await ask(target, 'select doors from cars'),
        await readFile(join(target, 'private-files-key'), 'utf8'),
      ]
      expect([
        [[5], 'of the market here'],
        [[1], 'of the backup'],
      ]).toContainEqual([doors, key])
      if (interrupted && round === 0) expect(doors).toEqual([5])
    }
    await restoreDatabase({ dataDir: target, folder: withKey, now: later, logger })
    expect(await ask(target, 'select doors from cars')).toEqual([1])
    expect((await readdir(target)).filter((name) => /part|restored|restore\.json/.test(name))).toEqual([])
    expect(seen.interrupted + seen.over).toBe(rounds)
  },
)

/** Restores in another process, and kills it after so many milliseconds. */
async function killRestore(target: string, from: string, after: number): Promise<void> {
  const restorer = join(import.meta.dirname, '../testing/restore-until-killed.ts')
  const child = spawn(process.execPath, [restorer, target, from], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  await Promise.race([once(child.stdout, 'data'), ended])
  await Promise.race([sleep(after), ended])
  child.kill('SIGKILL')
  await ended
}

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
  await rm(join(spoilt, 'files'), { recursive: true })
  await expect(restoreDatabase({ dataDir, folder: spoilt, now, logger })).rejects.toThrow(
    /not a whole backup/,
  )
  await rm(join(spoilt, 'backup.json'))
  await expect(restoreDatabase({ dataDir, folder: spoilt, now, logger })).rejects.toThrow(
    /not a whole backup/,
  )
  expect(await ask(dataDir, 'select doors from cars')).toEqual([1])
})
