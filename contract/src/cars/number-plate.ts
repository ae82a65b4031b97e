import { m } from '@twende/messages'
import * as z from 'zod/mini'

/** Letters of Kenyan plates: I and O look like 1 and 0, and no plate has them. */
const LETTER = '[A-HJ-NP-Z]'

/** The forms of plates, each as the groups that are written apart. Where two could be meant, the first one is. */
const FORMS = [
  // Private and hired cars: KDA 123A, and before 2007 KAB 123.
  `(K${LETTER}{2})([0-9]{3}${LETTER}?)`,
  // Motorcycles KMCA 123A, three-wheelers KTWA 123A, tractors KTCB 123A, heavy machines KHMA 123A.
  `(K(?:M|TW|TC|HM)${LETTER}{1,2})([0-9]{3}${LETTER}?)`,
  // Trailers: ZC 1234.
  `(Z${LETTER})([0-9]{4}${LETTER}?)`,
  // Of the national government, of counties and their governors, of the army.
  `(GK)(${LETTER}?[0-9]{3}${LETTER}?)`,
  `([0-9]{1,2})(CG)([0-9]{3}${LETTER}?)`,
  `(GVN)([0-9]{2,3}${LETTER}?)`,
  '([0-9]{2})(KA)([0-9]{2})',
  // Of embassies and the United Nations: 123 CD 4K.
  '([0-9]{1,3})(CD|UN)([0-9]{1,3}K?)',
  // Of Uganda, Rwanda, Tanzania, South Sudan, Burundi and Ethiopia.
  '(U[A-Z]{2})([0-9]{3}[A-Z])',
  '(U[A-Z])([0-9]{3}[A-Z]{2})',
  '(R[A-Z]{2})([0-9]{3}[A-Z])',
  '(T)([0-9]{3})([A-Z]{3})',
  '(SSD)([0-9]{3}[A-Z]{1,2})',
  '([A-Z]{2})([0-9])([0-9]{5})',
].map((form) => new RegExp(`^${form}$`))

/** The plate in its stored form, such as “KDA 123A”; undefined for what is no plate of Kenya or a neighbour. */
export function readNumberPlate(typed: string): string | undefined {
  const compact = compactPlate(typed)
  for (const form of FORMS) {
    const groups = form.exec(compact) ?? form.exec(withDigits(compact))
    if (groups) return groups.slice(1).join(' ')
  }
  return undefined
}

/** Capitals and digits alone, however a plate is spaced; what is neither stays, and makes it no plate. */
export function compactPlate(typed: string): string {
  return typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Default_Ignorable_Code_Point}._/·•]/gu, '')
}

/** O and I among the digits of a Kenyan plate are typed for 0 and 1. */
function withDigits(compact: string): string {
  const [, letters, figures, last = ''] =
    /^(K[A-HJ-NP-Z]{2,3})([0-9OI]{3})([A-HJ-NP-Z]?)$/.exec(compact) ?? []
  if (letters === undefined || figures === undefined) return compact
  return letters + figures.replaceAll('O', '0').replaceAll('I', '1') + last
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
