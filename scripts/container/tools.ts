import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { memorySettings } from '../memory-settings.mjs'

/** What the trial keeps: images, roots of Debian, logs. Removing it makes the next trial start from nothing. */
export const KEPT = join(tmpdir(), 'twende-container')

const PACKAGES = {
  debootstrap: 'debootstrap',
  buildah: 'buildah',
  podman: 'podman',
  runc: 'runc',
  catatonit: 'catatonit',
  'podman-compose': 'podman-compose',
  'systemd-nspawn': 'systemd-container',
  'aardvark-dns': 'netavark aardvark-dns iptables',
  curl: 'curl',
  promtool: 'prometheus',
  'systemd-analyze': 'systemd',
} as const
type Tool = keyof typeof PACKAGES

/** Refuses to begin without root and the programs that are needed. */
export function requireTools(tools: readonly Tool[]): void {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/lib/podman']
  const isThere = (tool: string) => folders.some((folder) => existsSync(join(folder, tool)))
  const missing = tools.filter((tool) => !isThere(tool)).map((tool) => PACKAGES[tool])
  if (missing.length > 0)
    throw new Error(`On Debian: apt-get install --no-install-recommends ${missing.join(' ')}`)
  if (process.getuid?.() !== 0)
    throw new Error('npm run container needs root: it makes roots and namespaces.')
}

/** Settings of podman for this trial alone: its own store, no registry, and limits that need no capability. */
export async function configurePodman(): Promise<void> {
  await mkdir(join(KEPT, 'networks'), { recursive: true })
  const files = {
    'storage.conf': `[storage]\ndriver = "vfs"\nrunroot = "${KEPT}/run"\ngraphroot = "${KEPT}/images"\n`,
    'registries.conf': 'unqualified-search-registries = []\n',
    'containers.conf': [
      '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\npids_limit = 0',
      `[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "${KEPT}/networks"`,
      '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n',
    ].join('\n'),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(KEPT, name), text)
  process.env.CONTAINERS_STORAGE_CONF = join(KEPT, 'storage.conf')
  process.env.CONTAINERS_REGISTRIES_CONF = join(KEPT, 'registries.conf')
  process.env.CONTAINERS_CONF = join(KEPT, 'containers.conf')
  // What the image sets must come from its Containerfile.
  for (const name of Object.keys(memorySettings)) delete process.env[name]
}

type Options = { cwd?: string; env?: Record<string, string>; mayFail?: boolean }

/** Runs a program to its end; returns what it printed, and throws with that if it failed. */
export async function run(command: string, args: readonly string[], options: Options = {}): Promise<string> {
  const { cwd, env = {}, mayFail = false } = options
  const settings = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 << 20 }
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, settings)
    return (stdout + stderr).trim()
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    if (mayFail) return (stdout + stderr).trim()
    throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr || String(error)}`)
  }
}

/** A minimal root of the Debian on which the image is based, made once. */
export async function debianRoot(name: string, include: readonly string[] = []): Promise<string> {
  const root = join(KEPT, name)
  if (existsSync(join(root, 'made'))) return root
  await rm(root, { recursive: true, force: true })
  await mkdir(KEPT, { recursive: true })
  const packages = include.length > 0 ? [`--include=${include.join(',')}`] : []
  await run('debootstrap', ['--variant=minbase', ...packages, 'bookworm', root])
  // As the images named slim: without manuals, translations and what apt fetched.
  const unneeded = ['var/cache/apt/archives', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man']
  for (const folder of [...unneeded, 'usr/share/locale', 'usr/share/info', 'var/log'])
    await run('find', [join(root, folder), '-mindepth', '1', '-delete'], { mayFail: true })
  await writeFile(join(root, 'made'), '')
  return root
}

const LONGEST_WAIT_MS = 300_000

/** Waits until something holds; returns the seconds. */
export async function secondsUntil(what: string, holds: () => Promise<boolean>): Promise<number> {
  const from = performance.now()
  while (!(await holds().catch(() => false))) {
    if (performance.now() - from > LONGEST_WAIT_MS) throw new Error(`In vain waited for: ${what}`)
    await sleep(50)
  }
  return Math.round((performance.now() - from) / 100) / 10
}

/** A request from inside a network namespace, of which the process names the members; 0 where nothing answers. */
export function statusInside(pid: number, path: string): Promise<number> {
  const request = ['-o', '/dev/null', '-s', '-m', '5', '-w', '%{http_code}', `http://127.0.0.1:3000${path}`]
  return run('nsenter', ['-t', String(pid), '-n', 'curl', ...request], { mayFail: true }).then(Number)
}

/** Uses the market as a customer, from inside the network namespace of a process or from this machine. */
export async function visitMarket(pid: number | undefined, args: readonly string[]): Promise<string> {
  const program = [process.execPath, 'scripts/container/visit-market.ts', ...args]
  const inside = pid === undefined ? [] : ['nsenter', '-t', String(pid), '-n']
  const [command = '', ...rest] = [...inside, ...program]
  return await run(command, rest)
}

export function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}

export const pidsOf = (parent: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(parent)], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
    .map(Number)
