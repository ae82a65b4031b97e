import { Role } from '@twende/contract/accounts/account-routes.ts'
import { rightsOf } from '@twende/contract/accounts/account-rules.ts'
import type { Device } from '@twende/contract/accounts/session-routes.ts'
import { getLocale } from '@twende/messages/runtime'
import { sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import { compiledQuery, type Params } from '../../db/compiled-query.ts'
import type { Db } from '../../db/database.ts'
import type { CurrentUser } from '../../http/current-user.ts'

export type NewSession = {
  id: string
  accountId: string
  device: Device
  createdAt: Date
  idleExpiresAt: Date
  expiresAt: Date
  passwordProvedAt: Date
  secondFactorProvedAt: Date | null
}

/** The account as the log-in read it; a session is created only if it is unchanged. */
type AccountAsProved = { passwordHash: string; role: Role }

/** Stores the language of the request as that of the account. */
export async function saveLocale(db: Db, accountId: string): Promise<void> {
  const locale = getLocale()
  await db
    .updateTable('accounts')
    .set({ locale })
    .where('id', '=', accountId)
    .where('locale', '<>', locale)
    .execute()
}

/** False if password, role or ban changed since the account was read. Waits for a concurrent change. */
export async function insertSession(
  db: Db,
  session: NewSession,
  { passwordHash, role }: AccountAsProved,
): Promise<boolean> {
  const { rows } = await sql`
    insert into sessions (id, account_id, created_at, last_used_at, idle_expires_at, expires_at, browser,
      operating_system, password_proved_at, second_factor_proved_at)
    select ${session.id}::uuid, id, ${session.createdAt}::timestamptz, ${session.createdAt}::timestamptz,
      ${session.idleExpiresAt}::timestamptz, ${session.expiresAt}::timestamptz, ${session.device.browser}::text, ${session.device.system}::text,
      ${session.passwordProvedAt}::timestamptz, ${session.secondFactorProvedAt}::timestamptz
    from accounts
    where id = ${session.accountId} and password_hash = ${passwordHash} and role = ${role} and banned_at is null
    for share
    returning id`.execute(db)
  return rows.length > 0
}

export type FoundSession = Omit<CurrentUser, 'secondFactor'> & { lastUsedAt: Date; hasSecondFactor: boolean }

const openSession = compiledQuery((db, params: Params<OneSession>) =>
  db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([
      'sessions.id as sessionId',
      'accounts.id as accountId',
      'accounts.role',
      'accounts.rights',
      accountName().as('name'),
      'accounts.email',
      sql<boolean>`accounts.email_proven_at is not null`.as('emailProven'),
      'sessions.password_proved_at as passwordProvedAt',
      'sessions.second_factor_proved_at as secondFactorProvedAt',
      'sessions.last_used_at as lastUsedAt',
      'sessions.expires_at as expiresAt',
    ])
    .select(
      sql<boolean>`exists (select from passkeys where passkeys.account_id = accounts.id)
        or exists (select from authenticator_apps where authenticator_apps.account_id = accounts.id)`.as(
        'hasSecondFactor',
      ),
    )
    .where('sessions.id', '=', params.sessionId)
    .where('sessions.account_id', '=', params.accountId)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.idle_expires_at', '>', params.now)
    .where('sessions.expires_at', '>', params.now)
    .where('accounts.banned_at', 'is', null),
)

/** The session and its account, if the session is open at `now` and the account is not banned. */
export async function findOpenSession(db: Db, session: OneSession): Promise<FoundSession | undefined> {
  const [row] = await openSession(db, session)
  if (!row) return undefined
  const role = Role.parse(row.role)
  return { ...row, role, rights: rightsOf(role, row.rights) }
}

type Use = { sessionId: string; now: Date; writtenBefore: Date; idleExpiresAt: Date }

/** Records the use of a session and its new idle end. Of parallel requests one writes. */
export async function markSessionUsed(db: Db, use: Use): Promise<void> {
  await sql`
    update sessions set last_used_at = ${use.now},
      idle_expires_at = greatest(idle_expires_at, least(expires_at, ${use.idleExpiresAt}::timestamptz))
    where id = ${use.sessionId} and ended_at is null and last_used_at <= ${use.writtenBefore}`.execute(db)
}

/** The open sessions of an account, the last used first. */
export async function findOpenSessionsOf(db: Db, accountId: string, now: Date): Promise<SessionRow[]> {
  return sessionsOf(db, accountId)
    .where('ended_at', 'is', null)
    .where('idle_expires_at', '>', now)
    .where('expires_at', '>', now)
    .execute()
}

type OneSession = { sessionId: string; accountId: string; now: Date }

/** False if the account has no such open session. */
export async function endSession(db: Db, { sessionId, accountId, now }: OneSession): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

export async function deleteSessionsEndedBefore(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.or([eb('ended_at', '<', before), eb('idle_expires_at', '<', before)]))
    .execute()
}

/** Ends every session of the account. */
export async function endSessions(db: Db, accountId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends every other session of the account. */
export async function endOtherSessions(
  tx: Db,
  { accountId, sessionId, now }: { accountId: string; sessionId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('id', '!=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

export async function markPasswordProved(tx: Db, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ password_proved_at: now }).where('id', '=', sessionId).execute()
}

export async function markSecondFactorProved(tx: Db, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ second_factor_proved_at: now }).where('id', '=', sessionId).execute()
}

export async function deleteSessions(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('account_id', '=', accountId).execute()
}

type SessionRow = {
  id: string
  browser: Device['browser']
  system: Device['system']
  created_at: Date
  last_used_at: Date
  ended_at: Date | null
}

/** Every stored session of an account, the last used first. */
export async function findSessionsOf(db: Db, accountId: string): Promise<SessionRow[]> {
  return sessionsOf(db, accountId).execute()
}

function sessionsOf(db: Db, accountId: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'created_at', 'last_used_at', 'ended_at'])
    .select([
      sql<Device['browser']>`browser`.as('browser'),
      sql<Device['system']>`operating_system`.as('system'),
    ])
    .where('account_id', '=', accountId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
}

/**
 * Ends the sessions of an account that were not used for longest, except the newest few. The ids are an array, because the
 * planner joined them with the open sessions of everybody.
 */
export async function endOldestSessions(
  db: Db,
  { accountId, keep, now }: { accountId: string; keep: number; now: Date },
): Promise<void> {
  await sql`
    update sessions set ended_at = ${now} where ended_at is null and id = any(array(
      select id from sessions where account_id = ${accountId} and ended_at is null
      order by last_used_at desc, id desc offset ${keep}
    ))`.execute(db)
}
