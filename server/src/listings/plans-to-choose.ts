import { isPlanPrice, type ListingPlans, plansInWords } from '@twende/contract/listings/listing-plan.ts'
import type { Db } from '../db/database.ts'
import { AppError } from '../http/app-error.ts'
import { plansNow } from '../settings/read-plans.ts'

/** The price list that the amount is chosen from: a phone is asked for a plan's price only. */
export async function plansToChoose(db: Db, amount: number, now: Date): Promise<ListingPlans> {
  const plans = await plansNow(db, now)
  if (isPlanPrice(amount, plans)) return plans
  throw new AppError('listing_plan_unknown', { message: `Please choose a plan: ${plansInWords(plans)}.` })
}
