import type { ExtraChoices, ExtraLine } from '@twende/contract/bookings/booked-extras.ts'
import { extraKindLabel } from '@twende/contract/bookings/extra-format.ts'
import { type PlaceInTown, priceOfExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { occupiedSpan, type RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import type { OfferedExtra } from '@twende/contract/prices/extra.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { readStock } from '../../prices/read-prices.ts'
import { countExtrasTaken } from '../rented-car-store.ts'

type Rental = {
  totalDays: number
  pickupLocation: string | undefined
  dropoffLocation: string | undefined
  extras?: ExtraChoices | undefined
}

/** The lines of the extras of a rental by the extras that are offered; refuses an extra that is not offered, and a place that is none of ours. */
export function extrasOfRental(
  { totalDays, pickupLocation, dropoffLocation, extras }: Rental,
  offered: readonly OfferedExtra[],
  places: ReadonlyMap<string, PlaceInTown>,
): ExtraLine[] {
  const names = [pickupLocation, dropoffLocation]
  if (names.some((name) => name !== undefined && !places.has(name))) throw new AppError('location_unknown')
  const placeOf = (name: string | undefined) => (name === undefined ? undefined : places.get(name))
  const rental = { totalDays, pickup: placeOf(pickupLocation), dropoff: placeOf(dropoffLocation) }
  const { lines, notOffered } = priceOfExtras(extras, offered, rental)
  if (notOffered === undefined) return lines
  throw new AppError('extra_not_offered', {
    message: m.error_extra_not_offered_kind({ extra: extraKindLabel(notOffered) }),
    data: { kind: notOffered },
  })
}

/** How many child seats and chauffeurs are free for a period; null where none are offered. */
export async function freeExtras(
  db: Db,
  period: RentalPeriod,
  now: Date,
): Promise<{ childSeatsFree: number | null; chauffeursFree: number | null }> {
  const stock = await readStock(db)
  if (stock.child_seat === null && stock.chauffeur === null)
    return { childSeatsFree: null, chauffeursFree: null }
  const taken = await countExtrasTaken(db, occupiedSpan(period), now)
  const left = (owned: number | null, used: number) => (owned === null ? null : Math.max(0, owned - used))
  return {
    childSeatsFree: left(stock.child_seat, taken.seats),
    chauffeursFree: left(stock.chauffeur, taken.chauffeurs),
  }
}
