import { addDays, isDay, nairobiDay, showDay } from '@twende/contract/calendar-day.ts'
import type { Reconciliation } from '@twende/contract/payments/reconciliation.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { DateInput } from '@twende/ui/controls/date-input.tsx'
import { Field } from '@twende/ui/controls/field.tsx'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Suspense } from 'react'
import { Await, Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import { Page, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/reconciliation-page'
import { MpesaComparison, RefundsOfDay, ToLookAt } from './day-differences.tsx'
import { PostedForEarlier, PostedLater } from './day-late-postings.tsx'
import { AccountsOfDay, CameIn, Totals } from './day-money.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const requested = new URL(request.url).searchParams.get('day') ?? ''
  const today = nairobiDay(serverNow())
  const day = isDay(requested) && requested <= today ? requested : today
  const books = call('GET /api/admin/reconciliation', { query: { day } })
  books.catch(() => {})
  return { day, today, books }
}

export const meta = () => pageTitle(m.admin_menu_reconciliation())

const dayHref = (day: string) => links.reconciliation({ day })

/** A day's money: what came in, what went back, and what does not fit. */
export default function ReconciliationPage({ loaderData: { day, today, books } }: Route.ComponentProps) {
  const { search } = useLocation()
  const { revalidate } = useRevalidator()
  return (
    <Page width="reading" title={m.admin_menu_reconciliation()} intro={showDay(day)}>
      <DayChoice day={day} today={today} />
      <Suspense key={search} fallback={<DaySkeleton />}>
        <Await
          resolve={books}
          errorElement={
            <ErrorState message={m.admin_payments_day_failed()} onRetry={() => void revalidate()} />
          }
        >
          {({ data }) => <DayReport books={data} />}
        </Await>
      </Suspense>
    </Page>
  )
}

const step =
  'inline-flex min-h-12 items-center gap-2 rounded-md border border-edge bg-card px-4 font-semibold hover:border-ink hover:bg-sand'

function DayChoice({ day, today }: { day: string; today: string }) {
  const navigate = useNavigate()
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3 no-print">
      <Link to={dayHref(addDays(day, -1))} aria-label={m.admin_payments_day_before()} className={step}>
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <Field label={m.admin_payments_day_label()} labelHidden>
        <DateInput
          required
          value={day}
          max={today}
          onChange={({ target }) => isDay(target.value) && void navigate(dayHref(target.value))}
        />
      </Field>
      {day < today && (
        <Link to={dayHref(addDays(day, 1))} aria-label={m.admin_payments_day_after()} className={step}>
          <ArrowRight aria-hidden="true" className="size-5" />
        </Link>
      )}
    </div>
  )
}

function DaySkeleton() {
  return (
    <div className="mt-5 grid gap-5">
      <LoadingNote>{m.admin_payments_day_loading()}</LoadingNote>
      <Skeleton className="h-44 rounded-lg" />
      <Skeleton className="h-56 rounded-lg" />
      <Skeleton className="h-44 rounded-lg" />
    </div>
  )
}

/** The figures of one day, what M-Pesa reported of it, and what does not fit. */
function DayReport({ books }: { books: Reconciliation }) {
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="sr-only">{m.admin_payments_day_title()}</h2>
      <PostedLater late={books.postedLater} />
      <Totals totals={books.totals} />
      <AccountsOfDay accounts={books.accounts} />
      <CameIn books={books} />
      <MpesaComparison books={books} />
      <ToLookAt books={books} />
      <RefundsOfDay refunds={books.refundsSent} />
      <PostedForEarlier late={books.postedForEarlier} />
    </div>
  )
}
