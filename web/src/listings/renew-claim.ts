import { readShillings } from '@twende/contract/listings/sell-form-checks.ts'
import type { MpesaReading } from '@twende/contract/payments/mpesa-message.ts'
import { mpesaProblemWords } from '@twende/contract/payments/mpesa-message-warnings.ts'
import { normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'

/** What a seller says was paid, as typed. */
export type RenewalClaim = {
  mpesaMessage: string
  amount: string
  mpesaPhoneNumber: string
  mpesaName: string
}
export type RenewalField = keyof RenewalClaim

const WRONG_PHONE = 'Please enter a valid Kenyan phone number (e.g., 254712345678 or 0712345678)'

/** What the server would refuse, field by field in the order of the form. */
export function renewalProblems(
  claim: RenewalClaim,
  reading: MpesaReading,
): Partial<Record<RenewalField, string>> {
  const problems: Partial<Record<RenewalField, string>> = {}
  if (!reading.read) problems.mpesaMessage = mpesaProblemWords[reading.problem]
  if ((readShillings(claim.amount) ?? 0) < 1) problems.amount = 'Please enter a valid payment amount'
  if (claim.mpesaPhoneNumber.trim() === '') problems.mpesaPhoneNumber = 'Please enter the M-Pesa phone number'
  else if (!normaliseKenyanPhone(claim.mpesaPhoneNumber)) problems.mpesaPhoneNumber = WRONG_PHONE
  if (claim.mpesaName.trim() === '') problems.mpesaName = 'Please enter the M-Pesa name'
  return problems
}
