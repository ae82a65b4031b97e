import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import S3rver from '@20minutes/s3rver'
import pg from 'pg'
import { startDarajaSimulator } from '../../server/src/payments/providers/mpesa/simulator/start-daraja-simulator.ts'
import { findLosses } from './find-losses.ts'
import { type Load, startLoad } from './load.ts'
import {
  application,
  balancer,
  DATABASE,
  database,
  etcd,
  findPrimary,
  findSynchronousStandby,
  type Part,
  pooler,
  prepareFolders,
  type Tools,
} from './parts.ts'

const PROGRAMS = ['etcd', 'patroni', 'haproxy']
const NEEDED =
  'npm run cluster needs root on Debian and its packages: apt-get install postgresql patroni python3-etcd etcd-server haproxy pgbouncer'
const HOW_LONG_DOWN_MS = 6_000
const CALM_MS = 5_000
const LONGEST_POLL_MS = 90_000

function findTools(dir: string): Tools {
  const isThere = (name: string) => {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim()
    } catch {
      return ''
    }
  }
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const newest = versions.sort((a, b) => Number(a) - Number(b)).at(-1)
  if (process.getuid?.() !== 0 || newest === undefined || PROGRAMS.some((name) => !isThere(name)))
    throw new Error(NEEDED)
  const pgbouncer = process.env.PGBOUNCER ?? isThere('pgbouncer')
  const version = /PgBouncer (\d+)\.(\d+)/.exec(execFileSync(pgbouncer, ['--version'], { encoding: 'utf8' }))
  if (!version || Number(version[1]) * 100 + Number(version[2]) < 121)
    throw new Error(`${pgbouncer} is older than 1.21. Name a newer one by PGBOUNCER=/path/to/pgbouncer.`)
  return { dir, postgres: `/usr/lib/postgresql/${newest}/bin`, pgbouncer }
}

