import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { memorySettings } from '../memory-settings.mjs'
import { family } from './measure.ts'

const MIB = 1024 * 1024
const INSPECT = ['--inspect=127.0.0.1:0']

/** Ends the program when the benchmark vanishes. */
const END_WITH_PARENT = ['--import', new URL('../end-with-parent.mjs', import.meta.url).href]

/** A secret of the benchmark, long enough to sign; so that a data folder can be used again. */
export const TOKEN_SECRET = 'a-secret-of-the-benchmark-long-enough-to-sign'
export const METRICS_TOKEN = 'a-token-of-the-benchmark-long-enough'

export type RunningMarket = {
  url: string
  port: number
  dataDir: string
  /** The processes of the program and of its database, the program first. */
  pids(): number[]
  /** The heap and the whole memory of the process in MiB, after its garbage was collected. */
  memory(): Promise<{ heap: number; rss: number }>
  /** A new customer's token. */
  signUp(): Promise<string>
  /** Sends SIGTERM; answers the exit code and the seconds it took. */
  stop(): Promise<{ code: number | null; seconds: number }>
  /** Kills what is left, and removes the data folder unless it was given. */
  remove(): Promise<void>
}

type Options = {
  /** A folder of an earlier run, whose market is used again; otherwise a temporary one. */
  dataDir?: string | undefined
  env?: Record<string, string>
  /** Lets `memory()` ask the process itself. */
  inspect?: boolean
}

/** Starts the built program with a demo market, without rate limits and without sizes of pictures made ahead of time. */
export async function runMarket({ dataDir: given, env, inspect }: Options = {}): Promise<RunningMarket> {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'twende-bench-')))
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [...(inspect ? INSPECT : []), ...END_WITH_PARENT, 'build/site/server/index.js'],
    {
      stdio: ['ignore', 'ignore', inspect ? 'pipe' : 'inherit', 'ipc'],
      env: {
        ...memorySettings,
        ...process.env,
        NODE_ENV: 'production',
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO: '1',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'warn',
        PREGENERATE_PICTURES: 'off',
        TOKEN_SECRET,
        METRICS_TOKEN,
        ...env,
      },
    },
  )
  const inspector = inspect ? await inspectorAddress(child) : undefined
  const url = `http://127.0.0.1:${port}`
  await untilReady(`${url}/api/health/ready`, child).catch((error: unknown) => {
    child.kill()
    throw error
  })
  let people = 0
  return {
    url,
    port,
    dataDir,
    pids: () => family(child.pid ?? 0),
    memory() {
      if (!inspector) throw new Error('the market was not started to be inspected')
      return memoryOf(inspector)
    },
    async signUp() {
      const body = {
        name: 'Wanjiku Kamau',
        email: `bench${++people}@example.com`,
        password: 'four quiet words together',
      }
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${url}/api/user/register`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return (await answer.json()).token
    },
    async stop() {
      const startedAt = performance.now()
      if (child.exitCode !== null || child.signalCode !== null) return { code: child.exitCode, seconds: 0 }
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      return { code: await ended, seconds: (performance.now() - startedAt) / 1000 }
    },
    async remove() {
      if (child.exitCode === null) child.kill('SIGKILL')
      if (!given) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Runs a market for as long as the work takes. */
export async function withMarket<Result>(
  options: Options,
  work: (market: RunningMarket) => Promise<Result>,
): Promise<Result> {
  const market = await runMarket(options)
  try {
    return await work(market)
  } finally {
    await market.stop()
    await market.remove()
  }
}

function inspectorAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    child.once('exit', () => reject(new Error(said)))
    child.stderr?.on('data', (bytes) => {
      said += bytes
      const address = /ws:\/\/\S+/.exec(said)?.[0]
      if (address) resolve(address)
    })
  })
}

async function memoryOf(inspector: string): Promise<{ heap: number; rss: number }> {
  const socket = new WebSocket(inspector)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  let asked = 0
  const ask = (method: string, params = {}): Promise<{ result?: { value?: string } }> => {
    const id = ++asked
    return new Promise((resolve) => {
      const hear = ({ data }: MessageEvent) => {
        const heard = JSON.parse(String(data))
        if (heard.id !== id) return
        socket.removeEventListener('message', hear)
        resolve(heard.result)
      }
      socket.addEventListener('message', hear)
      socket.send(JSON.stringify({ id, method, params }))
    })
  }
  for (let round = 0; round < 3; round += 1) {
    await ask('HeapProfiler.collectGarbage')
    await sleep(300)
  }
  const { result } = await ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' })
  socket.close()
  const { heapUsed, rss } = JSON.parse(result?.value ?? '{}')
  return { heap: heapUsed / MIB, rss: rss / MIB }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the market ended with ${child.exitCode}`)
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(200)
  }
  throw new Error('the market did not start within two minutes')
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
