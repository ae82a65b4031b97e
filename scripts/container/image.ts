import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root as project, projectNode } from '../project.mjs'
import { debianRoot, expectThat, KEPT, run, secondsUntil, statusInside, visitMarket } from './tools.ts'

export const OWNER_PASSWORD = 'owner-secret-of-the-trial'
export const SETTINGS = {
  DATABASE_URL: `postgres://twende_owner:${OWNER_PASSWORD}@database:5432/twende`,
  TOKEN_SECRET: 'token-secret-of-the-trial-with-more-than-32-characters',
  PRIVATE_FILES_KEY: 'private-files-key-of-the-trial-more-than-32-characters',
  METRICS_TOKEN: 'metrics-token-of-the-trial-24-or-more',
  DEMO: '1',
}

/** What the image of PostgreSQL does at its start that compose.yaml relies on. */
const DATABASE_START = `#!/bin/sh
set -eu
bin=$(echo /usr/lib/postgresql/*/bin)
as="setpriv --reuid postgres --regid postgres --init-groups"
mkdir -p /var/run/postgresql && chown postgres /var/run/postgresql "$PGDATA" && chmod 0700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  if [ -n "\${POSTGRES_PASSWORD_FILE:-}" ]; then POSTGRES_PASSWORD=$(cat "$POSTGRES_PASSWORD_FILE"); fi
  password=$(mktemp) && printf %s "$POSTGRES_PASSWORD" > "$password" && chown postgres "$password"
  $as $bin/initdb -U "$POSTGRES_USER" --pwfile="$password" --auth-host=scram-sha-256 --auth-local=trust > /dev/null
  rm "$password"
  $as $bin/pg_ctl -w -o "-c listen_addresses=" start > /dev/null
  $as $bin/createdb -U "$POSTGRES_USER" "$POSTGRES_DB"
  $as $bin/pg_ctl -w stop > /dev/null
  echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
fi
exec $as $bin/postgres -c listen_addresses='*'
`

const isKept = async (image: string) => (await run('podman', ['images', '-q', image])) !== ''

async function importRoot(root: string, image: string, changes: readonly string[] = []) {
  const archive = join(KEPT, 'root.tar')
  await run('tar', ['-C', root, '-cf', archive, '.'])
  const options = changes.flatMap((change) => ['--change', change])
  await run('podman', ['import', ...options, archive, image])
  await rm(archive)
}

/** Images that stand in for those of the registry, made of Debian's packages and of the packages of npm. */
export async function makeBaseImages(): Promise<void> {
  if (!(await isKept('localhost/debian:bookworm-slim')))
    await importRoot(await debianRoot('debian'), 'localhost/debian:bookworm-slim')
  if (!(await isKept('localhost/node:24-bookworm-slim'))) await makeNodeImage()
  if (await isKept('localhost/postgres:17-bookworm')) return
  const root = await debianRoot('postgres', ['postgresql'])
  await writeFile(join(root, 'start'), DATABASE_START, { mode: 0o755 })
  await mkdir(join(root, 'var/lib/postgresql/data'), { recursive: true })
  await importRoot(root, 'localhost/postgres:17-bookworm', [
    'ENV PGDATA=/var/lib/postgresql/data',
    `ENV PATH=/usr/bin:/bin:/usr/sbin:/sbin`,
    'ENTRYPOINT ["/start"]',
  ])
}

/** Node and npm in the places that the image `node` has them in. */
async function makeNodeImage() {
  const root = join(KEPT, 'node')
  await rm(root, { recursive: true, force: true })
  await run('cp', ['-a', await debianRoot('debian'), root])
  const modules = join(root, 'usr/local/lib/node_modules')
  await mkdir(join(modules, 'npm'), { recursive: true })
  await cp(projectNode(), join(root, 'usr/local/bin/node'))
  const packed = (await run('npm', ['pack', '--silent', '--pack-destination', KEPT, 'npm@11']))
    .split('\n')
    .at(-1)
  await run('tar', ['-xzf', join(KEPT, packed ?? ''), '--strip-components=1', '-C', join(modules, 'npm')])
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name))
  await keepNpmSettings(root)
  await importRoot(root, 'localhost/node:24-bookworm-slim')
  await rm(root, { recursive: true })
}

