import { m } from '@twende/messages'
import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { CarFront, CloudOff } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { EmptyRow } from '../../cars/empty-row.tsx'
import { links } from '../../links.ts'

const SaleOffers = lazyWithRetry(() => import('./sale-offers.tsx').then((module) => module.SaleOffers))

type VehicleMissingProps = {
  title?: string
  /** What exactly went wrong, where that helps to tell us about it. */
  detail?: ReactNode
  onRetry?: (() => void) | undefined
  as?: 'h1' | 'h2'
}

/** There is no car to show: none was chosen, it is no longer for sale, or it could not be fetched. */
export function VehicleMissing({
  title = m.listing_page_missing_title(),
  detail,
  onRetry,
  as = 'h1',
}: VehicleMissingProps) {
  return (
    <Container className="py-8 lg:py-12">
      <div role={onRetry || detail ? 'alert' : undefined}>
        <EmptyRow
          as={as}
          icon={onRetry ? <CloudOff /> : <CarFront />}
          title={title}
          action={
            <>
              {onRetry && <Button onClick={onRetry}>{m.common_try_again()}</Button>}
              <LinkButton variant={onRetry ? 'secondary' : 'primary'} to={links.buy()}>
                {m.listing_page_back_to_list()}
              </LinkButton>
            </>
          }
        >
          {detail && <p className="figures mb-1">{detail}</p>}
          <p>{m.listing_page_missing_hint()}</p>
        </EmptyRow>
      </div>
      <Suspense fallback={<div className="min-h-120" />}>
        <SaleOffers />
      </Suspense>
    </Container>
  )
}
