import type { ExtraLine } from '@twende/contract/bookings/booked-extras.ts'
import { extraLabel } from '@twende/contract/bookings/extra-format.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { PlaceNames } from '../../content/place-names.ts'

/** Each extra with its price, its places by the names of the language. */
export function extraLines(extras: readonly ExtraLine[], places: PlaceNames): string[] {
  const nameOf = (place: string) => places.get(place) ?? place
  return extras.map((line) => `${extraLabel(line, nameOf)}, ${showKsh(line.amount)}`)
}
