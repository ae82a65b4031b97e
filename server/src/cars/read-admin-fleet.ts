import type { FleetCar } from '@twende/contract/cars/fleet-car.ts'
import type { FleetShow } from '@twende/contract/cars/fleet-choices.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import {
  countAdminFleet,
  type FleetCarRow,
  type FleetCounts,
  findAdminFleetCar,
  findAdminFleetPage,
} from './admin-fleet-store.ts'
import { toCar } from './present-car.ts'

type ReadDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
type FleetQuery = {
  search?: string | undefined
  category?: string | undefined
  show?: FleetShow | undefined
  page?: number | undefined
  limit?: number | undefined
}

const PAGE_SIZE = 24

/** A page of all cars for staff, and how many there are of each kind. */
export async function fleetForStaff(
  { db, clock, config }: ReadDeps,
  { page = 1, limit = PAGE_SIZE, show = 'all', ...filter }: FleetQuery,
): Promise<{ data: FleetCar[]; counts: FleetCounts; pagination: Pagination }> {
  const filterAndPage = { ...filter, show, limit, offset: (page - 1) * limit }
  const [{ rows, matched }, counts] = await Promise.all([
    findAdminFleetPage(db, filterAndPage, clock.now()),
    countAdminFleet(db),
  ])
  return {
    data: rows.map((row) => toFleetCar(row, config.publicUrl)),
    counts,
    pagination: { page, limit, total: matched, pages: Math.ceil(matched / limit) },
  }
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
