import type { Car } from '@twende/contract/cars/car.ts'
import type { ApiError } from '@twende/contract/http/call.ts'
import { currentSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState, ErrorState } from '@twende/ui/controls/page-states.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { CarFront } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { redirect, useLocation, useSearchParams } from 'react-router'
import { pageMeta } from '../frame/page-meta.ts'
import { links, type StaySearch } from '../links.ts'
import type { Route } from './+types/book-page'
import { readVisit } from './book-visit.ts'
import { BookWizard } from './book-wizard.tsx'
import { keepLastCar, lastCar } from './booking-draft.ts'
import { WizardSkeleton } from './wizard-skeleton.tsx'

export function clientLoader() {
  if (!currentSession()) throw redirect(links.allVehicles())
  return null
}

/** A step of the wizard is a history entry of the same page: nothing to load for it. */
export const shouldRevalidate = () => false

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Book Your Car',
    description: 'Choose your dates, tell us who drives, pay by M-Pesa.',
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

export default function BookPage() {
  const visit = readVisit(useLocation())
  const [owner] = useState(() => currentSession()?.owner?.id ?? '')
  const carId = visit.carId ?? lastCar(owner)
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  useEffect(() => {
    if (carId) keepLastCar({ owner, carId })
  }, [owner, carId])
  return (
    <Frame>
      {carId ? <CarToBook key={`${carId} ${visit.visit}`} carId={carId} owner={owner} /> : <NoCar />}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Container className="pt-6 pb-12 md:pt-10 md:pb-20">
      <h1 className="title mb-5 md:mb-8">Book Your Car</h1>
      {children}
    </Container>
  )
}

function CarToBook({ carId, owner }: { carId: string; owner: string }) {
  const visit = readVisit(useLocation())
  const stay = useStay()
  const { answer, retry } = useAnswer<Car>(carId, async (signal) => {
    const { data } = await call('GET /api/car/get/:carId', { params: { carId } }, { signal })
    return data
  })
  const places = useAnswer('places', async (signal) => {
    const { data } = await call('GET /api/location/list', {}, { signal })
    return data
  })
  if (answer.state === 'waiting') return <WizardSkeleton />
  if (answer.state === 'refused') return <CarRefused refusal={answer.error} onRetry={retry} />
  return <BookWizard car={answer.value} owner={owner} visit={visit} stay={stay} places={places} />
}

function useStay(): StaySearch {
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
  if (refusal.code === 'car_not_found' || refusal.code === 'invalid') return <NoCar title="Car not found" />
  const unreachable = refusal.code === 'unreachable'
  return (
    <ErrorState
      message={unreachable ? 'Error connecting to server' : 'Failed to fetch car details'}
      onRetry={onRetry}
      action={<BackToFleet />}
    />
  )
}

function NoCar({ title = 'No car selected for booking' }: { title?: string }) {
  return (
    <EmptyState icon={<CarFront />} title={title} action={<BackToFleet />}>
      Choose a car in our fleet; the booking continues from there.
    </EmptyState>
  )
}

function BackToFleet() {
  return (
    <LinkButton variant="secondary" to={links.allVehicles()}>
      Back to Fleet
    </LinkButton>
  )
}