async function superuser(database: string): Promise<pg.Client> {
  const client = new pg.Client({ ...DATABASE, database, user: 'postgres', password: 'super-secret' })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function createDatabase(): Promise<void> {
  const client = await superuser('postgres')
  for (const statement of [
    "create role twende_owner login password 'owner-secret'",
    "create role twende login password 'app-secret'",
    // PgBouncer drops the limits that the program sends when it connects.
    "alter role twende set statement_timeout = '15s'",
    "alter role twende set idle_in_transaction_session_timeout = '30s'",
    'create database twende owner twende_owner',
  ])
    await client.query(statement)
  await client.end()
}

const started: Part[] = []
async function begin(part: Part): Promise<Part> {
  started.push(part)
  await part.start()
  return part
}

async function startAll(tools: Tools, env: Record<string, string>) {
  await prepareFolders(tools)
  const voters = await Promise.all([1, 2, 3].map((number) => etcd(tools, number)))
  await Promise.all(voters.map(begin))
  const databases = await Promise.all([1, 2, 3].map((number) => database(tools, number)))
  const [first, ...others] = databases
  if (first) await begin(first)
  await findPrimary()
  await Promise.all(others.map(begin))
  await findSynchronousStandby()
  const front = await begin(await balancer(tools))
  await sleep(1_500)
  await createDatabase()
  const poolers = await Promise.all([1, 2].map(async (number) => begin(await pooler(tools, number))))
  // The first one migrates the database and fills it with the demo market.
  const applications: Part[] = []
  for (const number of [1, 2]) applications.push(await begin(application(tools, number, env)))
  await sleep(1_500)
  return { voters, databases, front, poolers, applications }
}

type Row = {
  fault: string
  requests: number
  failed: number
  'longest gap of writes, s': number
  'of reads, s': number
}

/** Ends a part by SIGKILL, starts it again as a supervisor would, and says what callers saw. */
async function fault(load: Load, what: string, part: Part, others: readonly Part[]): Promise<Row> {
  const from = Date.now()
  await part.kill()
  await sleep(HOW_LONG_DOWN_MS)
  await part.start()
  await sleep(CALM_MS)
  for (const other of others) await other.start().catch(() => {})
  return rowOf(what, load.since(from))
}

function rowOf(fault: string, seen: ReturnType<Load['since']>): Row {
  const seconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10
  const { requests, failed, writeGap, readGap } = seen
  return {
    fault,
    requests,
    failed,
    'longest gap of writes, s': seconds(writeGap),
    'of reads, s': seconds(readGap),
  }
}

async function rollingDeploy(load: Load, applications: readonly Part[]): Promise<Row> {
  const from = Date.now()
  for (const one of applications) {
    await one.stop()
    await one.start()
    await sleep(2_000)
  }
  return rowOf('rolling deploy of both applications', load.since(from))
}

async function run() {
  const dir = await mkdtemp(join(tmpdir(), 'twende-cluster-'))
  const tools = findTools(dir)
  const simulator = await startDarajaSimulator({ actsAfterMs: 300 })
  await mkdir(join(dir, 'pictures'))
  const store = new S3rver({
    ...{ address: '127.44.0.61', port: 4568, silent: true, directory: join(dir, 'pictures') },
    configureBuckets: [{ name: 'pictures' }],
  })
  await store.run()
  const { consumerKey, consumerSecret, shortcode, passkey } = simulator.credentials
  try {
    const cluster = await startAll(tools, {
      ...{
        DEMO: '1',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'warn',
        TOKEN_SECRET: 'the same secret on both machines of the cluster',
        PRIVATE_FILES_KEY: 'the same key on both machines of the cluster',
      },
      MEDIA_URL: 's3://S3RVER:S3RVER@127.44.0.61:4568/pictures?region=us-east-1&tls=off',
      ...{
        MPESA_BASE_URL: simulator.baseUrl,
        MPESA_CONSUMER_KEY: consumerKey,
        MPESA_CONSUMER_SECRET: consumerSecret,
      },
      ...{ MPESA_SHORTCODE: shortcode, MPESA_PASSKEY: passkey },
    })
    console.log('The cluster is up. Each part is now killed in turn.')
    const load = await startLoad()
    const rows: Row[] = []
    const quiet = Date.now()
    await sleep(CALM_MS)
    rows.push(rowOf('nothing', load.since(quiet)))
    const say = async (row: Promise<Row>) => {
      rows.push(await row)
      console.log(JSON.stringify(rows.at(-1)))
    }
    const part = (parts: readonly Part[], number: number) => {
      const found = parts[number - 1]
      if (!found) throw new Error('no such part')
      return found
    }
    await say(fault(load, 'one of two applications', part(cluster.applications, 1), []))
    await say(fault(load, 'one of two poolers', part(cluster.poolers, 2), []))
    await say(fault(load, 'one of three etcd', part(cluster.voters, 3), []))
    const standby = await findSynchronousStandby()
    await say(fault(load, 'synchronous standby', part(cluster.databases, standby), []))
    await findSynchronousStandby()
    const primary = await findPrimary()
    await say(
      (async () => {
        const from = Date.now()
        await part(cluster.databases, primary).kill()
        while ((await findPrimary()) === primary) await sleep(200)
        await sleep(CALM_MS)
        await part(cluster.databases, primary).start()
        await sleep(CALM_MS)
        return rowOf('primary database', load.since(from))
      })(),
    )
    await say(fault(load, 'load balancer', cluster.front, []))
    await say(rollingDeploy(load, cluster.applications))
    const acknowledged = await load.end()
    console.table(rows)
    const client = await superuser('twende')
    const compare = () => findLosses(client, acknowledged, simulator.transactions())
    // A payment whose report met a fault is found by polling.
    for (const latest = Date.now() + LONGEST_POLL_MS; Date.now() < latest; await sleep(1_000)) {
      const { found = 0 } = (await compare())['payments of M-Pesa that are not in the books'] ?? {}
      if (found === 0) break
    }
    console.table(await compare())
    await client.end()
  } finally {
    for (const one of started.reverse()) await one.stop()
    await simulator.close()
    await store.close()
    if (process.env.KEEP) console.log(`Everything is kept in ${dir}.`)
    else await rm(dir, { recursive: true, force: true })
  }
}

try {
  await run()
  process.exit()
} catch (error) {
  console.error(error)
  process.exit(1)
}
