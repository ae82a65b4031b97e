import type { ChargeKind } from '@twende/contract/bookings/condition/charges.ts'
import {
  type Equipment,
  FULL_TANK,
  type MarkArea,
  type MarkKind,
  type PhotoPosition,
} from '@twende/contract/bookings/condition/condition-report.ts'
import { m } from '@twende/messages'

export const positionLabels: Readonly<Record<PhotoPosition, () => string>> = {
  front: m.condition_position_front,
  frontRight: m.condition_position_front_right,
  right: m.condition_position_right,
  rearRight: m.condition_position_rear_right,
  rear: m.condition_position_rear,
  rearLeft: m.condition_position_rear_left,
  left: m.condition_position_left,
  frontLeft: m.condition_position_front_left,
  interior: m.condition_position_interior,
  dashboard: m.condition_position_dashboard,
  damage: m.condition_position_damage,
}

export const areaLabels: Readonly<Record<MarkArea, () => string>> = {
  front: m.condition_position_front,
  left: m.condition_position_left,
  top: m.condition_area_top,
  right: m.condition_position_right,
  rear: m.condition_position_rear,
}

export const markLabels: Readonly<Record<MarkKind, () => string>> = {
  scratch: m.condition_mark_scratch,
  dent: m.condition_mark_dent,
  chip: m.condition_mark_chip,
  crack: m.condition_mark_crack,
  missing: m.condition_mark_missing,
}

export const equipmentLabels: Readonly<Record<Equipment, () => string>> = {
  spareWheel: m.condition_equipment_spare_wheel,
  jack: m.condition_equipment_jack,
  wheelSpanner: m.condition_equipment_wheel_spanner,
  warningTriangles: m.condition_equipment_warning_triangles,
  firstAidKit: m.condition_equipment_first_aid_kit,
  fireExtinguisher: m.condition_equipment_fire_extinguisher,
  reflectiveJacket: m.condition_equipment_reflective_jacket,
  floorMats: m.condition_equipment_floor_mats,
}

const chargeLabels: Readonly<Record<ChargeKind, () => string>> = {
  kilometres: m.condition_charge_kilometres,
  fuel: m.condition_charge_fuel,
  late: m.condition_charge_late,
  cleaning: m.condition_charge_cleaning,
  damage: m.condition_charge_damage,
  other: m.condition_charge_other,
}

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
