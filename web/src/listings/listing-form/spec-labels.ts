import type { SpecName } from '@twende/contract/listings/listing-choices.ts'
import { m } from '@twende/messages'

const specLabels: Readonly<Record<SpecName, () => string>> = {
  engine: m.sell_field_engine,
  power: m.sell_field_power,
  acceleration: m.sell_field_acceleration,
  topSpeed: m.sell_field_top_speed,
  range: m.sell_field_range,
  towingCapacity: m.sell_field_towing_capacity,
}

/** Technical data under the names that people read, in the order of the form; a name that is not ours comes last as it is. */
export function labelledSpecs(specs: Readonly<Record<string, string>>): Record<string, string> {
  const known = Object.entries(specLabels).flatMap(([name, label]) =>
    specs[name] ? [[label(), specs[name]] as const] : [],
  )
  const others = Object.entries(specs).filter(([name]) => !Object.hasOwn(specLabels, name))
  return Object.fromEntries([...known, ...others])
}
