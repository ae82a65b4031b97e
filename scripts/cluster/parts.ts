import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memorySettings } from '../memory-settings.mjs'

const host = (end: number) => `127.44.0.${end}`
/** The load balancer: the site, and the database wherever its primary is. */
export const SITE = `http://${host(41)}:8080`
export const DATABASE = { host: host(41), port: 5432, database: 'twende' }

/** One process of the cluster, as its machine's supervisor sees it. */
export type Part = {
  name: string
  start(): Promise<void>
  /** Ends it by SIGKILL, with what it started. */
  kill(): Promise<void>
  stop(): Promise<void>
}

type Program = {
  command: string
  args: string[]
  /** The user it runs as; programs of databases refuse root. */
  user?: string
  env?: Record<string, string>
  isUp(): Promise<boolean>
  /** Other processes that die with its machine. */
  others?(): number[]
}

/** Programs of Debian's packages, and the folder in which everything is kept. */
export type Tools = { dir: string; postgres: string; pgbouncer: string }

function part({ dir }: Tools, name: string, program: Program): Part {
  let child: ChildProcess | undefined
  const gone = async () => {
    while (child?.exitCode === null && child.signalCode === null) await sleep(20)
  }
  return {
    name,
    async start() {
      const log = openSync(join(dir, 'log', `${name}.log`), 'a')
      const { user, env = {} } = program
      child = spawn(program.command, program.args, {
        stdio: ['ignore', log, log],
        detached: true,
        env: { PATH: process.env.PATH ?? '', ...env },
        ...(user === undefined ? {} : { uid: idOf(user, '-u'), gid: idOf(user, '-g') }),
      })
      for (const latest = Date.now() + 90_000; !(await program.isUp().catch(() => false)); await sleep(100)) {
        if (child.exitCode !== null) throw new Error(`${name} ended: see ${join(dir, 'log', name)}.log`)
        if (Date.now() > latest) throw new Error(`${name} does not answer: see ${join(dir, 'log', name)}.log`)
      }
    },
    async kill() {
      const others = program.others?.() ?? []
      child?.kill('SIGKILL')
      for (const pid of others) killIfThere(pid, 'SIGKILL')
      await gone()
    },
    async stop() {
      child?.kill('SIGTERM')
      await Promise.race([gone(), sleep(10_000)])
      child?.kill('SIGKILL')
      for (const pid of program.others?.() ?? []) killIfThere(pid, 'SIGQUIT')
    },
  }
}

const idOf = (user: string, what: '-u' | '-g') =>
  Number(execFileSync('id', [what, user], { encoding: 'utf8' }))

function killIfThere(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone already.
  }
}

const answers = async (url: string, method = 'GET') =>
  (await fetch(url, { method, signal: AbortSignal.timeout(2_000) })).ok

/** Files of deploy/cluster with the places of this run filled in. */
async function configure({ dir, postgres }: Tools, file: string, name: string, number = 0): Promise<string> {
  const text = await readFile(join('deploy/cluster', file), 'utf8')
  const path = join(dir, 'conf', name)
  const filled = text.replaceAll('@N@', String(number)).replaceAll('@DIR@', dir).replaceAll('@BIN@', postgres)
  await writeFile(path, filled)
  return path
}

async function ownFolder(path: string, user: string): Promise<void> {
  await mkdir(path, { recursive: true })
  await chown(path, idOf(user, '-u'), idOf(user, '-g'))
  await chmod(path, 0o700)
}

export async function prepareFolders({ dir }: Tools): Promise<void> {
  for (const folder of ['log', 'conf', 'run']) await mkdir(join(dir, folder), { recursive: true })
  await chmod(dir, 0o711)
  await chown(join(dir, 'run'), idOf('postgres', '-u'), idOf('postgres', '-g'))
  await writeFile(join(dir, 'conf', 'users.txt'), '"twende" "app-secret"\n')
}

