import type { CalendarImport } from '@twende/contract/bookings/calendar-link-routes.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { WhenOpen } from '@twende/ui/controls/when-open.tsx'
import { lazyWithRetry } from '@twende/ui/loading/lazy-with-retry.ts'
import { Plus, RefreshCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { useAction } from '../frame/use-action.ts'
import { links } from '../links.ts'

const AddImportDialog = lazyWithRetry(() =>
  import('./calendar-link-dialogs.tsx').then((module) => module.AddImportDialog),
)

type CalendarImportsPanelProps = {
  imports: readonly CalendarImport[]
  /** The car that they block; without it, they are those of all cars, and none can be added. */
  carId?: string | undefined
}

/** The calendars of other programs that block our cars, and how their last reading went. */
export function CalendarImportsPanel({ imports, carId }: CalendarImportsPanelProps) {
  const [adding, setAdding] = useState(false)
  const isOfAllCars = carId === undefined
  return (
    <DetailPanel
      as="h2"
      title={
        isOfAllCars ? m.admin_shared_calendars_imports_title_all() : m.admin_shared_calendars_imports_title()
      }
      aside={
        !isOfAllCars && (
          <Button
            size="sm"
            icon={<Plus aria-hidden="true" className="size-5" />}
            onClick={() => setAdding(true)}
          >
            {m.admin_shared_calendars_import_add()}
          </Button>
        )
      }
    >
      <p className="max-w-prose text-soft">
        {m.admin_shared_calendars_imports_text()}
        {isOfAllCars && ` ${m.admin_shared_calendars_imports_where()}`}
      </p>
      {imports.length === 0 ? (
        <p className="mt-4">{m.admin_shared_calendars_imports_none()}</p>
      ) : (
        <ul className="mt-2 -mb-4 divide-y divide-line">
          {imports.map((imported) => (
            <ImportItem key={imported._id} imported={imported} showCar={isOfAllCars} />
          ))}
        </ul>
      )}
      {carId !== undefined && (
        <WhenOpen open={adding}>
          <AddImportDialog
            key={String(adding)}
            open={adding}
            carId={carId}
            onClose={() => setAdding(false)}
          />
        </WhenOpen>
      )}
    </DetailPanel>
  )
}

function ImportItem({ imported, showCar }: { imported: CalendarImport; showCar: boolean }) {
  const { name, car, host, readAt, blocks } = imported
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-semibold wrap-anywhere" translate="no">
              {name}
            </span>
            <ImportState imported={imported} />
          </p>
          {showCar && (
            <p>
              <Link to={links.carCalendars(car._id)} className="font-semibold underline underline-offset-4">
                {car.name}
              </Link>
            </p>
          )}
          <p className="figures">
            {readAt === null
              ? m.admin_shared_calendars_import_unread()
              : m.admin_shared_calendars_import_read({ time: showInstant(readAt) })}
            {', '}
            {m.admin_shared_calendars_import_blocks({ count: blocks })}
          </p>
          <p className="figures text-sm wrap-anywhere text-soft">
            {m.admin_shared_calendars_import_from({ host })}
          </p>
          <p className="figures text-sm text-soft">{addedWords(imported)}</p>
        </div>
        <ImportButtons imported={imported} />
      </div>
      <ImportNotes imported={imported} />
    </li>
  )
}

function ImportState({ imported: { problem, conflicts } }: { imported: CalendarImport }) {
  return (
    <>
      {problem !== null && <StatusBadge tone="clay">{m.admin_shared_calendars_import_failed()}</StatusBadge>}
      {conflicts.length > 0 && (
        <StatusBadge tone="sunrise">
          {m.admin_shared_calendars_import_conflicts({ count: conflicts.length })}
        </StatusBadge>
      )}
      {problem === null && conflicts.length === 0 && (
        <StatusBadge tone="acacia">{m.admin_shared_calendars_import_ok()}</StatusBadge>
      )}
    </>
  )
}

