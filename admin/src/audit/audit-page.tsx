import { ApiError } from '@twende/contract/http/call.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { Suspense, use } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { pageTitle } from '../page-title.ts'
import type { Route } from './+types/audit-page'
import { AuditFilters } from './audit-filters.tsx'
import { AuditList } from './audit-list.tsx'
import { type AuditFilter, readAuditSearch } from './audit-search.ts'
import { AuditSkeleton, ForAdminsOnly } from './audit-states.tsx'
import { AuditTabs } from './audit-tabs.tsx'

/** The answer is awaited on the page, which shows its shape meanwhile; null for those who may not see it. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readAuditSearch(new URL(request.url).searchParams)
  const found = call('GET /api/admin/audit', { query: { ...search, limit: 50 } }).catch((error: unknown) =>
    error instanceof ApiError && error.code === 'forbidden' ? null : FAILED,
  )
  return { search, found }
}

const FAILED = 'failed'
type Answer = Awaited<ReturnType<typeof clientLoader>['found']>
export const meta = () => pageTitle('Audit log')

/** Who changed what, when and why. */
export default function AuditPage({ loaderData: { search, found } }: Route.ComponentProps) {
  const { search: address } = useLocation()
  const { revalidate } = useRevalidator()
  const role = useSession()?.owner?.role
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-3xl">Audit log</h1>
      <p className="mt-1 text-soft">Who changed what, when and why. It is only ever added to.</p>
      {role === 'admin' && <AuditTabs current="changes" />}
      {role === 'admin' && <AuditFilters search={search} found={found} />}
      <Suspense key={address} fallback={<AuditSkeleton />}>
        <Answered search={search} found={found} onRetry={() => void revalidate()} />
      </Suspense>
    </div>
  )
}

type AnsweredProps = { search: AuditFilter; found: Promise<Answer>; onRetry: () => void }

function Answered({ search, found, onRetry }: AnsweredProps) {
  const audit = use(found)
  if (audit === FAILED) return <ErrorState message="Failed to load the audit log" onRetry={onRetry} />
  return audit ? <AuditList search={search} found={audit} /> : <ForAdminsOnly />
}
