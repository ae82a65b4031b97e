import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { ComingList } from '../coming-list.tsx'
import { links } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import { TableSkeleton } from '../table-skeleton.tsx'
import { useFreshLook } from '../use-fresh-look.ts'
import type { Route } from './+types/payments-page'
import { MoneyList } from './money-list.tsx'
import { readMoneySearch } from './money-search.ts'
import { MoneyToolbar } from './money-toolbar.tsx'

/** The answer is awaited on the page, which shows its shape meanwhile. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readMoneySearch(new URL(request.url).searchParams)
  const found = call('GET /api/admin/payments', { query: search })
  // Somebody who is gone before the answer misses nothing by its failure.
  found.catch(() => {})
  return { search, found }
}

export const meta = () => pageTitle('Payments')

/** Money of every purpose: what wants a decision, what matches nothing, and everything. */
export default function PaymentsPage({ loaderData: { search, found } }: Route.ComponentProps) {
  useFreshLook()
  return (
    <div className="mx-auto max-w-7xl">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Payments</h1>
        <LinkButton variant="secondary" size="sm" to={links.reconciliation()}>
          Day by day
        </LinkButton>
      </div>
      <MoneyToolbar search={search} found={found} />
      <ComingList
        found={found}
        waiting={<TableSkeleton words="Loading payments" />}
        failed="Failed to load payments"
      >
        {(money) => <MoneyList search={search} found={money} />}
      </ComingList>
    </div>
  )
}
