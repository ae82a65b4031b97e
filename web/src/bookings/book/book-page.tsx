import type { Car } from '@twende/contract/cars/car.ts'
import { withCarDefaults } from '@twende/contract/cars/car-defaults.ts'
import type { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { currentSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { CarFront } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { redirect, useLocation, useSearchParams } from 'react-router'
import { ownPage, ownPageLinks } from '../../accounts/own-page-styles.ts'
import { EmptyRow } from '../../cars/empty-row.tsx'
import { EarlyPicture } from '../../frame/early-picture.tsx'
import { pageMeta } from '../../frame/page-meta.ts'
import { links, type StaySearch } from '../../links.ts'
import type { Route } from './+types/book-page'
import { BookWizard, loadWizardForm } from './book-wizard.tsx'
import { lastCar, readVisit, saveLastCar } from './booking-draft.ts'

export { ownPage as handle, ownPageLinks as links }

const CarOffers = lazyWithRetry(() => import('../../cars/car-offers.tsx').then((module) => module.CarOffers))

/** The car of the visit with which the page was loaded, for which a script in it asks (`web/src/frame/early-car.tsx`). */
type EarlyCar = { visit: string; car: Car }

export async function clientLoader(): Promise<EarlyCar | null> {
  if (!currentSession()) throw redirect(links.allVehicles())
  // Fetched while the car is asked for.
  loadWizardForm().catch(() => {})
  const early = window.earlyAnswer
  if (!early) return null
  const { visit } = readVisit({ state: window.history.state?.usr, key: window.history.state?.key })
  // Where this fails the page asks again, and says what is wrong.
  return fetchCar(early.carId).then(
    (car) => ({ visit, car }),
    () => null,
  )
}

async function fetchCar(carId: string, signal?: AbortSignal): Promise<Car> {
  const { data } = await call('GET /api/car/get/:carId', { params: { carId } }, signal ? { signal } : {})
  return withCarDefaults(data)
}

/** A step of the wizard is a history entry of the same page: nothing to load for it. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.book_title(),
    description: m.book_description(),
    path: links.book(),
    hidden: true,
    matches,
  })

export function HydrateFallback() {
  return (
    <Frame>
      <WizardSkeleton />
    </Frame>
  )
}

export default function BookPage({ loaderData: early }: Route.ComponentProps) {
  const visit = readVisit(useLocation())
  const [owner] = useState(() => currentSession()?.owner?.id ?? '')
  const carId = visit.carId ?? lastCar(owner)
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  useEffect(() => {
    if (carId) saveLastCar({ owner, carId })
  }, [owner, carId])
  if (!carId) {
    return (
      <Frame>
        <NoCar />
      </Frame>
    )
  }
  const first = early?.visit === visit.visit && early.car._id === carId ? early.car : undefined
  return (
    <Frame>
      <CarToBook key={`${carId} ${visit.visit}`} carId={carId} first={first} owner={owner} />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Container className="pt-6 pb-12 md:pt-10 md:pb-20">
      <h1 className="title mb-5 md:mb-8">{m.book_title()}</h1>
      {children}
    </Container>
  )
}

type CarToBookProps = { carId: string; first: Car | undefined; owner: string }

function CarToBook({ carId, first, owner }: CarToBookProps) {
  const visit = readVisit(useLocation())
  const period = usePeriod()
  const { answer, retry } = useAnswer(carId, (signal) => fetchCar(carId, signal), first)
  const places = useAnswer('places', async (signal) => {
    const { data } = await call('GET /api/location/list', {}, { signal })
    return data
  })
  if (answer.state === 'waiting') return <WizardSkeleton />
  if (answer.state === 'refused') return <CarRefused refusal={answer.error} onRetry={retry} />
  return <BookWizard car={answer.value} owner={owner} visit={visit} period={period} places={places} />
}

function usePeriod(): StaySearch {
  const [search] = useSearchParams()
  const read = (name: keyof StaySearch) => search.get(name) ?? undefined
  return {
    startDate: read('startDate'),
    endDate: read('endDate'),
    pickupTime: read('pickupTime'),
    dropoffTime: read('dropoffTime'),
  }
}

function CarRefused({ refusal, onRetry }: { refusal: ApiError; onRetry: () => void }) {
  if (refusal.code === 'car_not_found' || refusal.code === 'invalid')
    return <NoCar title={m.book_car_not_found()} />
  const unreachable = refusal.code === 'unreachable'
  return (
    <ErrorState
      message={unreachable ? m.common_unreachable() : m.book_car_failed()}
      onRetry={onRetry}
      action={<BackToFleet />}
    />
  )
}

function NoCar({ title = m.book_no_car() }: { title?: string }) {
  const period = usePeriod()
  return (
    <>
      <EmptyRow icon={<CarFront />} title={title} action={<BackToFleet />}>
        {m.book_no_car_hint()}
      </EmptyRow>
      <Suspense fallback={<div className="min-h-120" />}>
        <CarOffers period={period} />
      </Suspense>
    </>
  )
}

function BackToFleet() {
  return (
    <LinkButton variant="secondary" to={links.allVehicles()}>
      {m.book_back_to_fleet()}
    </LinkButton>
  )
}

/** The wizard's first step before its car is there. */
function WizardSkeleton() {
  return (
    <div aria-busy="true">
      <LoadingNote>{m.book_loading()}</LoadingNote>
      <div className="grid grid-cols-4 gap-2 sm:gap-4">
        {['a', 'b', 'c', 'd'].map((bar) => (
          <div key={bar}>
            <Skeleton className="h-1.5 rounded-full" />
            <Skeleton className="mt-2.5 hidden h-5 w-2/3 md:block" />
          </div>
        ))}
      </div>
      <div className="mt-6 grid items-start gap-6 lg:mt-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10">
        <div className="panel overflow-hidden lg:order-last lg:h-[34rem]">
          <div className="flex items-center gap-4 p-3 lg:block lg:p-0">
            <EarlyPicture className="w-28 shrink-0 rounded-md lg:w-full lg:rounded-none" />
            <Skeleton className="h-12 w-32 lg:m-5" />
          </div>
        </div>
        <div className="grid gap-6">
          <Skeleton className="h-14 w-64 max-w-full" />
          <Skeleton className="h-44 rounded-md" />
          <Skeleton className="h-44 rounded-md" />
        </div>
      </div>
    </div>
  )
}
