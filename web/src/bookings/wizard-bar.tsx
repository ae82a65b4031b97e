import type { RentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { daysInWords } from '@twende/ui/cars/car-words.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { Price } from '@twende/ui/controls/price.tsx'
import { StickyBar } from '@twende/ui/controls/sticky-bar.tsx'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { ChoiceName } from './booking-choices.ts'
import { type FormStep, fieldLabels } from './wizard-rules.ts'

type WizardBarProps = {
  step: FormStep
  missing: readonly ChoiceName[]
  pricePerDay: number
  price: RentalPrice | undefined
  taken: boolean
  pending: boolean
  onBack: () => void
}

/** Back, the price so far and the way on: at the bottom edge of phones, below the form elsewhere. */
export function WizardBar({ step, missing, pricePerDay, price, taken, pending, onBack }: WizardBarProps) {
  return (
    <StickyBar>
      {step > 1 && (
        <Button variant="secondary" aria-label="Back" className="px-3 md:px-5" onClick={onBack}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          <span className="hidden md:inline">Back</span>
        </Button>
      )}
      <div className="min-w-0 flex-1 leading-tight lg:hidden">
        {price ? (
          <>
            <Price ksh={price.finalAmount} />
            <span
              className={classes(
                'figures block truncate text-sm',
                taken ? 'font-semibold text-clay-deep' : 'text-soft',
              )}
            >
              {taken
                ? 'Not free on these dates'
                : `${daysInWords(price.totalDays)} × ${price.pricePerDay.toLocaleString('en-KE')}`}
            </span>
          </>
        ) : (
          <Price ksh={pricePerDay} per="day" />
        )}
      </div>
      <p id="still-needed" className="hidden flex-1 text-right text-sm text-soft lg:block">
        {neededWords(missing)}
      </p>
      <Button
        type="submit"
        disabled={missing.length > 0}
        pending={pending}
        onClick={ignoreSecondTap}
        aria-describedby={missing.length > 0 ? 'still-needed' : undefined}
        className="shrink-0 max-md:px-4"
      >
        {step === 3 ? 'Confirm Booking' : 'Continue'}
      </Button>
    </StickyBar>
  )
}

/** The second tap of a double tap would go on from the next step. */
function ignoreSecondTap(event: MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}

/** Why one cannot go on yet. */
export function neededWords(missing: readonly ChoiceName[]): string {
  if (missing.length === 0) return ''
  return `Still needed: ${missing.map((name) => fieldLabels[name].toLowerCase().replace('m-pesa', 'M-Pesa')).join(', ')}`
}
