import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { SettingError } from '../config/setting.ts'
import type { SupervisorLogger } from '../embedded-postgres/postgres-supervisor.ts'
import { walFolder } from '../embedded-postgres/wal-archive.ts'
import { fileArchive } from './archive-files.ts'
import { Backup, backupDatabase } from './backup-database.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** With the log, whose unfinished part follows after a minute, no file is lost that a kept row needs. */
const FILES_MS = 20_000

/** A copy of the whole data folder from which recovery can start. */
export type BaseCopy = { folder: string; completedAt: Date }

type Keeping = { dataDir: string; archive: string; days: number; now: Date; logger: SupervisorLogger }

/** Makes a base copy if there is none of the last day, and removes what is older than the days to keep. */
export async function keepArchive(given: Keeping): Promise<void> {
  const newest = (await baseCopies(given.archive)).at(-1)
  if (!newest || given.now.getTime() - newest.completedAt.getTime() >= DAY_MS) await addBaseCopy(given)
  await removeOldParts(given)
}

/** Keeps the archive while the program runs; `stop` waits for a copy that is being made. */
export function startArchiving(
  { dataDir, media, privateMedia }: Pick<Config, 'dataDir' | 'media' | 'privateMedia'>,
  { folder: archive, days }: { folder: string; days: number },
  logger: Logger,
): { stop(): Promise<void> } {
  const quiet: SupervisorLogger = {
    info: () => {},
    warn: (message) => logger.warn(message),
    error: (message) => logger.error(message),
  }
  const stopping = new AbortController()
  const files = fileArchive({ config: { media, privateMedia }, archive, days })
  const copies = repeat(HOUR_MS, 'the base copy of the archive failed', logger, () =>
    keepArchive({ dataDir, archive, days, now: new Date(), logger: quiet }),
  )
  const following = repeat(FILES_MS, 'files could not follow into the archive', logger, () =>
    files.follow(new Date(), stopping.signal),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all([copies.stop(), following.stop()])
    },
  }
}

/** Does the work now and after each interval, one at a time; a failure is logged. */
function repeat(
  interval: number,
  failure: string,
  logger: Logger,
  work: () => Promise<void>,
): { stop(): Promise<void> } {
  let running = Promise.resolve()
  let waiting = false
  const run = () => {
    if (waiting) return
    waiting = true
    running = running
      .then(() => {
        waiting = false
        return work()
      })
      .catch((error: unknown) => logger.error({ err: error }, failure))
  }
  run()
  const timer = setInterval(run, interval)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

export async function addBaseCopy({ dataDir, archive, now, logger }: Omit<Keeping, 'days'>): Promise<void> {
  const name = now.toISOString().slice(0, 19).replaceAll(':', '-')
  await mkdir(join(archive, 'base'), { recursive: true, mode: 0o700 })
  await backupDatabase({ dataDir, folder: join(archive, 'base', name), now, logger })
}

/** The base copies of an archive, oldest first. */
export async function baseCopies(archive: string): Promise<BaseCopy[]> {
  const folder = join(archive, 'base')
  const names = await readdir(folder).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name, 'backup.json'), 'utf8').catch(() => undefined)
      if (text === undefined) return []
      const { madeAt, completedAt = madeAt } = Backup.parse(JSON.parse(text))
      return [{ folder: join(folder, name), completedAt: new Date(completedAt) }]
    }),
  )
  return found.flat().sort((a, b) => a.completedAt.getTime() - b.completedAt.getTime())
}

/** The newest base copy from which this moment can be reached. */
export async function findBaseCopy(archive: string, to: Date): Promise<BaseCopy> {
  const copies = await baseCopies(archive)
  const found = copies.findLast(({ completedAt }) => completedAt <= to)
  if (found) return found
  const [first] = copies
  throw new SettingError(
    first
      ? `The archive ${archive} begins at ${first.completedAt.toISOString()}: choose a later moment.`
      : `The archive ${archive} has no base copy yet.`,
  )
}

/** Keeps the newest base copy that is older than the days to keep, because recovery to their beginning starts from it. */
async function removeOldParts({ archive, days, now }: Keeping): Promise<void> {
  const copies = await baseCopies(archive)
  const oldest = copies.findLastIndex(
    ({ completedAt }) => completedAt.getTime() <= now.getTime() - days * DAY_MS,
  )
  for (const { folder } of copies.slice(0, Math.max(0, oldest))) await rm(folder, { recursive: true })
  const first = copies[Math.max(0, oldest)]
  if (!first) return
  const label = await readFile(join(first.folder, 'postgres', 'backup_label'), 'utf8')
  const segment = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
  if (!segment) return
  for (const name of await readdir(walFolder(archive)).catch(() => [])) {
    // The first eight digits are the timeline, which may differ.
    const isOld = /^[0-9A-F]{24}\b/.test(name) && name.slice(8, 24) < segment.slice(8)
    if (isOld) await rm(join(walFolder(archive), name), { force: true })
  }
}
