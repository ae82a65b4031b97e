import { m } from '@twende/messages'
import * as z from 'zod/mini'

/** A VIN of 17, or the shorter frame number of a car imported from Japan. Neither has I, O or Q. */
const CHASSIS = /^(?=.*\d)(?:[A-HJ-NPR-Z0-9]{17}|[A-HJ-NPR-Z0-9]{6,15})$/

/** The number as it is stored, in capitals without spaces and hyphens; undefined for what is no chassis number. */
export function readChassisNumber(typed: string): string | undefined {
  const compact = typed.toUpperCase().replace(/[\s.-]/g, '')
  return CHASSIS.test(compact) ? compact : undefined
}

/** A chassis number as typed; empty for a car without one. */
export const ChassisNumberInput = z.pipe(
  z
    .string({ error: m.validation_chassis_number })
    .check(z.maxLength(40, { error: m.validation_chassis_number })),
  z.transform((typed, context) => {
    const number = typed.trim() === '' ? '' : readChassisNumber(typed)
    if (number !== undefined) return number
    context.issues.push({ code: 'custom', message: m.validation_chassis_number(), input: typed })
    return z.NEVER
  }),
)
