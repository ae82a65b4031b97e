import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { dataFolderWithDatabase } from '../testing/data-folder.ts'
import { trial } from '../testing/trial.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { startGuarded } from './postgres-guard.ts'
import { postgresUser, runAs } from './postgres-user.ts'
import { occupantOf } from './postmaster-pid.ts'

const silent = { info() {}, warn() {}, error() {} }
const writer = join(import.meta.dirname, '../testing/write-until-killed.ts')

/** On files that another process made, their own durability stays. */
async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, logger: silent, patience: 120_000, forTests: true })
  onTestFinished(() => postgres.stop())
  return postgres
}

async function ask(postgres: EmbeddedPostgres, query: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new Client({ ...postgres.connection })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(query, values).finally(() => client.end())
  return rows.map((row) => Object.values(row)[0])
}

type Owner = { process: ChildProcess; postgres: number; acknowledged: string[]; ended: Promise<unknown> }

/** Another process that owns the folder, with its server. */
async function owner(dataDir: string): Promise<Owner> {
  const child = spawn(process.execPath, [writer, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const acknowledged: string[] = []
  const lines = createInterface({ input: child.stdout })
  const ended = once(lines, 'close')
  const postgres = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the owner ended early')))
    lines.on('line', (line) => {
      const [word, value = ''] = line.split(' ')
      if (word === 'up') resolve(Number(value))
      if (word === 'acknowledged') acknowledged.push(value)
    })
  })
  return { process: child, postgres, acknowledged, ended }
}

async function eventually(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  const begun = performance.now()
  while (!(await holds())) {
    if (performance.now() - begun > 120_000) throw new Error(`still not so: ${what}`)
    await sleep(20)
  }
}

function childrenOf(pid: number): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  const pairs = all.map((line) => line.trim().split(/\s+/).map(Number))
  return pairs.flatMap(([child, parent]) => (parent === pid && child !== undefined ? [child] : []))
}

function guardOf(postgres: number): number {
  return Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(postgres)], { encoding: 'utf8' }))
}

function killGuard(postgres: number): void {
  const guard = guardOf(postgres)
  for (const pid of [...childrenOf(guard), guard]) if (pid !== postgres) process.kill(pid, 'SIGKILL')
}

async function expectAllThere(postgres: EmbeddedPostgres, acknowledged: string[]): Promise<void> {
  const lost = `select count(*)::int from unnest($1::uuid[]) as told (id)
    where (select count(*) from halves where halves.id = told.id) <> 2`
  expect(await ask(postgres, lost, [acknowledged])).toEqual([0])
  const torn = 'select count(*)::int from (select from halves group by id having count(*) <> 2) as torn'
  expect(await ask(postgres, torn)).toEqual([0])
}

const companies = ['', 'server', 'guard', 'guard and server']

trial(
  'after kill -9 of the owner, in whatever company, no server is left and no acknowledged write is lost',
  { full: 12, few: 4 },
  async ({ rounds }) => {
    const dataDir = await dataFolderWithDatabase({ durable: true })
    const acknowledged: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const company = companies[round % companies.length] ?? ''
      const { process: child, postgres, acknowledged: told, ended } = await owner(dataDir)
      await eventually('some writes are acknowledged', () => told.length > 100)
      await sleep(Math.random() * 200)
      if (company.includes('guard')) killGuard(postgres)
      if (company.includes('server')) process.kill(postgres, 'SIGKILL')
      child.kill('SIGKILL')
      await ended
      acknowledged.push(...told)
      const isRunning = () =>
        occupantOf(postgres, join(dataDir, 'postgres')).then((found) => found === 'our-server')
      // Without its guard the server is an orphan, which the next start must find and stop.
      if (!company.includes('guard')) await eventually('the server is gone', async () => !(await isRunning()))
      const next = await start(dataDir)
      expect(await isRunning()).toBe(false)
      await expectAllThere(next, acknowledged)
      await next.stop()
    }
  },
)

test('a server killed by kill -9 comes back by itself, at the same address', async () => {
  const postgres = await start(await dataFolderWithDatabase())
  for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
    const before = postgres.pid()
    if (before !== undefined) process.kill(before, signal)
    await eventually('another server runs', () => postgres.pid() !== undefined && postgres.pid() !== before)
    await eventually('it answers', () =>
      ask(postgres, 'select 1').then(
        () => true,
        () => false,
      ),
    )
  }
})

test('a guard that was killed is replaced together with its server', async () => {
  const postgres = await start(await dataFolderWithDatabase())
  const before = postgres.pid() ?? 0
  process.kill(guardOf(before), 'SIGKILL')
  await eventually('another server runs', () => postgres.pid() !== undefined && postgres.pid() !== before)
  await eventually('it answers', () =>
    ask(postgres, 'select 1').then(
      () => true,
      () => false,
    ),
  )
})

test('stopping ends the server, its guard and every helper of the guard', async () => {
  const dataDir = await dataFolderWithDatabase()
  const postgres = await start(dataDir)
  const server = postgres.pid() ?? 0
  const guard = guardOf(server)
  const all = [guard, ...childrenOf(guard), ...childrenOf(server)]
  expect(all.length).toBeGreaterThan(5)
  await postgres.stop()
  await eventually('all are gone', async () => {
    const found = await Promise.all(all.map((pid) => occupantOf(pid, join(dataDir, 'postgres'))))
    return found.every((occupant) => occupant === 'nobody' || occupant === 'zombie')
  })
})

test('a server that ignores requests to end is killed by its guard', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'twende-deaf-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const deaf = join(folder, 'postgres')
  await writeFile(deaf, "#!/bin/sh\ntrap '' INT QUIT\necho deaf >&2\nwhile :; do sleep 0.1; done\n", {
    mode: 0o755,
  })
  const isDeaf = Promise.withResolvers<string>()
  const server = await startGuarded({
    binaries: { postgres: deaf, initdb: '', pgCtl: '', major: 18 },
    cluster: folder,
    args: [],
    user: undefined,
    ignoring: undefined,
    onLine: isDeaf.resolve,
    patience: 1,
  })
  expect(await isDeaf.promise).toBe('deaf')
  server.stop()
  expect(await server.exited).toBe('it ended with 137')
  expect(() => process.kill(server.pid, 0)).toThrow('ESRCH')
})

test('a pid file that names a dead, reused or unreaped process does not keep the server from starting', async () => {
  const dataDir = await dataFolderWithDatabase()
  const cluster = join(dataDir, 'postgres')
  await (await start(dataDir)).stop()
  const user = await postgresUser(cluster)
  // `sleep` never asks how its child ended, which therefore stays as a zombie.
  const parent = spawn('/bin/sh', ['-c', 'true & exec sleep 60'], { ...runAs(user), stdio: 'ignore' })
  onTestFinished(() => void parent.kill('SIGKILL'))
  const living = parent.pid ?? 0
  await eventually(
    'there is a zombie',
    async () => (await occupantOf(childrenOf(living)[0] ?? 0, cluster)) === 'zombie',
  )
  for (const pid of [2 ** 22 - 7, living, childrenOf(living)[0] ?? 0]) {
    const file = join(cluster, 'postmaster.pid')
    await writeFile(file, `${pid}\n${cluster}\n1700000000\n5432\n${cluster}-socket\n\n`)
    const postgres = await start(dataDir)
    expect(await ask(postgres, 'select 1')).toEqual([1])
    await postgres.stop()
  }
})
