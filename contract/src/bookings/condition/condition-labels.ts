import { m } from '@twende/messages'
import {
  areaAt,
  type Equipment,
  type Mark,
  type MarkArea,
  type MarkKind,
  type PhotoPosition,
  type PhotoRepeat,
} from './condition-report.ts'

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

/** What is said beside a photo that was sent before. */
export function repeatWords({ of, position }: PhotoRepeat): string {
  return of === 'report'
    ? m.condition_photo_repeats_report({ position: positionLabels[position]() })
    : m.condition_photo_repeats_earlier()
}

/** `Scratch, left side`. */
export function markName({ kind, x, y }: Pick<Mark, 'kind' | 'x' | 'y'>): string {
  return m.condition_mark_name({ kind: markLabels[kind](), area: areaLabels[areaAt(x, y)]() })
}
