import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { storedDocument } from '../../stored-document.ts'

/** The field in which a signature is drawn; points of strokes are whole numbers within it. */
export const SIGNATURE_SIZE = { width: 600, height: 240 } as const

const MOST_STROKES = 60
const MOST_NUMBERS = 1_200
/** A dot, a tick or a slip of the finger is shorter, or stays within less. */
const LEAST_LENGTH = 180
const LEAST_WIDTH = 60
/** One stroke that turns back on itself is a signature; one straight line is not. */
const LEAST_BEND = 1.25

const coordinate = z.int().check(z.gte(0), z.lte(SIGNATURE_SIZE.width))

/** Strokes of a finger: x and y of each point in turn. */
export const Signature = z
  .object({
    strokes: z
      .array(z.array(coordinate).check(z.minLength(2), z.maxLength(MOST_NUMBERS)))
      .check(z.maxLength(MOST_STROKES)),
  })
  .check(z.refine((signature) => isSigned(signature), { error: m.validation_signature, path: ['strokes'] }))
export type Signature = { strokes: number[][] }

export const signatureDocument = /* @__PURE__ */ storedDocument('signature', Signature)

/** Whether it is more than a dot or a single short stroke. */
export function isSigned({ strokes }: Signature): boolean {
  const points = strokes.map(pointsOf)
  const all = points.flat()
  const length = points.reduce((sum, stroke) => sum + lengthOf(stroke), 0)
  if (length < LEAST_LENGTH) return false
  const across = spread(all.map(([x]) => x))
  const down = spread(all.map(([, y]) => y))
  if (across < LEAST_WIDTH) return false
  const isBent = length >= Math.hypot(across, down) * LEAST_BEND
  return isBent || points.filter((stroke) => lengthOf(stroke) > 0).length > 2
}

/** The strokes as the path of an SVG of `SIGNATURE_SIZE`. */
export function signaturePath({ strokes }: Signature): string {
  return strokes
    .map(pointsOf)
    .map((points) => {
      const [first = [0, 0], ...others] = points
      // A dot has no length, and would not be drawn without a line.
      const rest = others.length > 0 ? others : [first]
      return `M${first.join(' ')}${rest.map((point) => `L${point.join(' ')}`).join('')}`
    })
    .join('')
}

type Point = [x: number, y: number]

function pointsOf(stroke: readonly number[]): Point[] {
  const points: Point[] = []
  for (let at = 0; at + 1 < stroke.length; at += 2) points.push([stroke[at] ?? 0, stroke[at + 1] ?? 0])
  return points
}

function lengthOf(points: readonly Point[]): number {
  let length = 0
  for (const [place, [x, y]] of points.entries()) {
    const before = points[place - 1]
    if (before) length += Math.hypot(x - before[0], y - before[1])
  }
  return length
}

function spread(values: readonly number[]): number {
  return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values)
}
