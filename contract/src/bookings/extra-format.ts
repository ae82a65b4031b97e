import { m } from '@twende/messages'
import { showKsh } from '../money.ts'
import type { ExtraKind } from '../prices/extra.ts'
import type { ExtraLine } from './booked-extras.ts'

const kindLabels: Readonly<Record<ExtraKind, () => string>> = {
  chauffeur: m.extra_kind_chauffeur,
  additional_driver: m.extra_kind_additional_driver,
  child_seat: m.extra_kind_child_seat,
  delivery: m.extra_kind_delivery,
  collection: m.extra_kind_collection,
  one_way: m.extra_kind_one_way,
  extra_km: m.extra_kind_extra_km,
}

/** What kind of extra it is. */
export const extraKindLabel = (kind: ExtraKind): string => kindLabels[kind]()

type NameOfPlace = (place: string) => string

/** What staff makes ready with the car, or takes back with it. */
export function extrasToPrepare(lines: readonly ExtraLine[], at: 'pickup' | 'return'): string[] {
  return lines.flatMap((line) => {
    const { kind, quantity: count } = line
    if (kind === 'child_seat') return m.extra_prepare_seats({ count })
    if (kind === (at === 'pickup' ? 'delivery' : 'collection')) return extraLabel(line)
    if (at === 'return') return []
    if (kind === 'additional_driver') return m.extra_prepare_drivers({ count })
    return kind === 'chauffeur' ? extraKindLabel(kind) : []
  })
}

/** An extra in words, with what it costs each where there are several: `Child seats: 2 × Ksh 500`. */
export function extraLabel(
  { kind, quantity, price, place, toPlace, atAddress, km }: ExtraLine,
  nameOf: NameOfPlace = (name) => name,
): string {
  const each = { count: quantity, price: showKsh(price) }
  const where = { place: nameOf(place ?? '') }
  switch (kind) {
    case 'chauffeur':
      return m.extra_line_chauffeur(each)
    case 'additional_driver':
      return m.extra_line_additional_drivers(each)
    case 'child_seat':
      return m.extra_line_child_seats(each)
    case 'delivery':
      return atAddress ? m.extra_line_delivery_address(where) : m.extra_line_delivery(where)
    case 'collection':
      return atAddress ? m.extra_line_collection_address(where) : m.extra_line_collection(where)
    case 'one_way':
      return m.extra_line_one_way({ from: nameOf(place ?? ''), to: nameOf(toPlace ?? '') })
    case 'extra_km':
      return m.extra_line_kilometres({ km: (km ?? 0).toLocaleString('en-KE') })
  }
}
