import * as z from 'zod/mini'
import { CancellationPolicy } from '../bookings/cancellation-policy.ts'
import { plainLine } from '../plain-text.ts'
import { line } from '../text.ts'

/** Minutes; a hold shorter than an M-Pesa request takes would lose paying customers their car. */
const minutes = (max: number) =>
  z
    .int('Please enter whole minutes')
    .check(z.gte(5, 'A hold lasts at least 5 minutes'), z.lte(max, `A hold lasts at most ${max} minutes`))

const Holds = z.object({ mpesa: minutes(120), whatsapp: minutes(2_880) })

/** A plan of so many months; sellers pay it with one M-Pesa payment. */
function plan<Months extends number>(months: Months) {
  const price = z
    .int('Please enter whole shillings')
    .check(z.gte(100, 'A plan costs at least Ksh 100'), z.lte(100_000, 'A plan costs at most Ksh 100,000'))
  return z.object({ months: z.literal(months), price })
}

const Plans = z
  .tuple([plan(1), plan(3), plan(6), plan(12)])
  .check(
    z.refine(
      (plans) => plans.every(({ price }, at) => at === 0 || price > (plans[at - 1]?.price ?? 0)),
      'A longer plan costs more than a shorter one',
    ),
  )

const short = z.string().check(z.overwrite(plainLine), z.maxLength(60, 'Please use at most 60 characters'))

/** What the business says of itself and decides; the same for every process and page. */
export const BusinessSettings = z.object({
  businessName: line(40, 'Please enter the name of the business'),
  /** Digits with the country code, as WhatsApp wants them. */
  whatsappNumber: z
    .string()
    .check(z.trim(), z.regex(/^[1-9]\d{8,14}$/, 'Please enter a number such as 254712345678')),
  /** The name that M-Pesa shows for the till or paybill; empty where nobody looked it up. */
  mpesaBusinessName: short,
  /** What a payer writes as the account; empty for a till. */
  mpesaAccountHint: short,
  /** How long an unpaid booking keeps its car, in minutes. */
  bookingHoldMinutes: Holds,
  /** How long an unpaid order keeps its pieces, in minutes. */
  orderHoldMinutes: Holds,
  /** What sellers pay for the time that their car is shown. */
  listingPlans: Plans,
  /** What a customer who cancels gets back; a booking keeps the terms under which it was made. */
  cancellation: CancellationPolicy,
})
export type BusinessSettings = z.output<typeof BusinessSettings>
