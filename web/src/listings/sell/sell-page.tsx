import { showKsh } from '@twende/contract/money.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import { m } from '@twende/messages'
import type { RootData } from '@twende/ui/api/settings.ts'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { ownPage, ownPageLinks } from '../../accounts/own-page-styles.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { links } from '../../links.ts'
import type { Route } from './+types/sell-page'
import { readListed } from './sell-listed.ts'
import { SellSkeleton } from './sell-skeleton.tsx'
import { useSellDraft } from './use-sell-draft.ts'

export { ownPage as handle, ownPageLinks as links }

const SellForm = lazyWithRetry(() => import('./sell-form.tsx').then((module) => module.SellForm))
const SellDone = lazyWithRetry(() => import('./sell-done.tsx').then((module) => module.SellDone))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: m.sell_page_title(),
    description: m.sell_page_description({ price: showKsh(smallestPlan(matches[0].loaderData).price) }),
    path: links.sell,
    matches,
  })

function smallestPlan(root: RootData | undefined) {
  return (root?.settings.listingPlans ?? LISTING_PLANS)[0]
}

export default function SellPage() {
  const { state } = useLocation()
  const tools = useSellDraft()
  // The first paint is that of the server, which knows of no history.
  const listed = tools && readListed(state)
  useEffect(() => {
    bringToaster().catch(() => {})
  }, [])
  return (
    <Container className="pt-6 pb-12 md:pt-10 md:pb-20">
      {listed ? (
        <Suspense fallback={<SellSkeleton />}>
          <SellDone listed={listed} />
        </Suspense>
      ) : (
        <>
          <SectionHeading as="h1" title={m.sell_page_title()}>
            {m.sell_page_intro()}
          </SectionHeading>
          <Suspense fallback={<SellSkeleton />}>
            {tools ? <SellForm tools={tools} /> : <SellSkeleton />}
          </Suspense>
        </>
      )}
    </Container>
  )
}
