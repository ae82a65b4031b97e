import type { Condition, Ownership } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'

export const conditionLabels: Readonly<Record<Condition, () => string>> = {
  excellent: m.car_label_excellent,
  good: m.car_label_good,
  fair: m.car_label_fair,
  'needs repair': m.car_label_needs_repair,
}

/** Whose hands the car is in, such as `First owner`. */
export const ownershipLabels: Readonly<Record<Ownership, () => string>> = {
  first: m.car_label_first_owner,
  second: m.car_label_second_owner,
  third: m.car_label_third_owner,
  'fourth+': m.car_label_fourth_owner,
}

/** `75,200 km`. */
export function showKm(km: number): string {
  return m.common_km({ km: km.toLocaleString('en-KE', { maximumFractionDigits: 0 }) })
}
