import { call } from '@twende/ui/api/call.ts'
import { BackLink } from '../back-link.tsx'
import { ComingList } from '../coming-list.tsx'
import { links } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import { TableSkeleton } from '../table-skeleton.tsx'
import { useFreshLook } from '../use-fresh-look.ts'
import type { Route } from './+types/holds-page'
import { HoldsView } from './holds-view.tsx'

/** The answer is awaited on the page, which shows its shape meanwhile. */
export function clientLoader() {
  const found = call('GET /api/admin/holds', {})
  // Somebody who is gone before the answer misses nothing by its failure.
  found.catch(() => {})
  return { found }
}

export const meta = () => pageTitle('Unpaid holds')

/** Who holds cars and pieces without having paid, by the network that they come from. */
export default function HoldsPage({ loaderData: { found } }: Route.ComponentProps) {
  useFreshLook()
  return (
    <div className="mx-auto max-w-5xl">
      <BackLink to={links.today}>Today</BackLink>
      <h1 className="text-3xl">Unpaid holds</h1>
      <ComingList
        found={found}
        waiting={<TableSkeleton words="Loading unpaid holds" />}
        failed="Failed to load unpaid holds"
      >
        {({ data }) => <HoldsView holds={data} />}
      </ComingList>
    </div>
  )
}
