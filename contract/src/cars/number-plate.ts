import { m } from '@twende/messages'
import * as z from 'zod/mini'

/** The forms of Kenyan plates, each as the groups that are written apart. */
const FORMS = [
  // Private and hired cars: KDA 123A, and before 2007 KAB 123.
  /^(K[A-Z]{2})(\d{3}[A-Z]?)$/,
  // Of the national government, and of counties.
  /^(GK)([A-Z]?\d{3}[A-Z]?)$/,
  /^(\d{1,2})(CG)(\d{3}[A-Z]?)$/,
  // Of embassies and the United Nations: 123 CD 4K.
  /^(\d{1,3})(CD|UN)(\d{1,3}K?)$/,
] as const

/** The plate as it is stored and shown, such as “KDA 123A”; undefined for what is no Kenyan plate. */
export function readNumberPlate(typed: string): string | undefined {
  const compact = typed.toUpperCase().replace(/[\s.-]/g, '')
  for (const form of FORMS) {
    const groups = form.exec(compact)
    if (groups) return groups.slice(1).join(' ')
  }
  return undefined
}

/** A number plate as typed, in capitals or not, with spaces or not; empty for a car without one. */
export const NumberPlateInput = z.pipe(
  z.string({ error: m.validation_number_plate }).check(z.maxLength(30, { error: m.validation_number_plate })),
  z.transform((typed, context) => {
    const plate = typed.trim() === '' ? '' : readNumberPlate(typed)
    if (plate !== undefined) return plate
    context.issues.push({ code: 'custom', message: m.validation_number_plate(), input: typed })
    return z.NEVER
  }),
)
