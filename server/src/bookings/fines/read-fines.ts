import { disputableUntil } from '@twende/contract/bookings/condition/charge-dispute.ts'
import type { AdminFine, Fine } from '@twende/contract/bookings/fine.ts'
import type { PrivateFile } from '@twende/contract/private-files/private-file-routes.ts'
import { m } from '@twende/messages'
import type { PersonalData } from '../../accounts/personal-data.ts'
import { type PageInput, readPage } from '../../db/list-page.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import { type CsvColumns, csvTable, timeCell } from '../../http/csv.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { findOwed } from '../../payments/ledger/post-payment.ts'
import { findPrivateFiles, presentPrivateFile } from '../../private-files/private-files.ts'
import { findBooking } from '../booking-read-store.ts'
import { type DisputeRow, findDisputesOfFines } from '../disputes/dispute-store.ts'
import { presentDispute } from '../disputes/read-charges.ts'
import {
  countFineTabs,
  eraseFines,
  type FineRow,
  type FineSearch,
  findFinePage,
  findFinesByIds,
  findFinesOf,
  findFinesOfAccount,
  type ShownFineRow,
} from './fine-store.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>
const PAGE_SIZE = 25

/** The fines of a booking for its customer, or for staff, with links to their papers that this account alone can open. */
export async function readOwnFines(
  deps: ReadDeps,
  bookingId: string,
  { accountId, role }: CurrentUser,
): Promise<{ fines: Fine[]; owed: number }> {
  if (!(await findBooking(deps.db, bookingId, role === 'user' ? accountId : undefined)))
    throw new AppError('booking_not_found')
  const rows = await findFinesOf(deps.db, bookingId)
  const known = await knownOf(deps, rows, accountId)
  const { owed } = await findOwed(deps.db, 'booking', bookingId)
  return { owed, fines: rows.map((row) => toFine(row, known)) }
}

export async function readAdminFines(
  deps: ReadDeps,
  bookingId: string,
  staffId: string,
): Promise<{ fines: AdminFine[]; owed: number }> {
  if (!(await findBooking(deps.db, bookingId))) throw new AppError('booking_not_found')
  const fines = await present(deps, await findFinesOf(deps.db, bookingId), staffId)
  const { owed } = await findOwed(deps.db, 'booking', bookingId)
  return { fines, owed }
}

export async function readAdminFine(deps: ReadDeps, fineId: string, staffId: string): Promise<AdminFine> {
  const [fine] = await present(deps, await findFinesByIds(deps.db, [fineId]), staffId)
  if (!fine) throw new AppError('fine_not_found')
  return fine
}

/** A page of fines for staff, and how many there are of each kind. */
export async function listFines(
  deps: ReadDeps,
  { page, limit, ...search }: FineSearch & PageInput,
  staffId: string,
) {
  const [list, counts] = await Promise.all([
    readPage(
      { page, limit },
      {
        size: PAGE_SIZE,
        find: (range) => findFinePage(deps.db, { ...search, ...range }),
        read: async (ids) => present(deps, await findFinesByIds(deps.db, ids), staffId),
      },
    ),
    countFineTabs(deps.db),
  ])
  return { ...list, counts }
}

const columns: CsvColumns<AdminFine> = [
  [m.csv_offence_at, ({ offenceAt }) => timeCell(offenceAt)],
  [m.csv_number_plate, ({ numberPlate }) => numberPlate],
  [m.csv_car, ({ carName }) => carName],
  [m.csv_authority_reference, ({ reference }) => reference],
  [m.admin_deposits_booking, ({ rental }) => rental?.reference ?? ''],
  [m.csv_customer, ({ rental }) => rental?.customer ?? ''],
  [m.csv_amount_ksh, ({ amount }) => amount, 'total'],
  [m.csv_charged_ksh, ({ rental, charged }) => (rental ? charged : 0), 'total'],
  [m.csv_recorded_at, ({ recordedAt }) => timeCell(recordedAt)],
  [m.csv_recorded_by, ({ recordedBy }) => recordedBy],
  [m.csv_note, ({ note }) => note],
  [m.csv_withdrawn_at, ({ withdrawnAt }) => timeCell(withdrawnAt)],
  [m.csv_withdrawn_by, ({ withdrawnBy }) => withdrawnBy],
  [m.csv_withdrawn_because, ({ withdrawalReason }) => withdrawalReason],
]

/** The fines that match a filter as a CSV table. */
export function finesCsv(deps: ReadDeps, { role, accountId }: CurrentUser, filter: FineSearch) {
  return csvTable({
    role,
    name: 'fines',
    filters: filter,
    now: deps.clock.now(),
    columns,
    find: async (limit) => (await findFinePage(deps.db, { ...filter, limit, offset: 0 })).keys,
    read: async (ids) => present(deps, await findFinesByIds(deps.db, ids), accountId),
  })
}

async function present(deps: ReadDeps, rows: readonly ShownFineRow[], staffId: string): Promise<AdminFine[]> {
  const known = await knownOf(deps, rows, staffId)
  return rows.map((row) => ({
    ...toFine(row, known),
    carId: row.car_id,
    carName: row.carName,
    rental:
      row.booking_id === null
        ? null
        : {
            _id: row.booking_id,
            reference: row.reference ?? '',
            customer: row.customer ?? '',
            reach: row.reach,
          },
    note: row.note,
    recordedBy: row.recordedBy ?? '',
    withdrawnBy: row.withdrawnBy,
    withdrawalReason: row.withdrawal_reason,
  }))
}

type Known = { papers: ReadonlyMap<string, PrivateFile>; disputes: readonly DisputeRow[] }

/** The papers and the disputes of fines. */
async function knownOf(deps: ReadDeps, rows: readonly FineRow[], accountId: string): Promise<Known> {
  const [files, disputes] = await Promise.all([
    findPrivateFiles(
      deps,
      rows.flatMap(({ paper }) => paper ?? []),
    ),
    findDisputesOfFines(
      deps.db,
      rows.map(({ id }) => id),
    ),
  ])
  const papers = new Map(files.map((file) => [file.id, presentPrivateFile(deps, file, accountId)]))
  return { papers, disputes }
}

function toFine(row: FineRow, { papers, disputes }: Known): Fine {
  const dispute = disputes.find(({ fine_id }) => fine_id === row.id)
  return {
    ...factsOf(row),
    paper: papers.get(row.paper ?? '') ?? null,
    dispute: presentDispute(dispute),
    charged: row.withdrawn_at === null ? row.amount - (dispute?.withdrawn ?? 0) : 0,
    disputableUntil: disputableUntil(row.recorded_at).toISOString(),
  }
}

function factsOf(row: FineRow): Omit<Fine, 'paper' | 'dispute' | 'charged' | 'disputableUntil'> {
  return {
    _id: row.id,
    numberPlate: row.number_plate,
    offenceAt: row.offence_at.toISOString(),
    amount: row.amount,
    reference: row.authority_reference,
    recordedAt: row.recorded_at.toISOString(),
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
  }
}

/** What staff wrote is deleted with the account; that something was charged stays, and the paper until its own day. */
export const personalFines: PersonalData = {
  async exportData({ db }, accountId) {
    const fines = await findFinesOfAccount(db, accountId)
    return fines.map((row) => {
      const { _id, ...facts } = factsOf(row)
      return { bookingId: row.reference, ...facts }
    })
  },
  async erase(tx, { accountId, now }) {
    await eraseFines(tx, accountId, now)
  },
}
