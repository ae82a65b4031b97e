import type { FleetCar } from '@twende/contract/cars/car.ts'
import type { Pagination } from '@twende/contract/text.ts'
import { type PageInput, readPage } from '../db/list-page.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { FilterInput } from '../http/csv.ts'
import {
  countAdminFleet,
  type FleetCarRow,
  type FleetCounts,
  type FleetFilter,
  findAdminFleetCar,
  findAdminFleetCars,
  findAdminFleetPage,
} from './admin-fleet-store.ts'
import { toCar } from './read-cars.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>

const PAGE_SIZE = 24

/** A page of all cars for staff, and how many there are of each kind. */
export async function fleetForStaff(
  { db, clock, config }: ReadDeps,
  { page, limit, show = 'all', ...filter }: FilterInput<FleetFilter> & PageInput,
): Promise<{ data: FleetCar[]; counts: FleetCounts; pagination: Pagination }> {
  const [list, counts] = await Promise.all([
    readPage(
      { page, limit },
      {
        size: PAGE_SIZE,
        find: (range) => findAdminFleetPage(db, { ...filter, show, ...range }),
        read: async (ids) =>
          (await findAdminFleetCars(db, ids, clock.now())).map((row) => toFleetCar(row, config.publicUrl)),
      },
    ),
    countAdminFleet(db),
  ])
  return { ...list, counts }
}

export async function carForStaff({ db, clock, config }: ReadDeps, carId: string): Promise<FleetCar> {
  const row = await findAdminFleetCar(db, carId, clock.now())
  if (!row) throw new AppError('car_not_found')
  return toFleetCar(row, config.publicUrl)
}

function toFleetCar(row: FleetCarRow, publicUrl: string): FleetCar {
  const { next_booking: next } = row
  return {
    ...toCar(row, publicUrl),
    numberPlate: row.number_plate,
    chassisNumber: row.chassis_number,
    logbookNumber: row.logbook_number,
    odometer: row.odometer,
    retiredAt: row.retired_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    liveBookings: row.live_bookings,
    nextBooking: next && {
      _id: next.id,
      reference: next.reference,
      status: next.status,
      startsAt: new Date(next.starts_at).toISOString(),
      endsAt: new Date(next.ends_at).toISOString(),
      customer: next.customer,
    },
  }
}