export async function etcd(tools: Tools, number: number): Promise<Part> {
  const name = `etcd${number}`
  const data = join(tools.dir, name)
  await ownFolder(data, 'etcd')
  const at = host(20 + number)
  const peers = [1, 2, 3].map((peer) => `etcd${peer}=http://${host(20 + peer)}:2380`).join(',')
  return part(tools, name, {
    command: 'etcd',
    user: 'etcd',
    args: [
      ...['--name', name, '--data-dir', data, '--enable-v2=false', '--logger', 'zap'],
      ...['--listen-client-urls', `http://${at}:2379`, '--advertise-client-urls', `http://${at}:2379`],
      ...['--listen-peer-urls', `http://${at}:2380`, '--initial-advertise-peer-urls', `http://${at}:2380`],
      ...['--initial-cluster', peers, '--initial-cluster-state', 'new', '--initial-cluster-token', 'twende'],
    ],
    // Alone, the first of three has no leader yet and is not healthy.
    isUp: async () => (await fetch(`http://${at}:2379/version`)).ok,
  })
}

/** A PostgreSQL server and the Patroni that leads it. */
export async function database(tools: Tools, number: number): Promise<Part> {
  const data = join(tools.dir, `database${number}`)
  await ownFolder(join(tools.dir, 'run', String(number)), 'postgres')
  await ownFolder(data, 'postgres')
  const config = await configure(tools, 'patroni.yaml', `patroni${number}.yaml`, number)
  return part(tools, `database${number}`, {
    command: 'patroni',
    user: 'postgres',
    args: [config],
    env: { PATH: `${tools.postgres}${delimiter}${process.env.PATH}` },
    isUp: () => answers(`http://${host(10 + number)}:8008/health`),
    others: () => {
      const file = join(data, 'postmaster.pid')
      return existsSync(file) ? [Number(readFileSync(file, 'utf8').split('\n')[0])] : []
    },
  })
}

/** Which of the databases is the primary. */
export async function findPrimary(): Promise<number> {
  for (const number of [1, 2, 3])
    if (await answers(`http://${host(10 + number)}:8008/primary`).catch(() => false)) return number
  await sleep(200)
  return await findPrimary()
}

/** Which database is the synchronous standby. */
export async function findSynchronousStandby(): Promise<number> {
  for (const number of [1, 2, 3])
    if (await answers(`http://${host(10 + number)}:8008/synchronous`).catch(() => false)) return number
  await sleep(200)
  return await findSynchronousStandby()
}

export async function balancer(tools: Tools): Promise<Part> {
  const config = await configure(tools, 'haproxy.cfg', 'haproxy.cfg')
  return part(tools, 'balancer', {
    command: 'haproxy',
    args: ['-db', '-f', config],
    isUp: async () => (await fetch(SITE, { method: 'HEAD' })).status > 0,
  })
}

export async function pooler(tools: Tools, number: number): Promise<Part> {
  const config = await configure(tools, 'pgbouncer.ini', `pgbouncer${number}.ini`, number)
  return part(tools, `pooler${number}`, {
    command: tools.pgbouncer,
    user: 'postgres',
    args: [config],
    isUp: () => canConnect(host(30 + number), 6432),
  })
}

async function canConnect(address: string, port: number): Promise<boolean> {
  const { connect } = await import('node:net')
  return new Promise((resolve) => {
    const socket = connect(port, address)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

export function application(tools: Tools, number: number, env: Record<string, string>): Part {
  const at = host(50 + number)
  return part(tools, `application${number}`, {
    command: process.execPath,
    args: ['build/site/server/index.js'],
    env: {
      ...memorySettings,
      ...env,
      NODE_ENV: 'production',
      HOST: at,
      PORT: '3000',
      PUBLIC_URL: SITE,
      TRUST_PROXY: '127.0.0.0/8',
      DATA_DIR: join(tools.dir, `application${number}`),
      DATABASE_URL: `postgres://twende:app-secret@${host(30 + number)}:6432/twende`,
      DATABASE_DIRECT_URL: `postgres://twende:app-secret@${DATABASE.host}:5432/twende`,
      DATABASE_OWNER_URL: `postgres://twende_owner:owner-secret@${DATABASE.host}:5432/twende`,
      DRAIN_SECONDS: '3',
    },
    isUp: () => answers(`http://${at}:3000/api/health/ready`),
  })
}
