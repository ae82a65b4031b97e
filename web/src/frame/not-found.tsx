import { m } from '@twende/messages'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { links } from '../links.ts'
import { RoadEnds } from './error-screen.tsx'

/** The page for an address that leads nowhere. */
export function NotFound() {
  return (
    <Container className="grid items-center gap-10 py-12 md:grid-cols-2 lg:py-20">
      <div>
        <p className="kicker mb-3">{`404: ${m.error_not_found_title()}`}</p>
        <h1 className="headline">{m.error_not_found_heading()}</h1>
        <p className="mt-5 max-w-md text-lg text-soft">{m.error_not_found_text()}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <LinkButton to={links.home}>{m.nav_home()}</LinkButton>
          <LinkButton to={links.rent()} variant="secondary">
            {m.error_not_found_rent()}
          </LinkButton>
          <LinkButton to={links.buy()} variant="secondary">
            {m.error_not_found_buy()}
          </LinkButton>
        </div>
      </div>
      <RoadEnds />
    </Container>
  )
}
