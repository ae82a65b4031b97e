import { resetFactorsByEmail } from '../accounts/second-factors/reset-factors.ts'
import { systemClock } from '../basic-deps.ts'
import type { Config } from '../config/config.ts'
import { SettingError } from '../config/setting.ts'
import { type Connection, openDatabase, openPool } from '../db/database.ts'
import { appDatabase, appUser } from '../embedded-postgres/embedded-postgres.ts'
import type { SupervisorLogger } from '../embedded-postgres/postgres-supervisor.ts'
import { onServer } from '../embedded-postgres/superuser.ts'
import { AppError } from '../http/app-error.ts'

type ResetInput = { email: string; logger: SupervisorLogger }

/** Removes the second factors of an account. A command on the server, for an only admin who has lost theirs. */
export async function resetSecondFactor(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  { email, logger }: ResetInput,
): Promise<void> {
  if (database.kind === 'url') return resetIn({ connectionString: database.url }, email)
  await onServer(dataDir, logger, (address) =>
    resetIn({ ...address, user: appUser, database: appDatabase }, email),
  )
}

async function resetIn(connection: Connection, email: string): Promise<void> {
  const db = openDatabase(openPool(connection, { max: 1 }))
  try {
    await resetFactorsByEmail({ db, clock: systemClock }, email)
  } catch (error) {
    throw error instanceof AppError ? new SettingError(error.message) : error
  } finally {
    await db.destroy()
  }
}
