import type { ExtraChoices, ExtraLine } from '@twende/contract/bookings/booked-extras.ts'
import { extraKindLabel } from '@twende/contract/bookings/extra-format.ts'
import { type PlaceInTown, priceOfExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { occupiedSpan, type RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import type { OfferedExtra } from '@twende/contract/prices/extra.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { childSeatStock } from '../../prices/read-prices.ts'
import { countChildSeatsTaken } from '../rented-car-store.ts'

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

/** How many child seats are free for a period; null where none are offered. */
export async function childSeatsFree(db: Db, period: RentalPeriod): Promise<number | null> {
  const stock = await childSeatStock(db)
  if (stock === null) return null
  return Math.max(0, stock - (await countChildSeatsTaken(db, occupiedSpan(period))))
}
