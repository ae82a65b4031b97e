import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { line } from '../text.ts'
import { type KenyanPhoneNumber, normaliseKenyanPhone, normalisePhone } from './phone-number.ts'

const NOT_KENYAN = { error: m.validation_kenyan_phone }

/** A phone number as typed; out comes its stored form. */
export const KenyanPhone = z.pipe(
  z.string(NOT_KENYAN).check(z.maxLength(60, NOT_KENYAN)),
  z.transform((text, context): KenyanPhoneNumber => {
    const phone = normaliseKenyanPhone(text)
    if (phone !== undefined) return phone
    context.issues.push({ code: 'custom', message: m.validation_kenyan_phone(), input: text })
    return z.NEVER
  }),
)

/** A phone number of any country, kept as it was typed. */
export const AnyPhone = line(40).check(
  z.refine((text) => normalisePhone(text) !== undefined, { error: m.validation_phone }),
)
