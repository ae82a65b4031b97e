import { violatedConstraint } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'

const USED_ONCE = new Set([
  'payment_code_is_used_once',
  'payment_receipt_is_used_once',
  'refund_receipt_is_used_once',
])

/** Whether the database refused a payment code because another payment or refund has it already. */
export function isUsedCode(error: unknown): boolean {
  const constraint = violatedConstraint(error)
  return constraint !== undefined && USED_ONCE.has(constraint)
}

/** The error for a code that another payment or refund has already. */
export function usedCodeError(message?: string): AppError {
  return new AppError('mpesa_code_used', message === undefined ? {} : { message })
}
