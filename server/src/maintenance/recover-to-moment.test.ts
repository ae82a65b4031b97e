import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { seededRandom } from '../basic-deps.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { walFolder } from '../embedded-postgres/wal-archive.ts'
import { dataFolder, dataFolderWithDatabase } from '../testing/data-folder.ts'
import { trial } from '../testing/trial.ts'
import { addBaseCopy, baseCopies, findBaseCopy, keepArchive } from './keep-archive.ts'
import { restoreDatabase } from './restore-database.ts'

const logger = { info() {}, warn() {}, error() {} }
const writer = join(import.meta.dirname, '../testing/write-until-killed.ts')

type Writer = { acknowledged: { id: string; begun: number; at: number }[]; kill(): Promise<void> }

/** Another process that owns the folder and writes without pause, with its log archived. */
async function startWriter(dataDir: string, archive: string): Promise<Writer> {
  const child = spawn(process.execPath, [writer, dataDir, archive], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const acknowledged: Writer['acknowledged'] = []
  const lines = createInterface({ input: child.stdout })
  const ended = once(lines, 'close')
  lines.on('line', (line) => {
    const [word, id = '', begun, at] = line.split(' ')
    if (word === 'acknowledged') acknowledged.push({ id, begun: Number(begun), at: Number(at) })
  })
  await expect.poll(() => acknowledged.length).toBeGreaterThan(200)
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { acknowledged, kill }
}

async function idsIn(dataDir: string): Promise<Set<string>> {
  const postgres = await startEmbeddedPostgres({ dataDir, logger, forTests: true })
  const client = new Client({ ...postgres.connection })
  try {
    await client.connect()
    const { rows } = await client.query<{ id: string }>(
      'select id from halves group by id having count(*) = 2',
    )
    const torn = await client.query('select from halves group by id having count(*) <> 2')
    expect(torn.rowCount).toBe(0)
    return new Set(rows.map(({ id }) => id))
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function newArchive(): Promise<string> {
  const archive = join(await dataFolder(), 'archive')
  await mkdir(archive, { mode: 0o711 })
  return archive
}

trial(
  'random moments are restored after a crash: each with every write acknowledged before it and none of later',
  { full: 10, few: 2 },
  async ({ rounds, seed }) => {
    const draw = seededRandom(seed)
    const dataDir = await dataFolderWithDatabase({ durable: true })
    const archive = await newArchive()
    const market = await startWriter(dataDir, archive)
    await addBaseCopy({ dataDir, archive, now: new Date(), logger })
    const begun = (await baseCopies(archive))[0]?.completedAt.getTime() ?? 0
    const since = () => market.acknowledged.filter(({ begun: at }) => at > begun)
    await expect.poll(() => since().length).toBeGreaterThan(1_000)
    await market.kill()
    // From the first 150 writes after the copy to the last 150 before the end.
    const [first = 0, last = 0] = [since().at(150)?.at, since().at(-150)?.begun]
    const random = () => new Date(first + draw() * (last - first))
    for (const to of Array.from({ length: rounds }, random)) {
      const { folder } = await findBaseCopy(archive, to)
      await restoreDatabase({ dataDir, folder, now: new Date(), logger, recovery: { archive, to } })
      const found = await idsIn(dataDir)
      const before = market.acknowledged.filter(({ at }) => at < to.getTime())
      const after = market.acknowledged.filter(({ begun: at }) => at > to.getTime())
      expect(before.length).toBeGreaterThan(100)
      expect(after.length).toBeGreaterThan(100)
      expect(before.filter(({ id }) => !found.has(id))).toEqual([])
      expect(after.filter(({ id }) => found.has(id))).toEqual([])
    }
  },
)

test('a moment after the last write is the end, and one before the archive is refused', async () => {
  const dataDir = await dataFolderWithDatabase({ durable: true })
  const archive = await newArchive()
  await expect(findBaseCopy(archive, new Date())).rejects.toThrow(/no base copy/)
  const market = await startWriter(dataDir, archive)
  await addBaseCopy({ dataDir, archive, now: new Date(), logger })
  await market.kill()
  await sleep(300)
  const to = new Date()
  const { folder } = await findBaseCopy(archive, to)
  await restoreDatabase({ dataDir, folder, now: to, logger, recovery: { archive, to } })
  const found = await idsIn(dataDir)
  expect(market.acknowledged.filter(({ id }) => !found.has(id))).toEqual([])
  await expect(findBaseCopy(archive, new Date(0))).rejects.toThrow(/begins at/)
})

test('a base copy is made once a day; copies and log that no kept day needs are removed', async () => {
  const dataDir = await dataFolderWithDatabase({ durable: true })
  const archive = await newArchive()
  const market = await startWriter(dataDir, archive)
  const now = Date.now()
  const keepAt = (days: number) =>
    keepArchive({ dataDir, archive, days: 2, now: new Date(now + days * 86_400_000), logger })
  await keepAt(0)
  await keepAt(0.5)
  expect(await baseCopies(archive)).toHaveLength(1)
  const segments = async () =>
    (await readdir(walFolder(archive))).filter((name) => /^[0-9A-F]{24}/.test(name))
  await expect.poll(async () => (await segments()).length).toBeGreaterThan(0)
  const [oldest = ''] = (await segments()).sort()
  // Every copy is made now, whatever day it is said to be, so that both are older than the kept days.
  await keepAt(1.5)
  await market.kill()
  expect(await baseCopies(archive)).toHaveLength(2)
  await keepAt(2.3)
  expect(await baseCopies(archive)).toHaveLength(1)
  expect(await segments()).not.toContain(oldest)
})
