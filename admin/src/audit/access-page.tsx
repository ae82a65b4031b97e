import { ApiError } from '@twende/contract/http/call.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { Suspense, use } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { pageTitle } from '../page-title.ts'
import type { Route } from './+types/access-page'
import { AccessFilters } from './access-filters.tsx'
import { AccessList } from './access-list.tsx'
import { readAccessSearch } from './access-search.ts'
import { AuditSkeleton, ForAdminsOnly } from './audit-states.tsx'
import { AuditTabs } from './audit-tabs.tsx'

/** The answer is awaited on the page, which shows its shape meanwhile; null for those who may not see it. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readAccessSearch(new URL(request.url).searchParams)
  const query = { ...search, limit: 50 }
  const found = call('GET /api/admin/access-records', { query }).catch((error: unknown) =>
    error instanceof ApiError && error.code === 'forbidden' ? null : FAILED,
  )
  return { search, found }
}

const FAILED = 'failed'
export const meta = () => pageTitle('Views and exports')

/** Who of staff looked at or exported people's data, and when. */
export default function AccessPage({ loaderData: { search, found } }: Route.ComponentProps) {
  const { search: address } = useLocation()
  const { revalidate } = useRevalidator()
  const role = useSession()?.owner?.role
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-3xl">Audit log</h1>
      <p className="mt-1 text-soft">
        Who looked at or exported people’s data. Records are kept for a year and cannot be changed.
      </p>
      {role === 'admin' && <AuditTabs current="access" />}
      {role === 'admin' && <AccessFilters search={search} found={found} />}
      <Suspense key={address} fallback={<AuditSkeleton />}>
        <Answered search={search} found={found} onRetry={() => void revalidate()} />
      </Suspense>
    </div>
  )
}

type AnsweredProps = Pick<Route.ComponentProps['loaderData'], 'search' | 'found'> & { onRetry: () => void }

function Answered({ search, found, onRetry }: AnsweredProps) {
  const access = use(found)
  if (access === FAILED) return <ErrorState message="Failed to load the records" onRetry={onRetry} />
  return access ? <AccessList search={search} found={access} /> : <ForAdminsOnly />
}
