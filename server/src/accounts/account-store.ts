import { Role } from '@twende/contract/accounts/account-routes.ts'
import { inOrder, rightsOf } from '@twende/contract/accounts/account-rules.ts'
import type { StaffRight } from '@twende/contract/http/route.ts'
import { baseLocale, getLocale, isLocale, type Locale } from '@twende/messages/runtime'
import { sql } from 'kysely'
import { accountName } from '../db/account-name.ts'
import { type Db, violatedConstraint } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { endSessions } from './sessions/session-store.ts'

const columns = [
  'id',
  'email',
  'phone',
  'password_hash as passwordHash',
  'role',
  'rights',
  'banned_at as bannedAt',
  'muted',
  'channels',
  'locale',
  'created_at as createdAt',
] as const

export type AccountRow = {
  id: string
  name: string
  email: string
  phone: string | null
  passwordHash: string
  role: Role
  /** Of staff what an admin gave; of all others nothing is stored. */
  rights: string[]
  bannedAt: Date | null
  /** Topics of notifications that the person switched off. */
  muted: string[]
  /** Channels that the person chose besides mail. */
  channels: string[]
  /** The language of the messages to this person. */
  locale: Locale
  createdAt: Date
}

type NewAccount = {
  id: string
  name: string
  email: string
  passwordHash: string
  role: Role
  /** Of staff alone. */
  rights?: readonly StaffRight[]
  createdAt: Date
}

/** Inserts an account, in the language of the request; throws if the email has one, also when two are inserted at the same moment. */
export async function insertAccount(tx: Db, account: NewAccount): Promise<void> {
  const { passwordHash, createdAt, rights = [], ...rest } = account
  try {
    await tx
      .insertInto('accounts')
      .values({
        ...rest,
        rights: inOrder(rights),
        locale: getLocale(),
        password_hash: passwordHash,
        created_at: createdAt,
      })
      .execute()
  } catch (error) {
    if (violatedConstraint(error) === 'account_email_is_unique') throw new AppError('email_taken')
    throw error
  }
}

function selectAccounts(db: Db) {
  return db.selectFrom('accounts').select(columns).select(accountName().as('name'))
}

export async function findAccountById(db: Db, id: string): Promise<AccountRow | undefined> {
  return asAccount(await selectAccounts(db).where('id', '=', id).executeTakeFirst())
}

export async function findAccountByEmail(db: Db, email: string): Promise<AccountRow | undefined> {
  return asAccount(await selectAccounts(db).where('email', '=', email).executeTakeFirst())
}

type NewPassword = { accountId: string; passwordHash: string; now: Date }

/** Sets a new password and ends every session. */
export async function replacePassword(tx: Db, { accountId, passwordHash, now }: NewPassword): Promise<void> {
  await tx.updateTable('accounts').set({ password_hash: passwordHash }).where('id', '=', accountId).execute()
  await endSessions(tx, accountId, now)
}

/** Records that the person can read mail at the address of the account; true for the first proof. */
export async function markEmailProven(tx: Db, accountId: string, now: Date): Promise<boolean> {
  const proven = await tx
    .updateTable('accounts')
    .set({ email_proven_at: now })
    .where('id', '=', accountId)
    .where('email_proven_at', 'is', null)
    .executeTakeFirst()
  return proven.numUpdatedRows > 0n
}

/** Bans the account and ends its sessions; false if there is none or it was banned already. */
export async function markBanned(tx: Db, accountId: string, now: Date): Promise<boolean> {
  const banned = await tx
    .updateTable('accounts')
    .set({ banned_at: now })
    .where('id', '=', accountId)
    .where('banned_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (banned) await endSessions(tx, accountId, now)
  return banned !== undefined
}

/** Lifts the ban; ended sessions stay ended. */
export async function clearBan(tx: Db, accountId: string): Promise<void> {
  await tx.updateTable('accounts').set({ banned_at: null }).where('id', '=', accountId).execute()
}

type NewRole = { accountId: string; role: Role; rights?: readonly StaffRight[]; now: Date }

/** Changes the role, with the rights of the new one, and ends every session. */
export async function changeRole(tx: Db, { accountId, role, rights = [], now }: NewRole): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ role, rights: inOrder(rights) })
    .where('id', '=', accountId)
    .execute()
  await endSessions(tx, accountId, now)
}

/** Changes the rights of a member of staff. Sessions go on: each request reads the rights again. */
export async function changeRights(
  tx: Db,
  { accountId, rights }: { accountId: string; rights: readonly StaffRight[] },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ rights: inOrder(rights) })
    .where('id', '=', accountId)
    .execute()
}

export type LockedAccount = {
  id: string
  role: Role
  rights: readonly StaffRight[]
  banned: boolean
  deleted: boolean
}

/** Locks these accounts and those of all admins until the transaction ends. */
export async function lockAccounts(tx: Db, ids: readonly string[]): Promise<LockedAccount[]> {
  const rows = await tx
    .selectFrom('accounts')
    .select(['id', 'role', 'rights', 'banned_at', 'deleted_at'])
    .where((eb) => eb.or([eb('id', 'in', [...ids]), eb('role', '=', 'admin')]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id, rights, banned_at, deleted_at, ...row }) => {
    const role = Role.parse(row.role)
    return {
      id,
      role,
      rights: rightsOf(role, rights),
      banned: banned_at !== null,
      deleted: deleted_at !== null,
    }
  })
}

/** Makes an existing account an admin with this password; an admin keeps the present password. */
export async function promoteToAdmin(
  tx: Db,
  { email, passwordHash, now }: { email: string; passwordHash: string; now: Date },
): Promise<boolean> {
  const promoted = await tx
    .updateTable('accounts')
    .set({ role: 'admin', rights: [], password_hash: passwordHash })
    .where('email', '=', email)
    .where('role', '!=', 'admin')
    .returning('id')
    .executeTakeFirst()
  if (promoted) await endSessions(tx, promoted.id, now)
  return promoted !== undefined
}

function asAccount(
  row: (Omit<AccountRow, 'role' | 'locale'> & { role: string; locale: string }) | undefined,
): AccountRow | undefined {
  if (!row) return undefined
  return { ...row, role: Role.parse(row.role), locale: isLocale(row.locale) ? row.locale : baseLocale }
}

/** Serializes the decision of several processes whether to create the first admin. */
export async function lockFirstAdmin(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('twende first admin'))`.execute(tx)
}

/** Whether the first admin was created before, or an admin exists who is not of a demo market. */
export async function hasHadAdmin(tx: Db): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`
    select exists (select from first_admin) or exists (
      select from accounts where role = 'admin' and deleted_at is null
        and id not in (select id from demo_rows where subject = 'accounts')
    ) as had`.execute(tx)
  return rows[0]?.had ?? false
}

export async function recordFirstAdmin(tx: Db, accountId: string, now: Date): Promise<void> {
  await tx.insertInto('first_admin').values({ account_id: accountId, made_at: now }).execute()
}
