import { m } from '@twende/messages'
import type { ChargeKind } from './charges.ts'
import { FULL_TANK } from './condition-report.ts'

const chargeLabels: Readonly<Record<ChargeKind, () => string>> = {
  kilometres: m.condition_charge_kilometres,
  fuel: m.condition_charge_fuel,
  late: m.condition_charge_late,
  cleaning: m.condition_charge_cleaning,
  damage: m.condition_charge_damage,
  other: m.condition_charge_other,
}

/** The name of a kind of charge. */
export function chargeKindLabel(kind: ChargeKind): string {
  return chargeLabels[kind]()
}

type NamedCharge = { kind: ChargeKind; what: string; quantity: number | null }

/** A charge by its name, with its number of kilometres, eighths or days. */
export function chargeLabel({ kind, what, quantity }: NamedCharge): string {
  if (kind === 'other') return what
  const name = quantity === null ? chargeKindLabel(kind) : countedCharge(kind, quantity)
  return what ? `${name}: ${what}` : name
}

function countedCharge(kind: ChargeKind, count: number): string {
  if (kind === 'kilometres')
    return m.condition_charge_kilometres_counted({ km: count.toLocaleString('en-GB') })
  if (kind === 'fuel') return m.condition_charge_fuel_counted({ eighths: count })
  return kind === 'late' ? m.condition_charge_late_counted({ count }) : chargeKindLabel(kind)
}

/** `Full`, `Empty`, `3/8`: a level of the tank. */
export function fuelLabel(eighths: number | null): string {
  if (eighths === null) return m.condition_fuel_unknown()
  if (eighths === FULL_TANK) return m.condition_fuel_full()
  if (eighths === 0) return m.condition_fuel_empty()
  return m.condition_fuel_eighths({ eighths })
}
