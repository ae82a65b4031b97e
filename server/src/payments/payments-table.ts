import { nairobiDay, showInstant } from '@twende/contract/calendar-day.ts'
import { moneyMethodLabels, purposeLabels } from '@twende/contract/payments/money-choices.ts'
import type { MoneyRow } from '@twende/contract/payments/money-row.ts'
import type { AppDeps } from '../deps.ts'
import { type CsvCell, MOST_CSV_ROWS } from '../http/send-csv.ts'
import { findMoney, type MoneySearch } from './money-list-store.ts'
import { readMoney } from './money-row-store.ts'
import { presentMoney } from './present-money.ts'

const AT_A_TIME = 500

type TableDeps = Pick<AppDeps, 'db' | 'clock'>
type Wish = Omit<MoneySearch, 'queue'> & { queue?: MoneySearch['queue'] | undefined }

/** The money that staff asked for as a table, read a few rows at a time. */
export function paymentsTable(deps: TableDeps, wish: Wish) {
  return {
    name: `payments-${nairobiDay(deps.clock.now())}.csv`,
    head: columns.map(([title]) => title),
    parts: rowsOf(deps, wish),
  }
}

async function* rowsOf({ db }: TableDeps, { queue = 'all', ...wish }: Wish) {
  const { keys } = await findMoney(db, { ...wish, queue, limit: MOST_CSV_ROWS, offset: 0 })
  for (let at = 0; at < keys.length; at += AT_A_TIME) {
    const rows = await readMoney(db, keys.slice(at, at + AT_A_TIME))
    yield rows.map((money) => columns.map(([, cell]) => cell(presentMoney(money))))
  }
}

const columns: readonly (readonly [title: string, cell: (row: MoneyRow) => CsvCell])[] = [
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
