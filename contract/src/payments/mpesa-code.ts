import * as z from 'zod/mini'
import { isMpesaCode } from './refund-rules.ts'

/** An M-Pesa code as staff types it, or nothing. */
export const MpesaCode = z.string().check(
  z.trim(),
  z.toUpperCase(),
  z.refine((text) => text === '' || isMpesaCode(text), 'This is not written like an M-Pesa code'),
)
