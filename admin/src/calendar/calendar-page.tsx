import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { DateInput } from '@twende/ui/controls/date-input.tsx'
import { Field } from '@twende/ui/controls/field.tsx'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { SHARED_WORK_MS, useRevalidateEvery } from '@twende/ui/loading/use-revalidate-every.ts'
import { ChevronLeft, ChevronRight, Share2 } from 'lucide-react'
import { Suspense } from 'react'
import { Await, useLocation, useRevalidator } from 'react-router'
import { NewBooking } from '../bookings/new-booking.tsx'
import { Page, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/calendar-page'
import { CalendarBoard, type CalendarSearch, calendarHref, readCalendarSearch } from './calendar-board.tsx'

const spans = [
  { value: '2', label: m.admin_calendar_two_weeks },
  { value: '4', label: m.admin_calendar_four_weeks },
] as const

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const search = readCalendarSearch(new URL(request.url).searchParams)
  const query = { fromDay: search.from, days: search.weeks * 7, search: search.search, page: search.page }
  const shown = call('GET /api/admin/calendar', { query })
  shown.catch(() => {})
  return { search, shown }
}

/** Cars and what takes them, over the days asked for. */
export const meta = () => pageTitle(m.admin_menu_calendar())

/** The fleet, day by day. */
export default function CalendarPage({ loaderData: { search, shown } }: Route.ComponentProps) {
  const { search: address } = useLocation()
  const { revalidate } = useRevalidator()
  useRevalidateEvery(SHARED_WORK_MS)
  return (
    <Page
      title={m.admin_menu_calendar()}
      action={
        <div className="flex flex-wrap gap-2">
          <LinkButton
            to={links.sharedCalendars}
            variant="secondary"
            size="sm"
            icon={<Share2 aria-hidden="true" className="size-5" />}
          >
            {m.admin_calendar_share()}
          </LinkButton>
          <NewBooking />
        </div>
      }
    >
      <CalendarToolbar search={search} />
      <Suspense key={address} fallback={<CalendarSkeleton />}>
        <Await
          resolve={shown}
          errorElement={
            <ErrorState message={m.admin_calendar_load_failed()} onRetry={() => void revalidate()} />
          }
        >
          {(calendar) => <CalendarBoard search={search} calendar={calendar} />}
        </Await>
      </Suspense>
    </Page>
  )
}

function CalendarSkeleton() {
  return (
    <div className="mt-4">
      <LoadingNote>{m.admin_calendar_loading()}</LoadingNote>
      <div className="panel grid gap-px overflow-hidden">
        {Array.from({ length: 9 }, (_, row) => String(row)).map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    </div>
  )
}

/** Which days and cars the calendar shows. */
function CalendarToolbar({ search }: { search: CalendarSearch }) {
  const { change } = useAddressSearch(readCalendarSearch)
  const today = nairobiDay(serverNow())
  const from = search.from ?? today
  const at = (days: number) => calendarHref({ ...search, from: addDays(from, days) })
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <div className="flex items-center gap-1.5">
        <LinkButton
          variant="secondary"
          size="sm"
          to={at(-7)}
          preventScrollReset
          aria-label={m.admin_calendar_week_earlier()}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </LinkButton>
        <LinkButton
          variant="secondary"
          size="sm"
          to={calendarHref({ ...search, from: undefined })}
          preventScrollReset
        >
          {m.admin_menu_today()}
        </LinkButton>
        <LinkButton
          variant="secondary"
          size="sm"
          to={at(7)}
          preventScrollReset
          aria-label={m.admin_calendar_week_later()}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </LinkButton>
      </div>
      <Field label={m.admin_calendar_first_day()} labelHidden className="min-w-36 flex-1 sm:flex-none">
        <DateInput
          required
          value={from}
          onChange={({ target }) => target.value && change({ from: target.value })}
        />
      </Field>
      <Choices
        legend={m.admin_calendar_days_legend()}
        legendHidden
        look="segments"
        choices={spans.map(({ value, label }) => ({ value, label: label() }))}
        value={search.weeks === 4 ? '4' : '2'}
        onChange={(weeks) => change({ weeks: weeks === '4' ? 4 : undefined })}
      />
      <Field label={m.admin_calendar_search_label()} labelHidden className="min-w-32 flex-1">
        <SearchInput
          value={search.search ?? ''}
          placeholder={m.admin_calendar_search_placeholder()}
          onSearch={(words) => change({ search: words })}
        />
      </Field>
    </div>
  )
}
