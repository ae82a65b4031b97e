import type { Role } from '@twende/contract/accounts/account-routes.ts'
import { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { bookingStatusLabels } from '@twende/contract/bookings/booking-status-format.ts'
import { carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import type { DepositListItem } from '@twende/contract/bookings/deposit.ts'
import { m } from '@twende/messages'
import { type PageInput, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { type CsvColumns, csvTable, dayCell, type FilterInput } from '../../http/csv.ts'
import { readBalance } from '../../payments/balances/read-balances.ts'
import {
  countDepositQueues,
  type DepositItemRow,
  type DepositSearch,
  findDepositPage,
  findDepositsByIds,
} from './deposit-list-store.ts'

const PAGE_SIZE = 25

type ListInput = FilterInput<DepositSearch> & PageInput

/** A page of deposits for staff, how many are to go back, and what is held in all. */
export async function listDeposits(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { queue = 'held', page, limit, ...filter }: ListInput,
) {
  const { db, clock } = deps
  const now = clock.now()
  const [list, counts, held, owedBack] = await Promise.all([
    readPage(
      { page, limit },
      {
        size: PAGE_SIZE,
        find: (range) => findDepositPage(db, { ...filter, queue, ...range }, now),
        read: async (ids) => (await findDepositsByIds(db, ids)).map((row) => present(row, now)),
      },
    ),
    countDepositQueues(db, now),
    readBalance(deps, 'deposits'),
    readBalance(deps, 'refunds', 'deposit'),
  ])
  return { ...list, counts, held, owedBack }
}

type ExportedDeposit = DepositListItem & Pick<DepositItemRow, 'takenOn' | 'kept' | 'givenBack'>

const columns: CsvColumns<ExportedDeposit> = [
  [m.csv_reference, ({ reference }) => reference],
  [m.admin_deposits_booking, ({ bookingReference }) => bookingReference],
  [m.csv_status, ({ bookingStatus }) => bookingStatusLabels[bookingStatus]()],
  [m.csv_customer, ({ customer }) => customer],
  [m.csv_car, ({ carName }) => carName],
  [m.csv_taken_on, ({ takenOn }) => takenOn],
  [m.csv_agreed_ksh, ({ amount }) => amount, 'total'],
  [m.csv_held_ksh, ({ held }) => held, 'total'],
  [m.csv_kept_ksh, ({ kept }) => kept, 'total'],
  [m.csv_to_give_back_ksh, ({ owedBack }) => owedBack, 'total'],
  [m.csv_given_back_ksh, ({ givenBack }) => givenBack, 'total'],
  [m.csv_waived, ({ waived }) => (waived ? m.csv_yes() : '')],
  [m.csv_give_back_by, ({ returnBy }) => dayCell(returnBy)],
]

/** The deposits that match a filter as a CSV table. */
export function depositsCsv(
  { db, clock }: Pick<AppDeps, 'db' | 'clock'>,
  callerRole: Role,
  { queue = 'held', ...filter }: FilterInput<DepositSearch>,
) {
  const now = clock.now()
  return csvTable({
    role: callerRole,
    name: 'deposits',
    filters: { queue, ...filter },
    now,
    columns,
    find: async (limit) => (await findDepositPage(db, { ...filter, queue, limit, offset: 0 }, now)).keys,
    read: async (ids) => (await findDepositsByIds(db, ids)).map((row) => ({ ...row, ...present(row, now) })),
  })
}

function present(row: DepositItemRow, now: Date): DepositListItem {
  // Of what was waived, or is back, nothing is to be given on any day.
  const returnBy = row.held + row.owedBack > 0 ? row.returnBy : null
  return {
    _id: row.id,
    reference: `DEP${row.number}`,
    bookingId: row.bookingId,
    bookingReference: row.bookingReference,
    bookingStatus: BookingStatus.parse(row.status),
    customer: row.customer,
    carName: carSnapshotDocument.read(row.car).name,
    amount: row.amount,
    held: row.held,
    owedBack: row.owedBack,
    waived: row.waived,
    returnBy: returnBy?.toISOString() ?? null,
    overdue: returnBy !== null && returnBy <= now,
  }
}
