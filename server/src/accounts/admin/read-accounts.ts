import type {
  AccountDetails,
  AccountNote,
  AccountSummary,
} from '@twende/contract/accounts/account-details.ts'
import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { rightsOf, rightWords, roleLabels } from '@twende/contract/accounts/account-rules.ts'
import type { StaffRight } from '@twende/contract/http/route.ts'
import type { Pagination } from '@twende/contract/text.ts'
import { m } from '@twende/messages'
import { bookingsWithLostCar } from '../../bookings/read-bookings.ts'
import type { Database, Db } from '../../db/database.ts'
import { type PageInput, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { type CsvColumns, csvTable, dayCell, type FilterInput, phoneCell } from '../../http/csv.ts'
import { findAccountById } from '../account-store.ts'
import { hasSecondFactor } from '../second-factors/factor-store.ts'
import {
  type AccountNoteRow,
  findAccountNotes,
  findLatestActivity,
  sumPaidByAccount,
} from './account-history-store.ts'
import {
  type AccountAdminRow,
  type AccountFilter,
  findAccountPage,
  findAccountRow,
  findAccountsById,
} from './admin-account-store.ts'

const columns: CsvColumns<AccountAdminRow> = [
  [m.csv_name, ({ name }) => name],
  [m.csv_phone, ({ phone }) => phoneCell(phone), 'contact'],
  [m.csv_email, ({ email }) => email, 'contact'],
  [m.csv_role, ({ role }) => roleLabels[role]()],
  [m.csv_member_since, ({ created_at }) => dayCell(created_at)],
  [m.csv_banned_on, ({ banned_at }) => dayCell(banned_at)],
  [m.csv_bookings, ({ bookings }) => bookings],
  [m.csv_cars_for_sale, ({ listings }) => listings],
  [m.csv_orders, ({ orders }) => orders],
]

const PAGE_SIZE = 20

/** A page of accounts. */
export async function readAccounts(
  db: Database,
  { search = '', role, state = 'all', page, limit }: FilterInput<AccountFilter> & PageInput,
): Promise<{ data: AccountSummary[]; pagination: Pagination }> {
  return readPage(
    { page, limit },
    {
      size: PAGE_SIZE,
      find: (range) => findAccountPage(db, { search, role, state, ...range }),
      read: async (ids) => (await findAccountsById(db, ids)).map(presentRow),
    },
  )
}

/** Who asks: what a person paid is shown to staff with the right to payments. */
type Reader = { rights: readonly StaffRight[] }

/** One account with its latest activity and notes. */
export async function readAccount(db: Database, accountId: string, reader: Reader): Promise<AccountDetails> {
  const row = await findAccountRow(db, accountId)
  if (!row) throw new AppError('not_found')
  const [latest, paid, notes, secondFactor] = await Promise.all([
    findLatestActivity(db, accountId),
    sumPaidByAccount(db, accountId),
    findAccountNotes(db, accountId),
    hasSecondFactor(db, accountId),
  ])
  const lost = await bookingsWithLostCar(
    db,
    latest.bookings.map(({ id }) => id),
  )
  const seesMoney = reader.rights.includes('payments')
  const { payments, ...activity } = presentLatest(latest, lost)
  return {
    ...presentRow(row),
    hasSecondFactor: secondFactor,
    rights: [...rightsOf(row.role, row.rights)],
    ...(seesMoney && { paid }),
    latest: { ...activity, ...(seesMoney && { payments }) },
    notes: notes.map(presentNote),
  }
}

function presentNote({ at, by, what, note, ...change }: AccountNoteRow): AccountNote {
  const parts = [changeWords(change), note].filter((part) => part !== '')
  return { at: at.toISOString(), by, what, note: parts.join(': ') }
}

type Change = Pick<AccountNoteRow, 'oldRole' | 'newRole' | 'oldRights' | 'newRights'>

/** What a change of role or rights replaced by what. */
function changeWords({ oldRole, newRole, oldRights, newRights }: Change): string {
  if (oldRights && newRights) return `${rightWords(oldRights)} → ${rightWords(newRights)}`
  if (!oldRole || !newRole) return ''
  const change = `${roleLabels[oldRole]()} → ${roleLabels[newRole]()}`
  return newRights ? `${change} (${rightWords(newRights)})` : change
}

function presentRow({
  id,
  rights: _,
  created_at,
  banned_at,
  deleted_at,
  ...row
}: AccountAdminRow): AccountSummary {
  return {
    ...row,
    _id: id,
    memberSince: created_at.toISOString(),
    bannedAt: banned_at?.toISOString() ?? null,
    deleted: deleted_at !== null,
  }
}

function presentLatest(
  latest: Awaited<ReturnType<typeof findLatestActivity>>,
  lost: ReadonlySet<string>,
): Required<AccountDetails['latest']> {
  return {
    bookings: latest.bookings.map(({ id, reference, car, start_date, end_date, final_amount, status }) => {
      return {
        _id: id,
        reference,
        car,
        startDate: start_date,
        endDate: end_date,
        amount: final_amount,
        status,
        carIsLost: lost.has(id),
      }
    }),
    listings: latest.listings.map(({ id, name, price, status, verified_at, deleted_at, created_at }) => {
      const [verified, deleted] = [verified_at !== null, deleted_at !== null]
      return { _id: id, name, price, status, verified, deleted, createdAt: created_at.toISOString() }
    }),
    payments: latest.payments.map(({ id, purpose, status, receipt, created_at, ...sums }) => {
      const amount = sums.amount_received ?? sums.amount
      return { _id: id, purpose, amount, status, receipt, at: created_at.toISOString() }
    }),
    orders: latest.orders.map(({ id, number, amount, status, created_at }) => {
      return { _id: id, number: `ORD${number}`, amount, status, createdAt: created_at.toISOString() }
    }),
  }
}

type TableDeps = Pick<AppDeps, 'db' | 'clock'>

/** The accounts that match an admin's filter as a CSV table. */
export function accountsTable(
  { db, clock }: TableDeps,
  callerRole: Role,
  { search = '', role, state = 'all' }: FilterInput<AccountFilter>,
) {
  return csvTable({
    role: callerRole,
    name: 'people',
    filters: { search, role, state },
    now: clock.now(),
    columns,
    find: async (limit) => (await findAccountPage(db, { search, role, state, limit, offset: 0 })).keys,
    read: (ids) => findAccountsById(db, ids),
  })
}

/** The name of the account by which a list is filtered; null without a filter or for an unknown account. */
export async function accountFilterName(db: Db, accountId: string | undefined): Promise<string | null> {
  if (accountId === undefined) return null
  return (await findAccountById(db, accountId))?.name ?? null
}
