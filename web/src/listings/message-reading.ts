import { type ListingPlans, planLabel, planPaidBy } from '@twende/contract/listings/listing-plan.ts'
import { readShillings } from '@twende/contract/listings/sell-form-checks.ts'
import { showKsh } from '@twende/contract/money.ts'
import { type MpesaReading, readMpesaMessage } from '@twende/contract/payments/mpesa-message.ts'
import {
  type MpesaRecipient,
  mpesaWarnings,
  mpesaWarningWords,
} from '@twende/contract/payments/mpesa-message-warnings.ts'
import type { SellPayment } from './sell-draft.ts'

/** What a pasted message puts into the other fields. */
export function filledByMessage(text: string): Partial<SellPayment> {
  const reading = readMpesaMessage(text)
  if (!reading.read || reading.kind === 'received' || reading.amount < 1) return {}
  return { amount: String(reading.amount) }
}

export type ToldMessage = { reading: MpesaReading; warnings: readonly string[] }

/** What a message says, and what to look at twice; undefined while there is none. */
export function toldMessage(
  { mpesaMessage, amount }: Pick<SellPayment, 'mpesaMessage' | 'amount'>,
  payTo: MpesaRecipient,
  now: Date,
): ToldMessage | undefined {
  if (mpesaMessage.trim() === '') return undefined
  const reading = readMpesaMessage(mpesaMessage)
  if (!reading.read) return { reading, warnings: [] }
  const expected = { payTo, amount: readShillings(amount), text: mpesaMessage }
  const warnings = mpesaWarnings(reading, expected, now).map((warning) => mpesaWarningWords[warning])
  return { reading, warnings }
}

/** `Ksh 4,500 pays for 3 months`, or that it pays for none. */
export function planWords(amount: number, plans: ListingPlans): string {
  const plan = planPaidBy(amount, plans)
  if (plan) return `${showKsh(amount)} pays for ${planLabel(plan.months)}.`
  const [{ months, price }] = plans
  return `${showKsh(amount)} pays for no plan. The smallest costs ${showKsh(price)} for ${planLabel(months)}.`
}
