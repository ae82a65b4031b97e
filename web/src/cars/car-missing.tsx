import { m } from '@twende/messages'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { CarFront } from 'lucide-react'
import { Suspense } from 'react'
import { links } from '../links.ts'
import { EmptyRow } from './empty-row.tsx'

const CarOffers = lazyWithRetry(() => import('./car-offers.tsx').then((module) => module.CarOffers))

/** A car that is not, or no longer, in the fleet. */
export function CarMissing() {
  return (
    <Container className="py-8 lg:py-12">
      <EmptyRow
        as="h1"
        icon={<CarFront />}
        title={m.car_page_missing_title()}
        action={<LinkButton to={links.rent()}>{m.car_page_missing_back()}</LinkButton>}
      >
        {m.car_page_missing_text()}
      </EmptyRow>
      <Suspense fallback={<div className="min-h-120" />}>
        <CarOffers />
      </Suspense>
    </Container>
  )
}
