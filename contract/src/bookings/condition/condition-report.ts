import { m } from '@twende/messages'
import { locales } from '@twende/messages/runtime'
import * as z from 'zod/mini'
import { storedDocument } from '../../stored-document.ts'
import { Id, line, optionalLine, optionalParagraphs, SeenAt } from '../../text.ts'
import { Signature } from './signature.ts'

/** A car is looked at when it leaves and when it comes back. */
export const REPORT_KINDS = ['handover', 'return'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** The eight photos of every report, in the order of a walk around the car. */
export const GUIDED_POSITIONS = [
  'front',
  'frontRight',
  'right',
  'rearRight',
  'rear',
  'rearLeft',
  'left',
  'frontLeft',
] as const
export type GuidedPosition = (typeof GUIDED_POSITIONS)[number]

/** `damage` shows one mark from near; there may be several. */
export const PHOTO_POSITIONS = [...GUIDED_POSITIONS, 'interior', 'dashboard', 'damage'] as const
export type PhotoPosition = (typeof PHOTO_POSITIONS)[number]

/** A photo that was sent before: in this report, or in an earlier one of the car. */
export const PhotoRepeat = z.object({ of: z.enum(['report', 'earlier']), position: z.enum(PHOTO_POSITIONS) })
export type PhotoRepeat = z.output<typeof PhotoRepeat>

export const MOST_DAMAGE_PHOTOS = 12
export const MOST_MARKS = 60

export const MARK_KINDS = ['scratch', 'dent', 'chip', 'crack', 'missing'] as const
export type MarkKind = (typeof MARK_KINDS)[number]

/** Sides of the car on the drawing. */
export const MARK_AREAS = ['front', 'left', 'top', 'right', 'rear'] as const
export type MarkArea = (typeof MARK_AREAS)[number]

/** The drawing on which marks are set: a car seen from above, its sides folded out. */
export const DRAWING_SIZE = { width: 300, height: 400 } as const

/** The part of the drawing that each side takes. */
export const areaBounds: Record<MarkArea, { x: number; y: number; width: number; height: number }> = {
  front: { x: 70, y: 0, width: 160, height: 60 },
  left: { x: 0, y: 60, width: 70, height: 280 },
  top: { x: 70, y: 60, width: 160, height: 280 },
  right: { x: 230, y: 60, width: 70, height: 280 },
  rear: { x: 70, y: 340, width: 160, height: 60 },
}

/** The side on which a point of the drawing is; a corner belongs to the long side. */
export function areaAt(x: number, y: number): MarkArea {
  if (x < areaBounds.top.x) return 'left'
  if (x >= areaBounds.right.x) return 'right'
  if (y < areaBounds.top.y) return 'front'
  return y >= areaBounds.rear.y ? 'rear' : 'top'
}

/** What is in the car besides the car. */
export const EQUIPMENT = [
  'spareWheel',
  'jack',
  'wheelSpanner',
  'warningTriangles',
  'firstAidKit',
  'fireExtinguisher',
  'reflectiveJacket',
  'floorMats',
] as const
export type Equipment = (typeof EQUIPMENT)[number]

/** The tank is read in eighths. */
export const FULL_TANK = 8

export const FuelEighths = z
  .int({ error: m.validation_fuel_level })
  .check(z.gte(0, { error: m.validation_fuel_level }), z.lte(FULL_TANK, { error: m.validation_fuel_level }))

/** A mark on the car; it keeps its id from one report of the car to the next. */
export const Mark = z.object({
  id: z.uuid(),
  x: z.int().check(z.gte(0), z.lte(DRAWING_SIZE.width)),
  y: z.int().check(z.gte(0), z.lte(DRAWING_SIZE.height)),
  kind: z.enum(MARK_KINDS, { error: m.validation_mark_kind }),
  note: optionalLine(120),
})
export type Mark = z.output<typeof Mark>

const StoredMark = z.extend(Mark, {
  /** Not on the car at its last report. */
  isNew: z.boolean(),
})
export type ReportMark = z.output<typeof StoredMark>

/** Marks and equipment as a report stores them. */
export const reportDocument = /* @__PURE__ */ storedDocument(
  'condition report',
  z.object({ marks: z.array(StoredMark), equipment: z.array(z.enum(EQUIPMENT)) }),
)

/** What completes a report, besides kilometres and fuel. Its photos were uploaded before. */
export const ReportInput = z.object({
  /** Of the device on which it was made. */
  draftId: Id,
  /** Every photo of the report; those uploaded and not named here are dropped. */
  photoIds: z.array(Id).check(z.maxLength(GUIDED_POSITIONS.length + 2 + MOST_DAMAGE_PHOTOS)),
  marks: z.array(Mark).check(z.maxLength(MOST_MARKS)),
  equipment: z.array(z.enum(EQUIPMENT)).check(z.maxLength(EQUIPMENT.length)),
  signature: Signature,
  signerName: line(80, m.validation_signer_name),
  /** When it was signed, by the clock of the device. */
  signedAt: SeenAt,
  /** Of the agreement that was read and signed; without it, that of the customer. */
  language: z.optional(z.enum(locales)),
})
export type ReportInput = z.output<typeof ReportInput>

/** Kilometres, fuel and a note, as the car stands in the yard. */
export const conditionFields = {
  km: z
    .int({ error: m.validation_kilometres_missing })
    .check(z.gte(0), z.lte(2_000_000, { error: m.validation_kilometres_too_many })),
  /** Somebody looked again at kilometres that are unlikely after the last reading. */
  kmConfirmed: z._default(z.boolean(), false),
  fuel: FuelEighths,
  note: optionalParagraphs(500),
}
