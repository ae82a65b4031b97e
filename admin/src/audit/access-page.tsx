import type { AccessRecord } from '@twende/contract/audit/audit-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { Link } from 'react-router'
import { pageTitle } from '../frame/page.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { AdminListPage, listLoader } from '../list/admin-list-page.tsx'
import { day, defineList, id, oneOf, position, text } from '../list/list-address.ts'
import type { Route } from './+types/access-page'
import { accessSubject, actionLabel, filterWords, isExport, rowWords } from './access-labels.ts'
import { AuditTabs } from './audit-tabs.tsx'

const list = defineList({
  path: links.access,
  fields: {
    staff: id,
    subjectId: text,
    action: text,
    exports: oneOf(['only']),
    fromDay: day,
    toDay: day,
    before: position,
  },
})

export const clientLoader = listLoader(list, (search) =>
  call('GET /api/admin/access-records', { query: { ...search, limit: 50 } }),
)

export const meta = () => pageTitle(m.admin_audit_views_and_exports())

/** Who of staff looked at or exported people's data, and when. */
export default function AccessPage({ loaderData }: Route.ComponentProps) {
  const isAdmin = useSession()?.owner?.role === 'admin'
  return (
    <AdminListPage
      title={m.admin_menu_audit()}
      intro={m.admin_audit_access_text()}
      list={list}
      loaded={loaderData}
      tabs={isAdmin && <AuditTabs current="access" />}
      filters={(found) =>
        isAdmin
          ? [
              {
                name: 'staff',
                label: m.admin_audit_person_label(),
                any: m.admin_audit_everybody(),
                choices: found?.people.map(({ _id, name }) => ({ value: _id, label: name })) ?? [],
              },
              {
                name: 'action',
                label: m.admin_audit_opened_label(),
                any: m.admin_audit_everything(),
                choices:
                  found?.actions.map((choice) => ({ value: choice.action, label: actionLabel(choice) })) ??
                  [],
              },
              {
                name: 'exports',
                label: m.admin_audit_kind_label(),
                any: m.admin_audit_views_and_exports(),
                choices: [{ value: 'only', label: m.admin_audit_exports_only() }],
              },
              { name: 'fromDay', label: m.admin_audit_from(), day: true },
              { name: 'toDay', label: m.admin_audit_to(), day: true },
            ]
          : []
      }
      empty={() => m.admin_audit_none_viewed()}
      rowName={(record) => `${record.by.name}: ${actionLabel(record)}`}
      card={(record) => <Access record={record} />}
    />
  )
}

function Access({ record }: { record: AccessRecord }) {
  const { at, by, rowCount } = record
  const opened = actionLabel(record)
  const subject = accessSubject(record)
  const words = filterWords(record)
  return (
    <article aria-label={`${by.name}: ${opened}`} className="panel overflow-hidden p-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="font-semibold">
          <Link to={links.access({ staff: by._id })} className="underline underline-offset-4">
            {by.name}
          </Link>
        </p>
        <p className="figures text-sm text-soft">{showInstant(at)}</p>
      </header>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {opened}
        {isExport(record) && <StatusBadge tone="clay">{m.admin_audit_export()}</StatusBadge>}
        {subject && (
          <Link to={subject.to} className="text-sm font-semibold underline underline-offset-4">
            {subject.label}
          </Link>
        )}
      </p>
      <p className="text-sm break-words text-soft">
        {!subject && <span className="figures">{rowWords(rowCount)}</span>}
        {words && !subject && ' · '}
        {words && <span translate="no">{words}</span>}
      </p>
    </article>
  )
}
