import type { AuditEntry } from '@twende/contract/audit/audit-routes.ts'
import {
  type Change,
  changesOf,
  reasonWords,
  requestLabel,
  subjectLabel,
  subjectLabels,
} from '@twende/contract/audit/audit-words.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { day, defineList, id, position, text } from '../list/list-address.ts'
import type { Route } from './+types/audit-page'
import { subjectHref } from './audit-links.ts'
import { AuditTabs } from './audit-tabs.tsx'

const list = defineList({
  path: links.audit,
  fields: {
    search: text,
    staff: id,
    subject: text,
    subjectId: text,
    action: text,
    fromDay: day,
    toDay: day,
    before: position,
  },
})

export const clientLoader = listLoader(list, async (search) => {
  const { data, ...rest } = await call('GET /api/admin/audit', { query: { ...search, limit: 50 } })
  return { ...rest, data: byRequest(data).map((request) => ({ ...request, names: rest.names })) }
})

export const meta = () => pageTitle(m.admin_menu_audit())

/** Who changed what, when and why. */
export default function AuditPage({ loaderData }: Route.ComponentProps) {
  const isAdmin = useSession()?.owner?.role === 'admin'
  return (
    <AdminListPage
      title={m.admin_menu_audit()}
      intro={m.admin_audit_text()}
      list={list}
      loaded={loaderData}
      tabs={isAdmin && <AuditTabs current="changes" />}
      {...(isAdmin && {
        searchBy: { label: m.admin_audit_search_label(), placeholder: m.admin_audit_search_placeholder() },
      })}
      filters={(found) =>
        isAdmin
          ? [
              {
                name: 'subject',
                label: m.admin_audit_thing_label(),
                any: m.admin_audit_every_thing(),
                choices: [...subjectLabels].map(([value, label]) => ({ value, label: label() })),
              },
              {
                name: 'staff',
                label: m.admin_audit_person_label(),
                any: m.admin_audit_everybody(),
                choices: found?.people.map(({ _id, name }) => ({ value: _id, label: name })) ?? [],
              },
              {
                name: 'action',
                label: m.admin_audit_action_label(),
                any: m.admin_audit_every_action(),
                choices:
                  found?.actions.map((request) => ({
                    value: request.action,
                    label: requestLabel(request),
                  })) ?? [],
              },
              { name: 'fromDay', label: m.admin_audit_from(), day: true },
              { name: 'toDay', label: m.admin_audit_to(), day: true },
            ]
          : []
      }
      csv={isAdmin ? 'GET /api/admin/audit.csv' : undefined}
      empty={() => m.admin_audit_none_changed()}
      rowName={({ entries: [first] }) => `${first.by.name}: ${requestLabel(first)}`}
      card={({ entries, names }) => <Request entries={entries} names={names} />}
    />
  )
}

const linked = 'inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4'

type Entries = [AuditEntry, ...AuditEntry[]]

/** What one request changed lies together in the log. */
function byRequest(entries: readonly AuditEntry[]) {
  const requests: { _id: number; entries: Entries }[] = []
  for (const entry of entries) {
    const last = requests.at(-1)?.entries
    if (last?.[0].requestId === entry.requestId) last.push(entry)
    else requests.push({ _id: entry._id, entries: [entry] })
  }
  return requests
}

type Names = Readonly<Record<string, string>>

function Request({ entries, names }: { entries: Entries; names: Names }) {
  const [first] = entries
  const { at, by } = first
  const reason = reasonWords(first)
  const label = requestLabel(first)
  return (
    <article aria-label={`${by.name}: ${label}`} className="panel overflow-hidden p-4 sm:p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-semibold">
          <Link to={links.audit({ staff: by._id })} className="underline underline-offset-4">
            {by.name}
          </Link>
        </p>
        <p className="figures text-sm text-soft">{showInstant(at)}</p>
      </header>
      <p>{label}</p>
      {reason && (
        <blockquote className="mt-2 border-l-3 border-sunrise pl-3 break-words">{reason}</blockquote>
      )}
      {entries.map((entry) => (
        <ChangeTable key={entry._id} entry={entry} names={names} />
      ))}
    </article>
  )
}

/** One changed thing: what it was and what it is, field by field. */
function ChangeTable({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { subject, subjectId, before, after } = entry
  const thing = subjectLabel(subject)
  const page = subjectHref(entry)
  return (
    <section aria-label={thing} className="mt-3 border-t border-line pt-2">
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="flex items-center gap-2 font-medium">
          {[thing, names[subjectId]].filter(Boolean).join(' ')}
          {!before && <StatusBadge tone="acacia">{m.admin_audit_new()}</StatusBadge>}
          {!after && <StatusBadge tone="clay">{m.admin_audit_removed()}</StatusBadge>}
        </span>
        {page && (
          <Link to={page} className={linked}>
            {m.admin_audit_open()}
          </Link>
        )}
        <Link to={links.audit({ subject, subjectId })} className={linked}>
          {m.admin_audit_history()}
        </Link>
      </p>
      <dl className="figures mt-1 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
        {changesOf(entry, names).map((change) => (
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
            <span className="sr-only"> {m.admin_audit_became()} </span>{' '}
          </>
        )}
        <ins className="font-medium no-underline">{after}</ins>
      </dd>
    </>
  )
}
