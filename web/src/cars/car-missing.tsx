import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { CarFront } from 'lucide-react'
import { links } from '../links.ts'

/** A car that is not, or no longer, in the fleet. */
export function CarMissing() {
  return (
    <Container className="py-12">
      <EmptyState
        as="h1"
        icon={<CarFront />}
        title="Car not found"
        action={<LinkButton to={links.rent()}>Back to Fleet</LinkButton>}
      >
        It may have left the fleet. There are plenty of others.
      </EmptyState>
    </Container>
  )
}
