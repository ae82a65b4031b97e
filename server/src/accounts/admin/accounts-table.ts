import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { roleLabels } from '@twende/contract/accounts/account-rules.ts'
import type { AppDeps } from '../../deps.ts'
import { type CsvColumns, csvTable, dayCell, type FilterInput } from '../../http/csv.ts'
import {
  type AccountAdminRow,
  type AccountFilter,
  findAccountPage,
  findAccountsById,
} from './admin-account-store.ts'

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
    now: clock.now(),
    columns,
    find: async (limit) => (await findAccountPage(db, { search, role, state, limit, offset: 0 })).keys,
    read: (ids) => findAccountsById(db, ids),
  })
}

const columns: CsvColumns<AccountAdminRow> = [
  ['Name', ({ name }) => name],
  ['Phone', ({ phone }) => phone],
  ['Email', ({ email }) => email],
  ['Role', ({ role }) => roleLabels[role]],
  ['Member since', ({ created_at }) => dayCell(created_at)],
  ['Banned on', ({ banned_at }) => dayCell(banned_at)],
  ['Bookings', ({ bookings }) => bookings],
  ['Cars for sale', ({ listings }) => listings],
  ['Orders', ({ orders }) => orders],
]
