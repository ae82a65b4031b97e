import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type ForgetfulProxy, startForgetfulProxy } from './forgetful-proxy.ts'

const run = promisify(execFile)

/** A network between the program and its database that can be cut. */
export type CutNetwork = {
  /** What it is made of, for whoever reads the output. */
  name: string
  host: string
  port: number
  faults: readonly NetworkFault[]
  close(): Promise<void>
}

export type NetworkFault = { name: string; cut(): Promise<void>; heal(): Promise<void> }

/** A network of the kernel where this user may make one (root on Linux, with iproute2), otherwise a proxy that forgets. */
export async function openCutNetwork(database: { host: string; port: number }): Promise<CutNetwork> {
  const name = `twende${process.pid}`
  const isMade = database.host.startsWith('/') && (await makeNamespace(name))
  return isMade ? namespaceNetwork(name, database) : proxyNetwork(database)
}

const HERE = '10.213.7.1'
const THERE = '10.213.7.2'
const PORT = 5432

async function makeNamespace(name: string): Promise<boolean> {
  try {
    await run('ip', ['netns', 'add', name])
    await run('ip', ['link', 'add', `${name}a`, 'type', 'veth', 'peer', 'name', `${name}b`, 'netns', name])
    await run('ip', ['addr', 'add', `${HERE}/30`, 'dev', `${name}a`])
    await run('ip', ['-n', name, 'addr', 'add', `${THERE}/30`, 'dev', `${name}b`])
    await run('ip', ['link', 'set', `${name}a`, 'up'])
    await run('ip', ['-n', name, 'link', 'set', `${name}b`, 'up'])
    return true
  } catch {
    await run('ip', ['netns', 'del', name]).catch(() => {})
    return false
  }
}

async function namespaceNetwork(name: string, database: { host: string; port: number }): Promise<CutNetwork> {
  const program = join(import.meta.dirname, 'relay.ts')
  const path = `${database.host}/.s.PGSQL.${database.port}`
  const startRelay = async (): Promise<ChildProcess> => {
    const words = ['netns', 'exec', name, process.execPath, program, THERE, String(PORT), path]
    const child = spawn('ip', words, { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    return child
  }
  let relay = await startRelay()
  const route = (...words: string[]) => run('ip', ['route', ...words])
  const answers = (...words: string[]) => run('ip', ['-n', name, 'route', ...words])
  const link = (state: 'up' | 'down') => run('ip', ['link', 'set', `${name}a`, state])
  const fault = (said: string, cut: () => Promise<unknown>, heal: () => Promise<unknown>): NetworkFault => ({
    name: said,
    cut: async () => void (await cut()),
    heal: async () => void (await heal()),
  })
  return {
    name: 'a network of the kernel',
    host: THERE,
    port: PORT,
    faults: [
      fault(
        'all that is sent vanishes',
        () => route('add', 'blackhole', `${THERE}/32`),
        () => route('del', 'blackhole', `${THERE}/32`),
      ),
      fault(
        'all answers vanish',
        () => answers('add', 'blackhole', `${HERE}/32`),
        () => answers('del', 'blackhole', `${HERE}/32`),
      ),
      fault(
        'the host is said to be unreachable',
        () => route('add', 'unreachable', `${THERE}/32`),
        () => route('del', 'unreachable', `${THERE}/32`),
      ),
      fault(
        'the cable is out',
        () => link('down'),
        () => link('up'),
      ),
      fault(
        'the other side forgets all connections',
        async () => {
          await link('down')
          relay.kill('SIGKILL')
          await once(relay, 'exit')
          relay = await startRelay()
        },
        () => link('up'),
      ),
    ],
    async close() {
      relay.kill('SIGKILL')
      await run('ip', ['netns', 'del', name])
    },
  }
}

async function proxyNetwork(database: { host: string; port: number }): Promise<CutNetwork> {
  const proxy: ForgetfulProxy = await startForgetfulProxy(database)
  return {
    name: 'a proxy, as this user may make no network',
    host: '127.0.0.1',
    port: proxy.port,
    faults: [
      {
        name: 'the other side forgets all connections, and takes no new ones',
        async cut() {
          proxy.forget()
          proxy.open(false)
        },
        async heal() {
          proxy.open(true)
        },
      },
    ],
    close: () => proxy.close(),
  }
}
