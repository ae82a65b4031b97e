import { extraKindLabel, extraLabel } from '@twende/contract/bookings/extra-format.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { OfferedExtra } from '@twende/contract/prices/extra.ts'
import { m } from '@twende/messages'

/** An extra of the price list in words, without its price. */
export function extraName(extra: OfferedExtra): string {
  const { kind, price, place } = extra
  switch (kind) {
    case 'chauffeur':
    case 'additional_driver':
    case 'child_seat':
      return extraKindLabel(kind)
    case 'one_way':
      if (place === null) return m.admin_extras_one_way_any()
      break
  }
  return extraLabel({ ...extra, quantity: 1, amount: price })
}

/** What it costs, and for what. */
export function extraPrice({ kind, price }: OfferedExtra): string {
  if (price === 0) return m.admin_extras_free()
  if (kind === 'chauffeur') return m.admin_extras_per_day({ price: showKsh(price) })
  const isEach = kind === 'additional_driver' || kind === 'child_seat'
  return isEach ? m.admin_extras_each({ price: showKsh(price) }) : showKsh(price)
}
