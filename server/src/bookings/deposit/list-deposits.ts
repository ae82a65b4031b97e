import { BookingStatus } from '@twende/contract/bookings/booking-status.ts'
import { carSnapshotDocument } from '@twende/contract/bookings/car-snapshot.ts'
import type { DepositListItem, DepositQueue } from '@twende/contract/bookings/deposit.ts'
import { type PageInput, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { readBalance } from '../../payments/balances/read-balances.ts'
import {
  countDepositQueues,
  type DepositItemRow,
  findDepositPage,
  findDepositsByIds,
} from './deposit-list-store.ts'

const PAGE_SIZE = 25

type ListInput = { queue?: DepositQueue | undefined; search?: string | undefined } & PageInput

/** A page of deposits for staff, how many are to go back, and what is held in all. */
export async function listDeposits(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  { queue = 'held', search, page, limit }: ListInput,
) {
  const { db, clock } = deps
  const now = clock.now()
  const [list, counts, held, owedBack] = await Promise.all([
    readPage(
      { page, limit },
      {
        size: PAGE_SIZE,
        find: (range) => findDepositPage(db, { queue, search, ...range }, now),
        read: async (ids) => (await findDepositsByIds(db, ids)).map((row) => present(row, now)),
      },
    ),
    countDepositQueues(db, now),
    readBalance(deps, 'deposits'),
    readBalance(deps, 'refunds', 'deposit'),
  ])
  return { ...list, counts, held, owedBack }
}

function present(row: DepositItemRow, now: Date): DepositListItem {
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
    returnBy: row.returnBy?.toISOString() ?? null,
    overdue: row.returnBy !== null && row.returnBy <= now && row.held + row.owedBack > 0,
  }
}
