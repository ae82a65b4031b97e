import { rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { Suspense, useEffect, useEffectEvent } from 'react'
import type { StaySearch } from '../links.ts'
import type { BookVisit } from './book-visit.ts'
import type { DraftKey } from './booking-draft.ts'
import { BookingSummary } from './booking-summary.tsx'
import type { Places } from './dates-step.tsx'
import { BookingPlaced, bringLaterSteps } from './later-steps.ts'
import { PlacedSkeleton } from './placed-skeleton.tsx'
import { StepHeading } from './step-heading.tsx'
import { useBookingDraft, type Wizard } from './use-booking-draft.ts'
import { useStayCheck } from './use-stay-check.ts'
import { WizardForm } from './wizard-form.tsx'
import { isWholeStay } from './wizard-rules.ts'
import { WizardSteps } from './wizard-steps.tsx'

export type BookWizardProps = {
  car: Car
  owner: DraftKey['owner']
  visit: BookVisit
  stay: StaySearch
  places: Places
}

/** The four steps of booking one car. */
export function BookWizard({ car, owner, visit, stay, places }: BookWizardProps) {
  const wizard = useBookingDraft({ owner, carId: car._id }, visit, stay)
  const { choices, placed } = wizard.draft
  const stayCheck = useStayCheck(car._id, choices)
  usePrefill(choices.email === '' && !placed, wizard.change)
  useEffect(bringLaterSteps, [])
  if (placed) {
    return (
      <>
        <WizardSteps step={4} />
        <Suspense fallback={<PlacedSkeleton />}>
          <BookingPlaced
            placed={placed}
            fresh={wizard.fresh}
            mpesaNumber={choices.mpesaNumber}
            onPayment={wizard.keepPayment}
          />
        </Suspense>
      </>
    )
  }
  const { quote } = stayCheck.check
  const price =
    quote ??
    (isWholeStay(choices, serverNow())
      ? rentalPrice(car.price, choices.startDate, choices.endDate)
      : undefined)
  return (
    <>
      <WizardSteps step={wizard.step} />
      <div className="mt-6 grid items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
        <div className="lg:order-last">
          <BookingSummary car={car} choices={choices} price={price} />
        </div>
        <div className="min-w-0">
          <StepHeading step={wizard.step} />
          <WizardForm car={car} wizard={wizard} stayCheck={stayCheck} price={price} places={places} />
        </div>
      </div>
    </>
  )
}

/** Fills in what the account knows of the person, where they have typed nothing yet. */
function usePrefill(wanted: boolean, change: Wizard['change']) {
  const fill = useEffectEvent(async () => {
    if (!wanted) return
    const { data } = await call('GET /api/user/me', {})
    const [firstName = '', ...rest] = data.name.trim().split(/\s+/)
    change({
      firstName,
      lastName: rest.join(' '),
      email: data.email,
      ...(data.phone ? { phone: data.phone } : {}),
    })
  })
  useEffect(() => {
    // Convenience only: without an answer the fields stay empty.
    fill().catch(() => {})
  }, [])
}
