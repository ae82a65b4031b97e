import type { AuditEntry } from '@twende/contract/audit/audit-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { ScrollText } from 'lucide-react'
import { Link } from 'react-router'
import { type AuditFilter, auditHref } from './audit-search.ts'
import { ChangeTable } from './change-table.tsx'

type FoundAudit = Reply<'GET /api/admin/audit'>

type AuditListProps = { search: AuditFilter; found: FoundAudit }

/** Requests of staff, the newest first, each with everything that it changed. */
export function AuditList({ search, found: { data, next } }: AuditListProps) {
  if (data.length === 0) {
    return (
      <div className="panel mt-5">
        <EmptyState
          icon={<ScrollText />}
          title="Nothing found"
          action={
            <LinkButton variant="secondary" to={auditHref({})}>
              Show everything
            </LinkButton>
          }
        >
          Nobody changed anything of this kind.
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <ol aria-label="Changes" className="mt-5 grid grid-cols-1 gap-3">
        {byRequest(data).map((entries) => (
          <li key={entries[0]._id}>
            <Request entries={entries} />
          </li>
        ))}
      </ol>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {search.before && (
          <LinkButton variant="quiet" to={auditHref({ ...search, before: undefined })}>
            Newest
          </LinkButton>
        )}
        {next !== null && (
          <LinkButton variant="secondary" to={auditHref({ ...search, before: next })}>
            Older
          </LinkButton>
        )}
      </div>
    </>
  )
}

type Entries = [AuditEntry, ...AuditEntry[]]

/** What one request changed lies together in the log. */
function byRequest(entries: readonly AuditEntry[]): Entries[] {
  const requests: Entries[] = []
  for (const entry of entries) {
    const last = requests.at(-1)
    if (last?.[0].requestId === entry.requestId) last.push(entry)
    else requests.push([entry])
  }
  return requests
}

function Request({ entries }: { entries: Entries }) {
  const [{ at, by, summary, reason }] = entries
  return (
    <article aria-label={`${by.name}: ${summary}`} className="panel overflow-hidden p-4 sm:p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-semibold">
          <Link to={auditHref({ staff: by._id })} className="underline underline-offset-4">
            {by.name}
          </Link>
        </p>
        <p className="figures text-sm text-soft">{showInstant(at)}</p>
      </header>
      <p>{summary}</p>
      {reason && (
        <blockquote className="mt-2 border-l-3 border-sunrise pl-3 break-words">{reason}</blockquote>
      )}
      {entries.map((entry) => (
        <ChangeTable key={entry._id} entry={entry} />
      ))}
    </article>
  )
}
