import type { AccessRecord } from '@twende/contract/audit/audit-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import type { Reply } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Eye } from 'lucide-react'
import { Link } from 'react-router'
import { StatusBadge } from '../status-badge.tsx'
import { type AccessRecordFilter, accessHref } from './access-search.ts'
import { accessSubject, actionLabel, filterWords, isExport, rowWords } from './access-words.ts'

type FoundAccess = Reply<'GET /api/admin/access-records'>

type AccessListProps = { search: AccessRecordFilter; found: FoundAccess }

/** Looks and exports, the newest first. */
export function AccessList({ search, found: { data, next } }: AccessListProps) {
  if (data.length === 0) {
    return (
      <div className="panel mt-5">
        <EmptyState
          icon={<Eye />}
          title="Nothing found"
          action={
            <LinkButton variant="secondary" to={accessHref({})}>
              Show everything
            </LinkButton>
          }
        >
          Nobody opened anything of this kind.
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <ol aria-label="Views and exports" className="mt-5 grid grid-cols-1 gap-3">
        {data.map((record) => (
          <li key={record._id}>
            <Access record={record} />
          </li>
        ))}
      </ol>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {search.before && (
          <LinkButton variant="quiet" to={accessHref({ ...search, before: undefined })}>
            Newest
          </LinkButton>
        )}
        {next !== null && (
          <LinkButton variant="secondary" to={accessHref({ ...search, before: next })}>
            Older
          </LinkButton>
        )}
      </div>
    </>
  )
}

function Access({ record }: { record: AccessRecord }) {
  const { at, by, filter, rowCount } = record
  const opened = actionLabel(record)
  const subject = accessSubject(record)
  const words = filterWords(filter)
  return (
    <article aria-label={`${by.name}: ${opened}`} className="panel overflow-hidden p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-semibold">
          <Link to={accessHref({ staff: by._id })} className="underline underline-offset-4">
            {by.name}
          </Link>
        </p>
        <p className="figures text-sm text-soft">{showInstant(at)}</p>
      </header>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {opened}
        {isExport(record) && <StatusBadge tone="clay">Export</StatusBadge>}
        {subject && (
          <Link to={subject.to} className="text-sm font-semibold underline underline-offset-4">
            {subject.label}
          </Link>
        )}
      </p>
      <p className="text-sm break-words text-soft">
        {!subject && <span className="figures">{rowWords(rowCount)}</span>}
        {words && (subject ? words : ` · ${words}`)}
      </p>
    </article>
  )
}
