import { planLabel } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { FieldError } from '@twende/ui/controls/field.tsx'
import { textOf } from '@twende/ui/form/use-submit.ts'
import { SettingsPart, useTyped, WholeNumber } from './settings-part.tsx'

type LoadedSettings = Reply<'GET /api/admin/settings'>['data']

type Plans = LoadedSettings['listingPlans']

/** What sellers pay for the time that their car is shown. */
export function PlansPart({ plans }: { plans: Plans }) {
  const { typed, part, onInput } = useTyped(plans, plansIn)
  const wrong = typed.find(({ price }, at) => at > 0 && price <= (typed[at - 1]?.price ?? 0))
  return (
    <div ref={part} onInput={onInput}>
      <SettingsPart
        title="Plans for a car for sale"
        hint="What was paid, or asked of a phone, before a change buys what it bought then."
        after={
          wrong && (
            <div role="status" className="mt-4">
              <FieldError>{planLabel(wrong.months)} must cost more than the plan before it.</FieldError>
            </div>
          )
        }
      >
        {plans.map(({ months, price }, at) => (
          <WholeNumber
            key={months}
            name={nameOf(months)}
            label={`${planLabel(months)} (Ksh)`}
            value={price}
            min={100}
            max={100_000}
            unit="shillings"
            {...(months > 1 && { hint: `${showKsh(Math.round((typed[at]?.price ?? 0) / months))} a month.` })}
          />
        ))}
      </SettingsPart>
    </div>
  )
}

const nameOf = (months: number) => `plan${months}`

/** The prices as they are typed. */
export function plansIn(form: FormData): Plans {
  const price = (months: number) => Number(textOf(form, nameOf(months)))
  return [
    { months: 1, price: price(1) },
    { months: 3, price: price(3) },
    { months: 6, price: price(6) },
    { months: 12, price: price(12) },
  ]
}
