import { Button, LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { CarFront, CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { links } from '../links.ts'

type VehicleMissingProps = {
  title?: string
  /** What exactly went wrong, where that helps to tell us about it. */
  detail?: ReactNode
  onRetry?: (() => void) | undefined
  as?: 'h1' | 'h2'
}

/** There is no car to show: none was chosen, it is no longer for sale, or it could not be fetched. */
export function VehicleMissing({
  title = 'Vehicle not found',
  detail,
  onRetry,
  as = 'h1',
}: VehicleMissingProps) {
  return (
    <Container className="py-12">
      <div role={onRetry || detail ? 'alert' : undefined}>
        <EmptyState
          as={as}
          icon={onRetry ? <CloudOff /> : <CarFront />}
          title={title}
          action={
            <>
              {onRetry && <Button onClick={onRetry}>Try Again</Button>}
              <LinkButton variant={onRetry ? 'secondary' : 'primary'} to={links.buy()}>
                Back to Vehicles
              </LinkButton>
            </>
          }
        >
          {detail && <p className="figures mb-1">{detail}</p>}
          <p>Please try selecting another vehicle</p>
        </EmptyState>
      </div>
    </Container>
  )
}