/** The registry of this machine, and the authority that signs it, if it has settings of its own. */
async function keepNpmSettings(root: string) {
  await mkdir(join(root, 'usr/local/etc'), { recursive: true })
  const lines: string[] = []
  for (const name of ['registry', 'cafile']) {
    const value = await run('npm', ['config', 'get', name])
    if (value === 'null' || value === '') continue
    if (name === 'cafile') await cp(value, join(root, 'usr/local/etc/authorities.pem'), { dereference: true })
    lines.push(`${name}=${name === 'cafile' ? '/usr/local/etc/authorities.pem' : value}`)
  }
  await writeFile(join(root, 'usr/local/etc/npmrc'), `${lines.join('\n')}\n`)
}

/** Runs every step of the Containerfile; the lines on which it reports them. */
export async function buildImage(): Promise<Record<string, unknown>> {
  const from = performance.now()
  const options = ['--isolation', 'chroot', '--pull-never', '--no-cache', '--format', 'docker']
  const said = await run(
    'buildah',
    ['build', ...options, '-f', 'deploy/Containerfile', '-t', 'twende', '.'],
    {
      cwd: project,
    },
  )
  await writeFile(join(KEPT, 'build.log'), said)
  const warnings = said.split('\n').filter((line) => /level=(warning|error)/.test(line))
  expectThat(warnings.length === 0, warnings.join('\n'))
  const bytes = async (image: string) =>
    Number(await run('podman', ['image', 'inspect', '--format', '{{.Size}}', image]))
  const mebibytes = (size: number) => Math.round(size / 2 ** 20)
  const all = await bytes('localhost/twende')
  return {
    'steps of the Containerfile': said.split('\n').filter((line) => /STEP \d+\/\d+/.test(line)).length,
    'minutes to build': Math.round((performance.now() - from) / 6_000) / 10,
    'MiB, Debian included': mebibytes(all),
    'MiB without Debian': mebibytes(all - (await bytes('localhost/debian:bookworm-slim'))),
  }
}

/** The restrictions of compose.yaml. */
const RESTRICTED = [
  ...['--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp:size=256m,mode=1777', '--cap-drop', 'all'],
  ...['--security-opt', 'no-new-privileges', '--pids-limit', '512', '--memory', '2g'],
]

const NAMES = ['trial-twende', 'trial-database', 'trial-without-database']
const VOLUMES = ['trial-data', 'trial-database']

async function removeContainers() {
  await run('podman', ['rm', '-f', '-t', '1', '-i', ...NAMES], { mayFail: true })
  await run('podman', ['volume', 'rm', '-f', ...VOLUMES], { mayFail: true })
}

export const pidOf = async (name: string) =>
  Number(await run('podman', ['inspect', '--format', '{{.State.Pid}}', name]))

/** The image with a read-only root, no capability and no network but loopback, beside a PostgreSQL in the same namespace. */
export async function startImage(): Promise<Record<string, unknown>> {
  await removeContainers()
  try {
    return { ...(await refusesWithoutDatabase()), ...(await startBesideDatabase()) }
  } finally {
    await run('podman', ['logs', NAMES[0] ?? ''], { mayFail: true }).then((log) =>
      writeFile(join(KEPT, 'twende.log'), log),
    )
    await removeContainers()
  }
}

async function refusesWithoutDatabase() {
  const said = await run(
    'podman',
    ['run', '--name', 'trial-without-database', '--network', 'none', ...RESTRICTED, 'twende'],
    {
      mayFail: true,
    },
  )
  const code = await run('podman', ['inspect', '--format', '{{.State.ExitCode}}', 'trial-without-database'])
  expectThat(
    code === '1' && said.includes('DATABASE_URL') && !said.includes('    at '),
    `Without a database: ${said}`,
  )
  return { 'without DATABASE_URL': said }
}

