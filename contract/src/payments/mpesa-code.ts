import * as z from 'zod/mini'
import { isPaymentCode } from './payment-choices.ts'
import { isMpesaCode } from './refund-rules.ts'

/** An M-Pesa code as staff types it, or nothing. */
export const MpesaCode = z.string().check(
  z.trim(),
  z.toUpperCase(),
  z.refine((text) => text === '' || isMpesaCode(text), 'This is not written like an M-Pesa code'),
)

/** The code of a refund at the provider that sent it, as staff types it, or nothing. */
export const RefundCode = z.string().check(
  z.trim(),
  z.toUpperCase(),
  z.refine((text) => text === '' || isPaymentCode(text), 'This is not written like an M-Pesa code'),
)
