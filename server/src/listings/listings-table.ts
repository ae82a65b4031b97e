import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { ListingStatus } from '@twende/contract/listings/listing-status.ts'
import type { AppDeps } from '../deps.ts'
import { type CsvColumns, csvTable, dayCell, type Wish } from '../http/csv-table.ts'
import { listingPayments, type PaidListing } from '../payments/listing-payments.ts'
import { findListingsById, findQueueIds, type QueueSearch } from './listing-queue-store.ts'
import { type ListingRow, statusAt } from './present-listing.ts'

type TableDeps = Pick<AppDeps, 'db' | 'clock'>

/** The cars for sale that staff asked for as a table. */
export function listingsTable(
  { db, clock }: TableDeps,
  callerRole: Role,
  { queue = 'all', search = '', accountId }: Wish<QueueSearch>,
) {
  const now = clock.now()
  return csvTable({
    role: callerRole,
    name: 'cars-for-sale',
    now,
    columns,
    find: async (limit) => (await findQueueIds(db, { queue, search, accountId, limit, offset: 0 })).ids,
    read: async (ids) => {
      const [rows, paid] = await Promise.all([findListingsById(db, ids, now), listingPayments(db, ids)])
      return rows.map((car) => ({ car, status: statusAt(car, now), paid: paid.get(car.id) }))
    },
  })
}

type TableRow = { car: ListingRow; status: ListingStatus; paid: PaidListing | undefined }

const columns: CsvColumns<TableRow> = [
  ['Number', ({ car }) => `CAR${car.number}`],
  ['Listed on', ({ car }) => dayCell(car.created_at)],
  ['Status', ({ status }) => status],
  ['Verified on', ({ car }) => dayCell(car.verified_at)],
  ['Ends on', ({ car }) => dayCell(car.expires_at)],
  ['Sold on', ({ car }) => dayCell(car.sold_at)],
  ['Car', ({ car }) => car.name],
  ['Year', ({ car }) => car.year],
  ['Mileage (km)', ({ car }) => car.mileage],
  ['Location', ({ car }) => car.location],
  ['Price (Ksh)', ({ car }) => car.price],
  ['Seller', ({ car }) => car.seller_name],
  ['Phone', ({ car }) => car.contact_phone],
  ['Email', ({ car }) => car.seller_email],
  ['Months', ({ car }) => car.months],
  ['Latest payment', ({ paid }) => paid?.status ?? null],
  ['Latest payment (Ksh)', ({ paid }) => paid?.amount ?? null],
  ['M-Pesa code', ({ paid }) => paid?.code ?? null],
  ['Views', ({ car }) => car.views],
  ['Phone number asked for', ({ car }) => car.leads],
]
