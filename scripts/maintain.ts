import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pino from 'pino'
import { type Config, environment, readConfig } from '../server/src/config/config.ts'
import { tokenSecret } from '../server/src/config/generated-secret.ts'
import { requireEncryption } from '../server/src/config/require-encryption.ts'
import { SettingError } from '../server/src/config/setting.ts'
import { openDatabase, openPool } from '../server/src/db/database.ts'
import { withoutServerLines } from '../server/src/embedded-postgres/postgres-supervisor.ts'
import { archivedFolders } from '../server/src/maintenance/archive-files.ts'
import { backupDatabase } from '../server/src/maintenance/backup-database.ts'
import { checkFiles } from '../server/src/maintenance/check-files.ts'
import { addBaseCopy, baseCopies, findBaseCopy } from '../server/src/maintenance/keep-archive.ts'
import { moveDatabase } from '../server/src/maintenance/move-database.ts'
import { resetSecondFactor } from '../server/src/maintenance/reset-second-factor.ts'
import { restoreDatabase } from '../server/src/maintenance/restore-database.ts'
import type { FilesFound } from '../server/src/media/picture-files.ts'
import { cleanDemo, refuseWhileRunning } from '../server/src/seed/clean-demo.ts'
import { signInLines } from '../server/src/seed/seed-demo-market.ts'
import { asOwner } from '../server/src/start/prepare-database.ts'

const logger = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
}

const commands: Record<string, (...given: (string | undefined)[]) => Promise<void>> = {
  backup,
  restore,
  move,
  'reset-second-factor': resetFactor,
  'clean-demo': cleanDemoMarket,
  'demo-sign-ins': printSignIns,
}

async function backup(folder: string | undefined): Promise<void> {
  const { dataDir } = readConfig(environment())
  const now = new Date()
  const target = resolve(
    folder ?? join(dataDir, 'backups', now.toISOString().slice(0, 19).replaceAll(':', '-')),
  )
  const { bytes } = await backupDatabase({ dataDir, folder: target, now, logger })
  console.log(
    `Backed up ${Math.ceil(bytes / 1024 / 1024)} MB to ${target}. It holds secrets and personal data.`,
  )
}

async function restore(folder: string | undefined, moment: string | undefined): Promise<void> {
  if (folder === '--to') return await restoreTo(moment)
  if (folder === undefined)
    throw new SettingError('Say which backup: npm run restore -- FOLDER, or npm run restore -- --to TIME')
  const config = readConfig(environment())
  const { archive } = config
  const restored = await restoreFrom(config, {
    folder: resolve(folder),
    ...(archive && { recovery: { archive: archive.folder, to: undefined } }),
  })
  printRestored(`The database is again as it was at ${restored.backup.madeAt}.`, restored)
}

async function restoreTo(moment: string | undefined): Promise<void> {
  const config = readConfig(environment())
  if (!config.archive) throw new SettingError('Set ARCHIVE_DIR to the folder in which Twende archived.')
  const to = new Date(moment ?? '')
  if (Number.isNaN(to.getTime()) || !/(Z|[+-]\d\d:\d\d)$/.test(moment ?? ''))
    throw new SettingError('Say the moment with its time zone, such as 2026-11-23T10:15:00+03:00.')
  if (to > new Date()) throw new SettingError('That moment is in the future.')
  const archive = config.archive.folder
  const { folder } = await findBaseCopy(archive, to)
  const restored = await restoreFrom(config, { folder, recovery: { archive, to } })
  const last = restored.lastChange ?? 'the time of the base copy'
  printRestored(
    `The database is again as it was at ${to.toISOString()}. The last change before is of ${last}.`,
    restored,
  )
}

type Source = { folder: string; recovery?: { archive: string; to: Date | undefined } }

