import * as z from 'zod/mini'
import { type KenyanPhoneNumber, normaliseKenyanPhone } from './phone-number.ts'

const SENTENCE = 'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)'

/** A phone number as typed; out comes its stored form. */
export const KenyanPhone = z.pipe(
  z.string(SENTENCE).check(z.maxLength(40, SENTENCE)),
  z.transform((text, context): KenyanPhoneNumber => {
    const phone = normaliseKenyanPhone(text)
    if (phone !== undefined) return phone
    context.issues.push({ code: 'custom', message: SENTENCE, input: text })
    return z.NEVER
  }),
)
