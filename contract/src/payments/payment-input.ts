import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { line } from '../text.ts'
import { isMpesaCode, isPaymentCode } from './payment-choices.ts'
import { type KenyanPhoneNumber, normaliseKenyanPhone, normalisePhone } from './phone-number.ts'

/** An M-Pesa code as staff types it, or nothing. */
export const MpesaCode = z.string().check(
  z.overwrite(plainCode),
  z.refine((text) => text === '' || isMpesaCode(text), { error: m.validation_mpesa_code }),
)

/** The code of a refund at the provider that sent it, as staff types it, or nothing. */
export const RefundCode = z.string().check(
  z.overwrite(plainCode),
  z.refine((text) => text === '' || isPaymentCode(text), { error: m.validation_mpesa_code }),
)

/** A code in capitals, without spaces and without signs that nobody sees. */
function plainCode(text: string): string {
  return text
    .slice(0, 200)
    .normalize('NFKC')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
}

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
