import { nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { OwnListing } from '@twende/contract/listings/listing.ts'
import { type ListingPlan, planLabel, renewedEnd } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { dayWord } from './own-listing-words.ts'

type RenewPlanChoiceProps = {
  listing: OwnListing
  plan: ListingPlan
  onChange: (plan: ListingPlan) => void
}

/** For how long, what it costs, and when it would end. */
export function RenewPlanChoice({ listing, plan, onChange }: RenewPlanChoiceProps) {
  const { listingPlans } = useSettings()
  return (
    <div className="grid gap-3">
      <Choices
        legend="For how long?"
        value={String(plan.months)}
        onChange={(months) => onChange(listingPlans.find((one) => String(one.months) === months) ?? plan)}
        choices={listingPlans.map(({ months, price }) => ({
          value: String(months),
          label: (
            <span className="figures flex flex-wrap justify-between gap-x-3">
              {planLabel(months)} <span>{showKsh(price)}</span>
            </span>
          ),
          hint: <span className="figures">{endWords(listing, months)}</span>,
        }))}
      />
      <p className="text-sm text-soft">{startWords(listing)}</p>
    </div>
  )
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
