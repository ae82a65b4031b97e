import { join, resolve } from 'node:path'
import pino from 'pino'
import { environment, readConfig } from '../server/src/config.ts'
import { backupDatabase } from '../server/src/db/backup-database.ts'
import { restoreDatabase } from '../server/src/db/restore-database.ts'
import { moveDatabase } from '../server/src/move-database.ts'
import { requireEncryption } from '../server/src/require-encryption.ts'
import { resetSecondFactor } from '../server/src/reset-second-factor.ts'
import { SettingError } from '../server/src/setting-error.ts'

const logger = {
  info: (message: string) => console.log(message),
  warn: (message: string) => console.warn(message),
  error: (message: string) => console.error(message),
}

const commands: Record<string, (given: string | undefined) => Promise<void>> = {
  backup,
  restore,
  move,
  'reset-second-factor': resetFactor,
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

async function restore(folder: string | undefined): Promise<void> {
  if (folder === undefined) throw new SettingError('Say which backup: npm run restore -- FOLDER')
  const { dataDir } = readConfig(environment())
  const { backup, setAside } = await restoreDatabase({
    dataDir,
    folder: resolve(folder),
    now: new Date(),
    logger,
  })
  console.log(`The database is again as it was at ${backup.madeAt}.`)
  if (setAside) console.log(`The one before is in ${setAside}; remove it when you are content.`)
}

async function move(): Promise<void> {
  const config = readConfig(environment())
  await requireEncryption(config)
  const { dataDir, database } = config
  if (database.kind !== 'url')
    throw new SettingError('Set DATABASE_URL to the empty database that is to take over.')
  const report = await moveDatabase({ dataDir, url: database.url, logger: pino({ level: 'warn' }) })
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

const [name = '', given] = process.argv.slice(2)
const command = commands[name]
try {
  if (!command) throw new SettingError(`There are the commands ${Object.keys(commands).join(', ')}.`)
  await command(given)
} catch (error) {
  console.error(error instanceof SettingError ? error.message : error)
  process.exitCode = 1
}
