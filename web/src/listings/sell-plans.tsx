import { type ListingPlan, planLabel } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { useId } from 'react'

type SellPlansProps = { chosen: ListingPlan | undefined; onChoose: (plan: ListingPlan) => void }

/** The price list; choosing a plan fills in its amount. */
export function SellPlans({ chosen, onChoose }: SellPlansProps) {
  const { listingPlans } = useSettings()
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">How long is it listed?</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {listingPlans.map((plan) => (
          <label
            key={plan.months}
            className="grid content-start gap-1 rounded-md border border-edge bg-card p-4 has-checked:border-acacia has-checked:bg-acacia-tint has-checked:ring-1 has-checked:ring-acacia has-focus-visible:outline-3 has-focus-visible:outline-acacia"
          >
            <span className="flex items-center justify-between gap-2">
              <span className="font-semibold">{planLabel(plan.months)}</span>
              <input
                type="radio"
                name={name}
                checked={chosen?.months === plan.months}
                onChange={() => onChoose(plan)}
                className="size-5 shrink-0 accent-acacia"
              />
            </span>
            <span className="figures font-display text-xl font-bold tracking-tight">
              {showKsh(plan.price)}
            </span>
            <span className="figures text-sm text-soft">
              {plan.months === 1
                ? 'for a quick sale'
                : `${showKsh(Math.round(plan.price / plan.months))} a month`}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
