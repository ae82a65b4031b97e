import { spawn } from 'node:child_process'
import { openSync, rmSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root as project } from '../project.mjs'
import {
  debianRoot,
  expectThat,
  KEPT,
  pidsOf,
  run,
  secondsUntil,
  statusInside,
  visitMarket,
} from './tools.ts'

const UNIT = 'deploy/twende.service'
/** Kept to by hand: a change of the unit that makes it more exposed has to say so here. */
const MOST_EXPOSURE = 1.6

/** Starts a Debian whose first process is systemd, without network, and in it the unit with the embedded database. */
export async function tryUnit(): Promise<Record<string, unknown>> {
  const security = await run('systemd-analyze', ['security', '--offline=yes', '--no-pager', UNIT], {
    cwd: project,
  })
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(security)?.[1])
  expectThat(exposure <= MOST_EXPOSURE, security)
  const root = await debianRoot('systemd', ['systemd', 'systemd-sysv', 'dbus'])
  await prepare(root)
  const log = openSync(join(KEPT, 'systemd.log'), 'w')
  const machine = spawn(
    'systemd-nspawn',
    [
      ...[
        '-D',
        root,
        '--private-network',
        '--register=no',
        '--keep-unit',
        '--boot',
        '--machine=twende-trial',
      ],
      `--bind-ro=${project}:/opt/twende`,
    ],
    { stdio: ['ignore', log, log] },
  )
  try {
    return { exposure, ...(await tryStartedUnit(machine.pid ?? 0)) }
  } finally {
    const journal = ['-D', join(root, 'var/log/journal'), '-u', 'twende', '-o', 'cat', '--no-pager']
    await writeFile(join(KEPT, 'unit.log'), await run('journalctl', journal, { mayFail: true }))
    machine.kill('SIGTERM')
    await new Promise((resolve) => machine.once('exit', resolve))
  }
}

async function prepare(root: string) {
  for (const folder of ['var/lib/twende', 'var/log/journal'])
    rmSync(join(root, folder), { recursive: true, force: true })
  const accounts = await run('cat', [join(root, 'etc/passwd')])
  if (!accounts.includes('twende:'))
    await run('chroot', [
      root,
      'useradd',
      '--system',
      '--home-dir',
      '/var/lib/twende',
      '--shell',
      '/usr/sbin/nologin',
      'twende',
    ])
  // The journal is kept in files, where it can be read from outside.
  for (const folder of ['etc/twende', 'var/log/journal']) await mkdir(join(root, folder), { recursive: true })
  await mkdir(join(root, 'opt/twende'), { recursive: true })
  // As the installer of Debian writes it; debootstrap does not.
  await writeFile(join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n')
  await writeFile(
    join(root, 'etc/twende/twende.env'),
    'METRICS_TOKEN=metrics-token-of-the-trial-24-or-more\n',
    { mode: 0o600 },
  )
  await copyFile(join(project, UNIT), join(root, 'etc/systemd/system/twende.service'))
}

type Inside = (...command: string[]) => Promise<string>

async function tryStartedUnit(nspawn: number) {
  let first = 0
  const inside = (...command: string[]) => run('nsenter', ['-t', String(first), '-a', '--', ...command])
  await secondsUntil('systemd', async () => {
    first = pidsOf(nspawn)[0] ?? 0
    return /running|degraded/.test(await inside('systemctl', 'is-system-running'))
  })
  const warnings = await inside('systemd-analyze', 'verify', 'twende.service')
  expectThat(!warnings.includes('twende.service'), warnings)
  const isReady = async () => (await statusInside(first, '/api/health/ready')) === 200
  await inside('systemctl', 'start', 'twende')
  const seconds = await secondsUntil('the first start', isReady)
  const { token, booking } = JSON.parse(await visitMarket(first, ['book', 'http://127.0.0.1:3000']))
  const restrictions = await lookAt(inside)
  const from = performance.now()
  await inside('systemctl', 'stop', 'twende')
  const stop = Math.round((performance.now() - from) / 100) / 10
  const ended = await inside(
    'systemctl',
    'show',
    'twende',
    '-p',
    'Result,ExecMainStatus,ActiveState',
    '--value',
  )
  expectThat(ended === 'success\n0\ninactive', ended)
  await inside('systemctl', 'start', 'twende')
  const later = await secondsUntil('the second start', isReady)
  await visitMarket(first, ['find', 'http://127.0.0.1:3000', token, booking])
  await inside('systemctl', 'stop', 'twende')
  const read = () => inside('journalctl', '-u', 'twende', '--no-pager', '-o', 'cat')
  await failToListen(inside, read)
  await secondsUntil('the start after one that failed', isReady)
  await inside('systemctl', 'stop', 'twende')
  const journal = await read()
  expectThat(!/not properly shut down|EROFS|EACCES|EPERM|"level":(50|60)/.test(journal), journal)
  return {
    'seconds to the first answer, new database and demo market included': seconds,
    'seconds to stop': stop,
    'seconds of a later start': later,
    ...restrictions,
  }
}

/** Starts it at an address that no machine has, and then as before: the failed start must not leave a killed database. */
async function failToListen(inside: Inside, read: () => Promise<string>) {
  const folder = '/run/systemd/system/twende.service.d'
  await inside(
    'sh',
    '-c',
    `mkdir -p ${folder} && printf '[Service]\\nEnvironment=HOST=203.0.113.1\\n' > ${folder}/host.conf`,
  )
  await inside('systemctl', 'daemon-reload')
  await inside('systemctl', 'start', 'twende')
  await secondsUntil('the failed start', async () =>
    /EADDRNOTAVAIL[\s\S]*Scheduled restart/.test(await read()),
  )
  await inside('rm', '-r', folder)
  await inside('systemctl', 'daemon-reload')
  await inside('systemctl', 'restart', 'twende')
}

/** What the running program may do, and what it wrote outside of its folder. */
async function lookAt(inside: Inside) {
  const pid = await inside('systemctl', 'show', 'twende', '-p', 'MainPID', '--value')
  const status = await inside('cat', `/proc/${pid}/status`)
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
  expectThat(field('CapBnd') === '0000000000000000' && field('Seccomp') === '2', status)
  expectThat(field('NoNewPrivs') === '1' && field('Uid') !== '0', status)
  const written = await inside(
    ...[
      'find',
      '/',
      '-xdev',
      '-user',
      'twende',
      '-not',
      '-path',
      '/var/lib/twende*',
      '-not',
      '-path',
      '/proc/*',
    ],
  )
  expectThat(written === '', `Written outside of /var/lib/twende: ${written}`)
  const mode = await inside('stat', '-c', '%a %U', '/var/lib/twende')
  expectThat(mode === '700 twende', mode)
  return { 'MiB in memory, without the database': Math.round(Number(field('VmRSS')) / 1024) }
}