function ImportButtons({ imported: { _id, name } }: { imported: CalendarImport }) {
  const reading = useAction()
  const removing = useAction()
  const params = { importId: _id }
  async function remove() {
    const confirmed = await ask({
      sentence: m.admin_shared_calendars_import_remove_title({ name }),
      more: m.admin_shared_calendars_import_remove_text(),
      yes: m.admin_shared_calendars_import_remove(),
      danger: true,
    })
    if (confirmed)
      await removing.run(() => call('POST /api/admin/calendar-import/:importId/remove', { params }))
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="secondary"
        pending={reading.pending}
        icon={<RefreshCw aria-hidden="true" className="size-4" />}
        aria-label={m.admin_shared_calendars_import_read_label({ name })}
        onClick={() =>
          void reading.run(() => call('POST /api/admin/calendar-import/:importId/read', { params }))
        }
      >
        {m.admin_shared_calendars_import_read_now()}
      </Button>
      <Button
        size="sm"
        variant="quiet"
        pending={removing.pending}
        aria-label={m.admin_shared_calendars_import_remove_label({ name })}
        onClick={() => void remove()}
      >
        {m.admin_shared_calendars_import_remove()}
      </Button>
    </div>
  )
}

const problemWords: Record<NonNullable<CalendarImport['problem']>, (words: { host: string }) => string> = {
  unreachable: m.admin_shared_calendars_problem_unreachable,
  private_address: m.admin_shared_calendars_problem_private,
  refused: m.admin_shared_calendars_problem_refused,
  too_large: m.admin_shared_calendars_problem_large,
  not_a_calendar: m.admin_shared_calendars_problem_kind,
  too_many_entries: m.admin_shared_calendars_problem_many,
  cut_off: m.admin_shared_calendars_problem_cut_off,
  failed: m.admin_shared_calendars_problem_failed,
}

/** What staff has to know of the last reading, or to do. */
function ImportNotes({ imported }: { imported: CalendarImport }) {
  const { problem, host, unreadEntries, unreadNames, conflicts } = imported
  return (
    <>
      {problem !== null && (
        <Note tone="clay">
          <p>{problemWords[problem]({ host })}</p>
          <p>
            {problem === 'cut_off'
              ? m.admin_shared_calendars_import_adds()
              : m.admin_shared_calendars_import_stays()}
          </p>
        </Note>
      )}
      {unreadEntries > 0 && (
        <Note tone="sunrise">
          <p>{m.admin_shared_calendars_import_entries({ count: unreadEntries })}</p>
          <ul className="list-disc pl-5">
            {unreadNames.filter(Boolean).map((name) => (
              <li key={name} translate="no">
                {name}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {conflicts.length > 0 && (
        <Note tone="sunrise">
          <p className="font-semibold">{m.admin_shared_calendars_import_conflicts_title()}</p>
          <ul>
            {conflicts.map(({ bookingId, reference, startsAt, endsAt }) => (
              <li key={bookingId}>
                <Link
                  to={links.booking(bookingId)}
                  className="figures inline-flex min-h-11 items-center underline underline-offset-4 lg:pointer-fine:min-h-8"
                >
                  {m.admin_shared_calendars_import_conflict({
                    reference,
                    from: showInstant(startsAt),
                    to: showInstant(endsAt),
                  })}
                </Link>
              </li>
            ))}
          </ul>
        </Note>
      )}
    </>
  )
}

const noteLooks = { clay: 'bg-clay-tint text-clay-deep', sunrise: 'bg-sunrise-tint text-sunrise-ink' }

function Note({ tone, children }: { tone: keyof typeof noteLooks; children: ReactNode }) {
  return (
    <div className={`mt-3 flex gap-2 rounded-md px-4 py-3 ${noteLooks[tone]}`}>
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}

function addedWords({ createdBy, createdAt }: CalendarImport): string {
  const time = showInstant(createdAt)
  return createdBy === null
    ? m.admin_shared_calendars_added_at({ time })
    : m.admin_shared_calendars_added({ name: createdBy, time })
}
