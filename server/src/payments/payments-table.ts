import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { moneyMethodLabels, purposeLabels } from '@twende/contract/payments/money-choices.ts'
import type { MoneyRow } from '@twende/contract/payments/money-row.ts'
import type { AppDeps } from '../deps.ts'
import { type CsvColumns, csvTable, type Wish } from '../http/csv-table.ts'
import { findMoney, type MoneySearch } from './money-list-store.ts'
import { readMoney } from './money-row-store.ts'
import { presentMoney } from './present-money.ts'

type TableDeps = Pick<AppDeps, 'db' | 'clock'>

/** The money that staff asked for as a table. */
export function paymentsTable(
  { db, clock }: TableDeps,
  callerRole: Role,
  { queue = 'all', ...wish }: Wish<MoneySearch>,
) {
  return csvTable({
    role: callerRole,
    name: 'payments',
    now: clock.now(),
    columns,
    find: async (limit) => (await findMoney(db, { ...wish, queue, limit, offset: 0 })).keys,
    read: async (keys) => (await readMoney(db, keys)).map(presentMoney),
  })
}

const columns: CsvColumns<MoneyRow> = [
  ['Time', ({ at }) => showInstant(at)],
  ['For', ({ purpose }) => (purpose === null ? '' : purposeLabels[purpose])],
  ['Reference', ({ reference }) => reference],
  ['Way', ({ method }) => moneyMethodLabels[method]],
  ['Asked (Ksh)', ({ amount }) => amount],
  ['Received (Ksh)', ({ received }) => received],
  ['M-Pesa code', ({ code }) => code],
  ['Payer', ({ payer }) => payer],
  ['Phone', ({ phone }) => phone],
  ['Status', ({ status }) => status],
  ['What happened', ({ outcome }) => outcome],
]
