import type { AuditEntry } from '@twende/contract/audit/audit-routes.ts'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { StatusBadge } from '../status-badge.tsx'
import { auditHref } from './audit-search.ts'
import { type Change, changesOf, subjectHref, subjectLabel } from './audit-words.ts'

const linked = 'inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4'

/** One changed thing: what it was and what it is, field by field. */
export function ChangeTable({ entry }: { entry: AuditEntry }) {
  const { subject, subjectId, before, after } = entry
  const thing = subjectLabel(subject)
  const page = subjectHref(entry)
  return (
    <section aria-label={thing} className="mt-3 border-t border-line pt-2">
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="flex items-center gap-2 font-medium">
          {thing}
          {!before && <StatusBadge tone="acacia">New</StatusBadge>}
          {!after && <StatusBadge tone="clay">Removed</StatusBadge>}
        </span>
        {page && (
          <Link to={page} className={linked}>
            Open
          </Link>
        )}
        <Link to={auditHref({ subject, subjectId })} className={linked}>
          Its whole story
        </Link>
      </p>
      <dl className="figures mt-1 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
        {changesOf(entry).map((change) => (
          <Line key={change.field} change={change} isNew={!before} />
        ))}
      </dl>
    </section>
  )
}

function Line({ change: { field, before, after }, isNew }: { change: Change; isNew: boolean }) {
  return (
    <>
      <dt className="text-soft">{field}</dt>
      <dd className="min-w-0 break-words max-sm:mb-1">
        {!isNew && (
          <>
            <del className="text-soft decoration-edge">{before}</del>{' '}
            <ArrowRight aria-hidden="true" className="inline size-4 text-soft" />
            <span className="sr-only"> became </span>{' '}
          </>
        )}
        <ins className="font-medium no-underline">{after}</ins>
      </dd>
    </>
  )
}
