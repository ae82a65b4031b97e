import { Construction } from 'lucide-react'
import { links, whatsappLink } from '../links.ts'
import { LinkButton } from '../ui/button.tsx'
import { Container } from '../ui/layout.tsx'
import { EmptyState } from '../ui/page-states.tsx'
import type { Route } from './+types/opening-soon-page'
import { pageMeta } from './page-meta.ts'
import { useSettings } from './settings.ts'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta({
    title: 'Opening soon',
    description: 'This part of Twende is not open yet.',
    path: location.pathname,
    hidden: true,
    matches,
  })

/** Stands where a part of the market is not open yet, and says so. */
export default function OpeningSoonPage() {
  const { whatsappNumber } = useSettings()
  return (
    <Container className="py-12">
      <EmptyState
        as="h1"
        icon={<Construction />}
        title="This part of Twende opens soon"
        action={
          <>
            <LinkButton to={links.rent()}>Cars for rent</LinkButton>
            {whatsappNumber && (
              <LinkButton
                href={whatsappLink(whatsappNumber, 'Hello Twende, I have a question.')}
                variant="secondary"
              >
                Ask us on WhatsApp
              </LinkButton>
            )}
          </>
        }
      >
        Renting a car works today, from the first look to the M-Pesa receipt. For anything else, write to us.
      </EmptyState>
    </Container>
  )
}
