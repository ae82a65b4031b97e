import type { Clock } from '../basic-deps.ts'
import { SettingError } from '../config/setting.ts'
import type { Database, Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import {
  findAccountByEmail,
  hasHadAdmin,
  lockFirstAdmin,
  promoteToAdmin,
  recordFirstAdmin,
} from './account-store.ts'
import { hashPassword } from './passwords/password-hash.ts'
import { isWeakPassword } from './passwords/password-strength.ts'
import { createAccount } from './register-account.ts'

type FirstAdmin = { email: string; password: string }
type FirstAdminDeps = { db: Database; clock: Clock }

/**
 * Creates the first admin, once; admins of a demo market do not count. Later starts create none, so that an admin who lost
 * the role does not get it back. An existing account with the email becomes the admin with the configured password, because
 * anybody may have registered that email.
 */
export async function createFirstAdmin(deps: FirstAdminDeps, given: FirstAdmin): Promise<void> {
  const admin = { ...given, email: given.email.trim().toLowerCase() }
  if (await hasHadAdmin(deps.db)) return
  if (await isWeakPassword(admin.password, { name: 'admin', email: admin.email })) {
    throw new SettingError('ADMIN_PASSWORD is too easy to guess. Choose another.')
  }
  const make = () => deps.db.transaction().execute((tx) => makeFirstAdmin(deps, tx, admin))
  // If the email is registered at the same moment, the second attempt finds that account.
  await make().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'email_taken') return make()
    throw error
  })
}

async function makeFirstAdmin(deps: FirstAdminDeps, tx: Db, { email, password }: FirstAdmin): Promise<void> {
  await lockFirstAdmin(tx)
  if (await hasHadAdmin(tx)) return
  const now = deps.clock.now()
  const account = await findAccountByEmail(tx, email)
  if (account) await promoteToAdmin(tx, { email, passwordHash: await hashPassword(password), now })
  const { id } = account ?? (await createAccount(deps, tx, { name: 'Admin', role: 'admin', email, password }))
  await recordFirstAdmin(tx, id, now)
}
