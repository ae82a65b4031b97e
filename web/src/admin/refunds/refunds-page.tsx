import { Suspense } from 'react'
import { Await, useLocation, useRevalidator } from 'react-router'
import { call } from '../../api.ts'
import { pageMeta } from '../../frame/page-meta.ts'
import { links } from '../../links.ts'
import { Field } from '../../ui/field.tsx'
import { ErrorState } from '../../ui/page-states.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useAddressSearch } from '../../ui/use-address-search.ts'
import { QueueTabs } from '../payments/queue-tabs.tsx'
import { RowsSkeleton } from '../payments/rows-skeleton.tsx'
import { useFreshLook } from '../use-fresh-look.ts'
import type { Route } from './+types/refunds-page'
import { RefundList } from './refund-list.tsx'
import { readRefundSearch, refundHref, refundTabs } from './refund-search.ts'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readRefundSearch(new URL(request.url).searchParams)
  const found = call('GET /api/admin/refunds', { query: search })
  const counts = found.then((refunds) => refunds.counts)
  // Somebody who is gone before the answer misses nothing by its failure.
  counts.catch(() => {})
  return { search, found, counts }
}

export type FoundRefunds = Awaited<ReturnType<typeof clientLoader>['found']>

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Refunds: console',
    description: 'Money that goes back to customers.',
    path: links.adminPage('refunds'),
    hidden: true,
    matches,
  })

/** Money that goes back: to be sent, waiting for a second person, sent. */
export default function RefundsPage({ loaderData: { search, found, counts } }: Route.ComponentProps) {
  const { search: address } = useLocation()
  const { revalidate } = useRevalidator()
  const { change } = useAddressSearch((query) => ({
    search: readRefundSearch(query).search,
    queue: query.get('queue') ?? undefined,
  }))
  useFreshLook()
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-3xl">Refunds</h1>
      <QueueTabs
        tabs={refundTabs}
        chosen={search.queue}
        hrefOf={(queue) => refundHref({ queue })}
        counts={counts}
      />
      <Field label="Search refunds" labelHidden className="mt-4">
        <SearchInput
          value={search.search ?? ''}
          placeholder="Reference, name, email or M-Pesa code"
          onSearch={(words) => change({ search: words })}
        />
      </Field>
      <Suspense key={address} fallback={<RowsSkeleton note="Loading refunds" />}>
        <Await
          resolve={found}
          errorElement={<ErrorState message="Failed to load refunds" onRetry={() => void revalidate()} />}
        >
          {(refunds) => <RefundList search={search} found={refunds} />}
        </Await>
      </Suspense>
    </div>
  )
}
