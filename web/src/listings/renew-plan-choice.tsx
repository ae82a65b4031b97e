import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { LISTING_PLANS, type ListingPlan, renewedEnd } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import { serverNow } from '../server-clock.ts'
import { Choices } from '../ui/choices.tsx'
import { dayWord } from './own-listing-words.ts'

type RenewPlanChoiceProps = {
  listing: OwnListing
  plan: ListingPlan
  onChange: (plan: ListingPlan) => void
}

/** For how long, what it costs, and when it would end. */
export function RenewPlanChoice({ listing, plan, onChange }: RenewPlanChoiceProps) {
  return (
    <div className="grid gap-3">
      <Choices
        legend="For how long?"
        value={String(plan.months)}
        onChange={(months) => onChange(planOf(months))}
        choices={LISTING_PLANS.map(({ months, label, price }) => ({
          value: String(months),
          label: (
            <span className="figures flex flex-wrap justify-between gap-x-3">
              {label} <span>{showKsh(price)}</span>
            </span>
          ),
          hint: <span className="figures">{endWords(listing, months)}</span>,
        }))}
      />
      <p className="text-sm text-soft">{startWords(listing)}</p>
    </div>
  )
}

function planOf(months: string): ListingPlan {
  return LISTING_PLANS.find((plan) => String(plan.months) === months) ?? LISTING_PLANS[0]
}

function endWords({ listingExpiresAt }: OwnListing, months: number): string {
  if (listingExpiresAt === null) return months === 1 ? 'A month on sale' : `${months} months on sale`
  const end = renewedEnd(new Date(listingExpiresAt), serverNow(), months)
  return `Until ${showDay(nairobiDay(end))}`
}

function startWords({ listingExpiresAt }: OwnListing): string {
  if (listingExpiresAt === null)
    return 'The time begins once we have checked the car, so no paid day is lost.'
  const running = new Date(listingExpiresAt) > serverNow()
  return running
    ? `Your listing runs until ${dayWord(listingExpiresAt)}; the new months are added to that.`
    : 'The last period is over; the new one begins with your payment.'
}
