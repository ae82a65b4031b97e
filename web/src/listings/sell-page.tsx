import { showKsh } from '@twende/contract/money.ts'
import { LISTING_PLANS } from '@twende/contract/settings/first-settings.ts'
import type { RootData } from '@twende/ui/api/settings.ts'
import { Container, SectionHeading } from '@twende/ui/controls/layout.tsx'
import { bringToaster } from '@twende/ui/controls/toast-host.tsx'
import { later } from '@twende/ui/loading/later.ts'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'react-router'
import { pageMeta } from '../frame/page-meta.ts'
import { links } from '../links.ts'
import type { Route } from './+types/sell-page'
import { readListed } from './sell-listed.ts'
import { SellSkeleton } from './sell-skeleton.tsx'
import { useSellDraft } from './use-sell-draft.ts'

const SellForm = later(() => import('./sell-form.tsx').then((m) => m.SellForm))
const SellDone = later(() => import('./sell-done.tsx').then((m) => m.SellDone))

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'List Your Car for Sale',
    description: `Sell your car to buyers all over Kenya: four pictures, a few facts, from ${showKsh(smallestPlan(matches[0].loaderData).price)} a month by M-Pesa.`,
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
          <SectionHeading as="h1" title="List Your Car for Sale">
            Four pictures and a few facts. We check the car and the payment, then buyers all over Kenya see
            it.
          </SectionHeading>
          <Suspense fallback={<SellSkeleton />}>
            {tools ? <SellForm tools={tools} /> : <SellSkeleton />}
          </Suspense>
        </>
      )}
    </Container>
  )
}
