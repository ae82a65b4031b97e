import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { AccountState } from '@twende/contract/accounts/account-rules.ts'
import { searchedPhone, searchWords } from '@twende/contract/search/search-words.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { accountName } from '../../db/account-name.ts'
import type { Db } from '../../db/database.ts'
import { type FoundPage, findPage, inOrderOf, type PageRange } from '../../db/list-page.ts'
import { containsWords } from '../../db/text-search.ts'

export type AccountFilter = { search: string; role?: Role | undefined; state: AccountState }

export type AccountAdminRow = {
  id: string
  name: string
  email: string
  phone: string | null
  role: Role
  rights: string[]
  created_at: Date
  banned_at: Date | null
  deleted_at: Date | null
  bookings: number
  listings: number
  orders: number
}

const columns = () => sql`
  accounts.id, ${accountName()} as name, accounts.email, accounts.phone, accounts.role, accounts.rights, accounts.created_at,
  accounts.banned_at, accounts.deleted_at,
  (select count(*) from bookings where bookings.account_id = accounts.id
    and booked_by is distinct from accounts.id)::int as bookings,
  (select count(*) from listings where listings.account_id = accounts.id and staff_sees_listing(listings))::int as listings,
  (select count(*) from orders where orders.account_id = accounts.id)::int as orders`

/** The ids of one page of the accounts that match the filter, the newest first. */
export async function findAccountPage(
  db: Db,
  { limit, offset, ...filter }: AccountFilter & PageRange,
): Promise<FoundPage> {
  const where = sql.join(conditions(filter), sql` and `)
  const order = sql`created_at desc, id desc`
  return findPage(db, { from: sql`accounts`, where, order, limit, offset })
}

/** The accounts of these ids, in their order. */
export async function findAccountsById(db: Db, ids: readonly string[]): Promise<AccountAdminRow[]> {
  const { rows } = await sql<AccountAdminRow>`
    select ${columns()} from accounts where id = any(${[...ids]}::uuid[])`.execute(db)
  return inOrderOf(ids, rows)
}

/** One account, also if deleted. */
export async function findAccountRow(db: Db, accountId: string): Promise<AccountAdminRow | undefined> {
  const { rows } = await sql<AccountAdminRow>`
    select ${columns()} from accounts where id = ${accountId}`.execute(db)
  return rows[0]
}

/** How many cars for sale of an account were paid for and verified at `at`. */
export async function countPaidListings(db: Db, accountId: string, at: Date): Promise<number> {
  const { rows } = await sql<{ cars: number }>`
    select count(*) as cars from listings
    where account_id = ${accountId} and verified_at is not null and deleted_at is null
      and status in ('active', 'expired') and expires_at > ${at}`.execute(db)
  return rows[0]?.cars ?? 0
}

function conditions({ search, role, state }: AccountFilter): RawBuilder<SqlBool>[] {
  const found = [sql<SqlBool>`accounts.deleted_at is null`]
  if (role) found.push(sql`accounts.role = ${role}`)
  if (state === 'open') found.push(sql`accounts.banned_at is null`)
  if (state === 'banned') found.push(sql`accounts.banned_at is not null`)
  const digits = searchedPhone(search)
  if (digits) return [...found, hasPhone(digits)]
  const words = searchWords(search)
  if (search.trim() === '') return found
  // Signs alone are no word, and find nobody.
  return [...found, words.length === 0 ? sql`false` : containsWords(sql`accounts.search_text`, words)]
}

const MIN_DIGITS_ELSEWHERE = 6

/** The phone of the account, of a payment or of a booking; of those that staff typed at the counter somebody else's. */
function hasPhone(digits: string): RawBuilder<SqlBool> {
  const part = `%${digits}%`
  if (digits.length < MIN_DIGITS_ELSEWHERE) return sql`accounts.search_text like ${part}`
  return sql`accounts.id = any(array(
    select id from accounts where search_text like ${part}
    union select account_id from payments where phone like ${part} and not was_taken_at_counter(payments)
    union select account_id from bookings where search_text like ${part} and booked_by is distinct from account_id
  ))`
}
