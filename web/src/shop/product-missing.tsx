import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Container } from '@twende/ui/controls/layout.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { PackageSearch } from 'lucide-react'
import { links } from '../links.ts'

/** There is no such product, or not any more. */
export function ProductMissing() {
  return (
    <Container className="py-12">
      <EmptyState
        as="h1"
        icon={<PackageSearch />}
        title="Product not found"
        action={
          <>
            <LinkButton to={links.shop()}>Look around the shop</LinkButton>
            <LinkButton variant="secondary" to={links.search()}>
              Search the shop
            </LinkButton>
          </>
        }
      >
        It may have sold for good, or the link may have lost a piece on its way
      </EmptyState>
    </Container>
  )
}
