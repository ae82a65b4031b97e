import type { PriceWithExtras } from '@twende/contract/bookings/price-of-extras.ts'
import { showDay } from '@twende/contract/calendar-day.ts'
import type { Car } from '@twende/contract/cars/car.ts'
import { showKsh } from '@twende/contract/money.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'
import { call, type Reply } from '@twende/ui/api/call.ts'
import { Price } from '@twende/ui/controls/price.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Picture } from '@twende/ui/pictures/picture.tsx'
import { MapPin } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { CarFacts } from '../../cars/car-facts.tsx'
import { CatalogName, useCatalogNames } from '../../content/catalog-name.ts'
import type { StaySearch } from '../../links.ts'
import { PriceLines } from '../booking-facts.tsx'
import type { Choices } from './booking-choices.ts'
import { type BookVisit, type DraftKey, useBookingDraft, type Wizard } from './booking-draft.ts'
import type { Places } from './dates-step.tsx'
import { BookingPlaced, preloadLaterSteps } from './later-steps.ts'
import { usePeriodCheck } from './use-period-check.ts'
import { FormSkeleton, PlacedSkeleton, StepHeading, WizardSteps } from './wizard-steps.tsx'

export const loadWizardForm = () => import('./wizard-form.tsx')
const WizardForm = lazyWithRetry(() => loadWizardForm().then((module) => module.WizardForm))

/** How wide the picture of the car is shown beside the wizard. */
export const summaryPictureSizes = '(min-width: 1024px) 384px, 112px'

export type BookWizardProps = {
  car: Car
  owner: DraftKey['owner']
  visit: BookVisit
  period: StaySearch
  places: Places
}

/** The four steps of booking one car. */
export function BookWizard({ car, owner, visit, period, places }: BookWizardProps) {
  const wizard = useBookingDraft({ owner, carId: car._id }, visit, period)
  const { choices, placed } = wizard.draft
  const periodCheck = usePeriodCheck(car._id, choices)
  usePrefill(wizard)
  useEffect(preloadLaterSteps, [])
  if (placed) {
    return (
      <>
        <WizardSteps step={4} />
        <Suspense fallback={<PlacedSkeleton />}>
          <BookingPlaced
            placed={placed}
            fresh={wizard.fresh}
            mpesaNumber={choices.mpesaNumber}
            onPayment={wizard.savePayment}
          />
        </Suspense>
      </>
    )
  }
  const { price } = periodCheck
  return (
    <>
      <WizardSteps step={wizard.step} />
      <div className="mt-6 grid items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
        <div className="lg:order-last">
          <BookingSummary car={car} choices={choices} price={price} />
        </div>
        <div className="min-w-0">
          <StepHeading step={wizard.step} />
          <Suspense fallback={<FormSkeleton />}>
            <WizardForm car={car} wizard={wizard} periodCheck={periodCheck} price={price} places={places} />
          </Suspense>
        </div>
      </div>
    </>
  )
}

/** Fills in what the account knows of the person, where they have typed nothing by the time it is known. */
function usePrefill({ draft: { choices, placed }, change }: Wizard) {
  const fill = useEffectEvent(({ name, email, phone }: Reply<'GET /api/user/me'>['data']) => {
    const [firstName = '', ...rest] = name.trim().split(/\s+/)
    change({
      firstName: choices.firstName || firstName,
      lastName: choices.oneName ? '' : choices.lastName || rest.join(' '),
      email: choices.email || email,
      phone: choices.phone || showPhone(phone ?? ''),
    })
  })
  const wanted = choices.email === '' && !placed
  const ask = useEffectEvent(async () => {
    if (wanted) fill((await call('GET /api/user/me', {})).data)
  })
  useEffect(() => {
    // Convenience only: without an answer the fields stay empty.
    ask().catch(() => {})
  }, [])
}

type BookingSummaryProps = { car: Car; choices: Choices; price: PriceWithExtras | undefined }

/** The car, the rental period and the price at the side of the wizard; on phones only the car. */
function BookingSummary({ car, choices, price }: BookingSummaryProps) {
  return (
    <aside aria-label={m.book_your_booking()} className="panel overflow-hidden lg:sticky lg:top-24">
      <div className="flex items-center gap-4 p-3 lg:block lg:p-0">
        <Picture
          address={car.image}
          placeholder={car.pictures[0]?.placeholder}
          alt=""
          sizes={summaryPictureSizes}
          priority
          className="w-28 shrink-0 rounded-md lg:w-full lg:rounded-none"
        />
        <div className="min-w-0 lg:px-5 lg:pt-5">
          <p className="kicker">
            <CatalogName kind="vehicle" name={car.category} />
          </p>
          <p className="font-display text-lg leading-tight font-bold tracking-tight lg:text-2xl">
            {car.name}
          </p>
          <Price ksh={car.price} per={m.book_per_day()} size="sm" className="mt-1 block lg:hidden" />
          <CarFacts
            seats={car.seats}
            transmission={car.transmission}
            fuelType={car.fuelType}
            className="mt-3 hidden lg:flex"
          />
        </div>
      </div>
      <div className="hidden gap-4 p-5 lg:grid">
        <Period choices={choices} />
        {price ? (
          <PriceLines price={price} />
        ) : (
          <p className="border-t border-line pt-4">
            <Price ksh={car.price} per={m.book_per_day()} />
          </p>
        )}
        <Terms car={car} />
      </div>
    </aside>
  )
}

function Period({ choices }: { choices: Choices }) {
  const { startDate, endDate, pickupTime, dropoffTime, pickupLocation, dropoffLocation } = choices
  if (!startDate && !endDate) return null
  return (
    <dl className="grid grid-cols-2 gap-4 border-t border-line pt-4 text-sm">
      <Moment term={m.book_pickup()} day={startDate} time={pickupTime} place={pickupLocation} />
      <Moment term={m.book_dropoff()} day={endDate} time={dropoffTime} place={dropoffLocation} />
    </dl>
  )
}

function Moment({ term, day, time, place }: { term: string; day: string; time: string; place: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-soft">{term}</dt>
      <dd className="figures font-semibold">{day ? `${showDay(day)}, ${time}` : m.book_not_chosen()}</dd>
      {place && (
        <dd className="mt-0.5 flex items-start gap-1 text-soft">
          <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <CatalogName kind="location" name={place} />
        </dd>
      )}
    </div>
  )
}

/** What else a rental costs or includes, said before one pays. */
function Terms({ car }: { car: Car }) {
  const nameOf = useCatalogNames()
  if (!car.deposit && !car.kmPerDay && !car.location) return null
  return (
    <ul className="grid gap-1 border-t border-line pt-4 text-sm text-soft">
      {car.location && <li>{m.book_car_location({ place: nameOf('location', car.location) })}</li>}
      {car.kmPerDay > 0 && <li>{m.book_km_per_day({ km: car.kmPerDay })}</li>}
      {car.deposit > 0 && <li>{m.book_deposit({ amount: showKsh(car.deposit) })}</li>}
    </ul>
  )
}
