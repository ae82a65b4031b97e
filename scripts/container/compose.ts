import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root as project } from '../project.mjs'
import { OWNER_PASSWORD, pidOf, SETTINGS } from './image.ts'
import { expectThat, KEPT, run, secondsUntil, statusInside, visitMarket } from './tools.ts'

/** Starts compose.yaml with the built image, restarts the database under it, and stops both. */
export async function tryCompose(): Promise<Record<string, unknown>> {
  const folder = join(KEPT, 'trial', 'deploy')
  await mkdir(folder, { recursive: true })
  await copyFile(join(project, 'deploy/compose.yaml'), join(folder, 'compose.yaml'))
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(folder, 'twende.env'), settings.join(''))
  await writeFile(join(folder, 'database-password.txt'), `${OWNER_PASSWORD}\n`)
  await chmod(join(folder, 'database-password.txt'), 0o600)
  const compose = (...args: string[]) =>
    run('podman-compose', ['-p', 'trial', '-f', 'compose.yaml', ...args], { cwd: folder })
  await compose('down', '-v')
  try {
    return await tryServices(compose)
  } finally {
    await run('podman', ['logs', 'trial_twende_1'], { mayFail: true }).then((log) =>
      writeFile(join(KEPT, 'compose.log'), log),
    )
    await compose('down', '-v')
    await rm(join(KEPT, 'trial'), { recursive: true })
  }
}

async function tryServices(compose: (...args: string[]) => Promise<string>) {
  await compose('up', '-d', '--no-build')
  const pid = await pidOf('trial_twende_1')
  const isReady = async () => (await statusInside(pid, '/api/health/ready')) === 200
  const first = await secondsUntil('both to be ready', isReady)
  const made = JSON.parse(await visitMarket(undefined, ['book', 'http://127.0.0.1:3000']))
  for (const name of ['trial_database_1', 'trial_twende_1']) await run('podman', ['healthcheck', 'run', name])
  await run('podman', ['restart', 'trial_database_1'])
  const again = await secondsUntil('the database to be back', isReady)
  await visitMarket(undefined, ['find', 'http://127.0.0.1:3000', made.token, made.booking])
  const from = performance.now()
  await compose('stop')
  const seconds = Math.round((performance.now() - from) / 100) / 10
  for (const name of ['trial_database_1', 'trial_twende_1']) {
    const code = await run('podman', ['inspect', '--format', '{{.State.ExitCode}}', name])
    expectThat(code === '0', `${name} ended with ${code}`)
  }
  return {
    'seconds until both are ready, demo market included': first,
    'seconds until ready after the database restarted': again,
    'seconds to stop both': seconds,
  }
}
