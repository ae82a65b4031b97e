import * as z from 'zod/mini'
import { line } from '../text.ts'

/** Minutes; a hold shorter than an M-Pesa request takes would lose paying customers their car. */
const minutes = (max: number) =>
  z
    .int('Please enter whole minutes')
    .check(z.gte(5, 'A hold lasts at least 5 minutes'), z.lte(max, `A hold lasts at most ${max} minutes`))

const Holds = z.object({ mpesa: minutes(120), whatsapp: minutes(2_880) })

/** What the business says of itself and decides; the same for every process and page. */
export const BusinessSettings = z.object({
  businessName: line(40, 'Please enter the name of the business'),
  /** Digits with the country code, as WhatsApp wants them. */
  whatsappNumber: z
    .string()
    .check(z.trim(), z.regex(/^[1-9]\d{8,14}$/, 'Please enter a number such as 254712345678')),
  /** The name that M-Pesa shows for the till or paybill; empty where nobody looked it up. */
  mpesaBusinessName: z.string().check(z.trim(), z.maxLength(60, 'Please use at most 60 characters')),
  /** What a payer writes as the account; empty for a till. */
  mpesaAccountHint: z.string().check(z.trim(), z.maxLength(60, 'Please use at most 60 characters')),
  /** How long an unpaid booking keeps its car, in minutes. */
  bookingHoldMinutes: Holds,
  /** How long an unpaid order keeps its pieces, in minutes. */
  orderHoldMinutes: Holds,
})
export type BusinessSettings = z.output<typeof BusinessSettings>
