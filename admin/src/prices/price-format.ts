import { extraKindLabel, extraLabel } from '@twende/contract/bookings/extra-format.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { OfferedExtra } from '@twende/contract/prices/extra.ts'
import { type PriceRule, type PriceRuleKind, WEEKDAYS } from '@twende/contract/prices/price-rule.ts'
import { weekdayName } from '@twende/contract/prices/weekday-name.ts'
import { m } from '@twende/messages'

/** What each kind of rule sets, and what its number means. */
export const kindLabels: Record<PriceRuleKind, { label: () => string; value: () => string }> = {
  day_price: { label: m.admin_prices_kind_day_price, value: m.admin_prices_value_day_price },
  day_percent: { label: m.admin_prices_kind_day_percent, value: m.admin_prices_value_day_percent },
  length_discount: {
    label: m.admin_prices_kind_length_discount,
    value: m.admin_prices_value_length_discount,
  },
  minimum_days: { label: m.admin_prices_kind_minimum_days, value: m.admin_prices_value_minimum_days },
  insurance: { label: m.admin_prices_kind_insurance, value: m.admin_prices_value_insurance },
}

/** What a rule sets, in words. */
export function effectWords({
  kind,
  value,
  effect,
  fromDays,
}: Pick<PriceRule, 'kind' | 'value' | 'effect' | 'fromDays'>): string {
  switch (kind) {
    case 'day_price':
      return m.admin_prices_effect_day_price({ price: showKsh(value) })
    case 'day_percent':
      return effect === 'multiply'
        ? m.admin_prices_effect_multiply({ percent: value })
        : m.admin_prices_effect_day_percent({ percent: value })
    case 'length_discount':
      return m.admin_prices_effect_length_discount({ percent: value, days: fromDays ?? 0 })
    case 'minimum_days':
      return m.admin_prices_effect_minimum_days({ days: value })
    case 'insurance':
      return m.admin_prices_effect_insurance({ price: showKsh(value) })
  }
}

/** For which cars a rule is. */
export function carsWords({ carName, category }: PriceRule): string {
  if (carName !== null) return carName
  return category === null ? m.admin_prices_cars_fleet() : m.admin_prices_cars_category({ name: category })
}

/** For which dates a rule is. */
export function datesWords({ firstDay, lastDay }: PriceRule): string {
  if (firstDay === null || lastDay === null) return m.admin_prices_any_day()
  if (firstDay === lastDay) return showDay(firstDay)
  return m.admin_prices_period({ from: showDay(firstDay), to: showDay(lastDay) })
}

/** For which days of the week a rule is; empty for all. */
export function weekdaysWords({ weekdays }: PriceRule): string {
  return weekdays.length === WEEKDAYS.length ? '' : weekdays.map(weekdayName).join(', ')
}

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