async function startBesideDatabase() {
  const env = (settings: Record<string, string>) =>
    Object.entries(settings).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const database = { POSTGRES_USER: 'twende_owner', POSTGRES_DB: 'twende', POSTGRES_PASSWORD: OWNER_PASSWORD }
  await run('podman', [
    ...['run', '-d', '--name', 'trial-database', '--network', 'none', '--stop-signal', 'SIGINT'],
    ...['-v', 'trial-database:/var/lib/postgresql/data', ...env(database), 'postgres:17-bookworm'],
  ])
  const settings = { ...SETTINGS, DATABASE_URL: SETTINGS.DATABASE_URL.replace('@database', '@127.0.0.1') }
  await run('podman', [
    ...['run', '-d', '--name', 'trial-twende', '--network', 'container:trial-database', ...RESTRICTED],
    ...['-v', 'trial-data:/data', ...env(settings), 'twende'],
  ])
  const pid = await pidOf('trial-twende')
  const isReady = async () => (await statusInside(pid, '/api/health/ready')) === 200
  const first = await secondsUntil('the first start', isReady)
  const made = await visitMarket(pid, ['book', 'http://127.0.0.1:3000'])
  await run('podman', ['healthcheck', 'run', 'trial-twende'])
  const seen = await lookInside(pid)
  const stopped = await stopContainer(pid)
  await run('podman', ['start', 'trial-twende'])
  const again = await pidOf('trial-twende')
  const second = await secondsUntil(
    'the second start',
    async () => (await statusInside(again, '/api/health/ready')) === 200,
  )
  const { token, booking } = JSON.parse(made)
  await visitMarket(again, ['find', 'http://127.0.0.1:3000', token, booking])
  return {
    'seconds to the first answer, demo market included': first,
    'seconds of a later start': second,
    ...seen,
    ...stopped,
  }
}

/** What the running program may do, and where it wrote. */
async function lookInside(pid: number) {
  const inside = (command: string) =>
    run('podman', ['exec', 'trial-twende', 'sh', '-c', command], { mayFail: true })
  const status = await run('cat', [`/proc/${pid}/status`])
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
  expectThat(field('Uid') === '10001' && field('CapBnd') === '0000000000000000', status)
  expectThat(field('NoNewPrivs') === '1' && field('Seccomp') === '2', status)
  const writable = await inside(
    "find / -xdev -not -path '/proc/*' -not -path '/tmp*' -not -path '/data*' -writable -not -type l 2>/dev/null",
  )
  expectThat(writable === '', `Writable outside of /data and /tmp: ${writable}`)
  const others = await inside('cut -d: -f1 /proc/net/dev | tail -n +3 | tr -d " \\n"')
  expectThat(others === 'lo', `Networks: ${others}`)
  const kept = (await inside('cd /data && find . -mindepth 1 -maxdepth 1 | sort')).split('\n')
  const log = await run('podman', ['logs', 'trial-twende'])
  expectThat(!/EROFS|EACCES|EPERM|"level":(50|60)/.test(log), log)
  return {
    'folders in /data': kept.join(' '),
    'files in /tmp': await inside('find /tmp -type f | wc -l'),
    'MiB in memory': Math.round(Number(field('VmRSS')) / 1024),
  }
}

/** SIGTERM: not ready at once, still answering, then gone with exit code 0. */
async function stopContainer(pid: number) {
  const from = performance.now()
  await run('podman', ['kill', '--signal', 'TERM', 'trial-twende'])
  await secondsUntil(
    '503 while it drains',
    async () => (await statusInside(pid, '/api/health/ready')) === 503,
  )
  expectThat((await statusInside(pid, '/api/health/live')) === 200, 'It does not answer while it drains.')
  const state = () =>
    run('podman', ['inspect', '--format', '{{.State.Status}} {{.State.ExitCode}}', 'trial-twende'])
  while ((await state()).startsWith('running')) await sleep(50)
  expectThat((await state()) === 'exited 0', await state())
  return { 'seconds to stop, 5 of them draining': Math.round((performance.now() - from) / 100) / 10 }
}
