import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { links } from '../links.ts'
import { RoadEnds } from './road-ends.tsx'

/** The page for an address that leads nowhere. */
export function NotFound() {
  return (
    <Container className="grid items-center gap-10 py-12 md:grid-cols-2 lg:py-20">
      <div>
        <p className="kicker mb-3">404: Page not found</p>
        <h1 className="headline">This road ends here.</h1>
        <p className="mt-5 max-w-md text-lg text-soft">
          The page may have moved, or the car may have found a new owner. Plenty of others are waiting.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton to={links.home}>Home</LinkButton>
          <LinkButton to={links.rent()} variant="secondary">
            Cars for rent
          </LinkButton>
          <LinkButton to={links.buy()} variant="secondary">
            Cars for sale
          </LinkButton>
        </div>
      </div>
      <RoadEnds />
    </Container>
  )
}