/** Files that rows need are brought back from the backup, the archive, and its other copies. */
async function restoreFrom(config: Config, { folder, recovery }: Source) {
  const { dataDir, archive } = config
  const now = new Date()
  const sources = [join(folder, 'files')]
  if (archive) {
    sources.push(...(await archivedFolders(archive.folder)))
    for (const copy of await baseCopies(archive.folder)) sources.push(join(copy.folder, 'files'))
  }
  const restored = await restoreDatabase({
    dataDir,
    folder,
    now,
    logger: withoutServerLines(logger),
    ...(recovery && { recovery }),
    check: async (connection) => {
      console.log('Opening the files of the restored database ...')
      const db = openDatabase(openPool(connection, { max: 1 }))
      return await checkFiles({ db, config, sources, now }).finally(() => db.destroy())
    },
  })
  // The log goes on under another number, which a later recovery begins with.
  if (archive) await addBaseCopy({ dataDir, archive: archive.folder, now: new Date(), logger })
  return restored
}

type Told = { checked: FilesFound | undefined; setAside: readonly string[] }

const MOST_NAMES = 20

function printRestored(sentence: string, { checked, setAside }: Told): void {
  console.log(sentence)
  if (checked) {
    const { needed, broughtBack, lost } = checked
    const brought = broughtBack > 0 ? ` ${broughtBack} of them were brought back.` : ''
    console.log(`${needed - lost.length} of its ${needed} files are there and open.${brought}`)
    if (lost.length > 0) {
      process.exitCode = 1
      const more = lost.length > MOST_NAMES ? `\n… and ${lost.length - MOST_NAMES} more` : ''
      console.error(
        `${lost.length} files are lost, neither there nor in a copy:\n${lost.slice(0, MOST_NAMES).join('\n')}${more}`,
      )
    }
  }
  if (setAside.length > 0)
    console.log(`What was there before is kept; remove it when you are content:\n${setAside.join('\n')}`)
}

async function move(): Promise<void> {
  const config = readConfig(environment())
  await requireEncryption(config)
  const { dataDir, database } = config
  if (database.kind !== 'url')
    throw new SettingError('Set DATABASE_URL to the empty database that is to take over.')
  const report = await moveDatabase({
    dataDir,
    url: database.ownerUrl ?? database.directUrl ?? database.url,
    logger: pino({ level: 'warn' }),
  })
  console.log(
    `Copied ${report.rows} rows of ${report.tables} tables. Start Twende with this DATABASE_URL from now on.`,
  )
}

async function resetFactor(email: string | undefined): Promise<void> {
  if (email === undefined) throw new SettingError('Say whose: npm run reset-second-factor -- EMAIL')
  await resetSecondFactor(readConfig(environment()), { email, logger })
  console.log(
    `${email} is logged out everywhere, and logs in with the password alone until a factor is added.`,
  )
}

async function cleanDemoMarket(flag: string | undefined): Promise<void> {
  const wish = { '--keep-real': 'keep-real', '--everything': 'everything', '': undefined } as const
  if (flag !== undefined && flag !== '--keep-real' && flag !== '--everything')
    throw new SettingError('clean-demo takes --keep-real, --everything, or nothing.')
  const report = await asOwner(readConfig(environment()), pino({ level: 'warn' }), async (owner) => {
    await refuseWhileRunning(owner)
    return cleanDemo(owner, wish[flag ?? ''], new Date())
  })
  if (report.kind === 'emptied') {
    console.log(
      'The market is empty. Set ADMIN_EMAIL and ADMIN_PASSWORD for the first admin of the next start.',
    )
    return
  }
  const { removed, closed } = report
  console.log(
    `Removed of the demo: ${removed.accounts} accounts, ${removed.cars} rental cars and ${removed.products} products, with all that these people did.`,
  )
  console.log(
    `Closed, because something real refers to them: ${closed.accounts} accounts, ${closed.cars} rental cars and ${closed.products} products.`,
  )
}

async function printSignIns(): Promise<void> {
  const { dataDir, tokenSecret: given } = readConfig(environment())
  if (given === undefined && !existsSync(join(dataDir, 'token-secret')))
    throw new SettingError(`There is no market in ${dataDir} yet. Start Twende first.`)
  const secret = await tokenSecret({ dataDir, tokenSecret: given })
  for (const line of signInLines(secret)) console.log(line)
}

const [name = '', ...given] = process.argv.slice(2)
const command = commands[name]
try {
  if (!command) throw new SettingError(`There are the commands ${Object.keys(commands).join(', ')}.`)
  await command(...given)
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error)
  process.exitCode = 1
}
