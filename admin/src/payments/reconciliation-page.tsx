import { addDays, isDay, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { DateInput, Field } from '@twende/ui/controls/field.tsx'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Suspense } from 'react'
import { Await, Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import { links } from '../links.ts'
import { pageTitle } from '../page-title.ts'
import type { Route } from './+types/reconciliation-page'
import { DayBooks } from './day-books.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const asked = new URL(request.url).searchParams.get('day') ?? ''
  const today = nairobiDay(serverNow())
  const day = isDay(asked) && asked <= today ? asked : today
  const books = call('GET /api/admin/reconciliation', { query: { day } })
  books.catch(() => {})
  return { day, today, books }
}

export const meta = () => pageTitle('Day by day')

const dayHref = (day: string) => links.reconciliation({ day })

/** A day's money: what came in, what went back, and what does not fit. */
export default function ReconciliationPage({ loaderData: { day, today, books } }: Route.ComponentProps) {
  const { search } = useLocation()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-5xl">
      <h1 className="text-3xl">Day by day</h1>
      <p className="mt-1 text-soft">{showDay(day)}</p>
      <DayChoice day={day} today={today} />
      <Suspense key={search} fallback={<BooksSkeleton />}>
        <Await
          resolve={books}
          errorElement={<ErrorState message="Failed to load this day" onRetry={() => void revalidate()} />}
        >
          {({ data }) => <DayBooks books={data} />}
        </Await>
      </Suspense>
    </div>
  )
}

const step =
  'inline-flex min-h-12 items-center gap-2 rounded-md border border-edge bg-card px-4 font-semibold hover:border-ink hover:bg-sand'

function DayChoice({ day, today }: { day: string; today: string }) {
  const navigate = useNavigate()
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3 no-print">
      <Link to={dayHref(addDays(day, -1))} aria-label="The day before" className={step}>
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <Field label="Day" labelHidden>
        <DateInput
          value={day}
          max={today}
          onChange={({ target }) => isDay(target.value) && void navigate(dayHref(target.value))}
        />
      </Field>
      {day < today && (
        <Link to={dayHref(addDays(day, 1))} aria-label="The day after" className={step}>
          <ArrowRight aria-hidden="true" className="size-5" />
        </Link>
      )}
    </div>
  )
}

function BooksSkeleton() {
  return (
    <div className="mt-5 grid gap-5">
      <LoadingNote>Loading this day</LoadingNote>
      <Skeleton className="h-44 rounded-lg" />
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-44 rounded-lg" />
    </div>
  )
}
