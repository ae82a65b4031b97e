import { extraKindLabel } from '@twende/contract/bookings/extra-format.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { OfferedExtra } from '@twende/contract/prices/extra.ts'
import { m } from '@twende/messages'

/** An extra of the price list in words, without its price. */
export function extraName({ kind, place, toPlace, atAddress, km }: OfferedExtra): string {
  switch (kind) {
    case 'delivery': {
      const where = { place: place ?? '' }
      return atAddress ? m.extra_line_delivery_address(where) : m.extra_line_delivery(where)
    }
    case 'collection': {
      const where = { place: place ?? '' }
      return atAddress ? m.extra_line_collection_address(where) : m.extra_line_collection(where)
    }
    case 'one_way':
      return place === null
        ? m.admin_extras_one_way_any()
        : m.extra_line_one_way({ from: place, to: toPlace ?? '' })
    case 'extra_km':
      return m.extra_line_kilometres({ km: (km ?? 0).toLocaleString('en-KE') })
    default:
      return extraKindLabel(kind)
  }
}

/** What it costs, and for what. */
export function extraPrice({ kind, price }: OfferedExtra): string {
  if (price === 0) return m.admin_extras_free()
  if (kind === 'chauffeur') return m.admin_extras_per_day({ price: showKsh(price) })
  const isEach = kind === 'additional_driver' || kind === 'child_seat'
  return isEach ? m.admin_extras_each({ price: showKsh(price) }) : showKsh(price)
}
