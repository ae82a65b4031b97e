import { rentalDays } from '@twende/contract/bookings/rental-period.ts'
import { daysInWords } from '@twende/ui/cars/car-words.ts'
import { Spinner } from '@twende/ui/controls/spinner.tsx'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { type Ref, Suspense } from 'react'
import type { Choices } from './booking-choices.ts'
import { TakenAdvice } from './later-steps.ts'
import type { StayCheck } from './use-stay-check.ts'

type StayVerdictProps = {
  check: StayCheck
  /** The operator has not withdrawn the car. */
  available: boolean
  choices: Choices
  onTake: (stay: { startDate: string; endDate: string }) => void
  /** Where the focus goes when somebody tries to go on with taken dates. */
  takenRef: Ref<HTMLHeadingElement>
}

/** Whether the car is free on the chosen dates, and if not, the ways out. */
export function StayVerdict({ check, available, choices, onTake, takenRef }: StayVerdictProps) {
  const taken = check.state === 'known' && !check.quote.free
  return (
    <div className="min-h-13">
      <div role="status">
        <Line check={check} available={available} choices={choices} />
      </div>
      {taken && (
        <Suspense fallback={null}>
          <TakenAdvice
            quote={check.quote}
            words={takenWords(available)}
            choices={choices}
            onTake={onTake}
            headingRef={takenRef}
          />
        </Suspense>
      )}
    </div>
  )
}

const line = 'flex min-h-13 items-center gap-3 rounded-md px-4 py-2.5'

function Line({ check, available, choices }: Pick<StayVerdictProps, 'check' | 'available' | 'choices'>) {
  if (check.state === 'none') {
    return (
      <p className={`${line} bg-sand text-soft`}>
        Choose both dates to see the price and whether it is free.
      </p>
    )
  }
  if (check.state === 'asking') {
    return (
      <p className={`${line} bg-sand text-soft`}>
        <Spinner /> Checking the calendar
      </p>
    )
  }
  if (check.state === 'refused') {
    return (
      <p className={`${line} bg-clay-tint text-clay-deep`}>
        <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
        {check.message}
      </p>
    )
  }
  if (!check.quote.free) return <p className="sr-only">{takenWords(available)}</p>
  return (
    <p className={`${line} bg-acacia-tint font-semibold text-acacia-deep`}>
      <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
      Free on these dates, {daysInWords(rentalDays(choices.startDate, choices.endDate))}
    </p>
  )
}

/** Why the car cannot be had. */
export function takenWords(available: boolean): string {
  return available ? 'This car is already booked for those dates' : 'This car is not available at the moment'
}
