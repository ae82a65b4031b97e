import { isDay, showDay } from '@twende/contract/calendar-day.ts'
import type { Reconciliation } from '@twende/contract/payments/reconciliation.ts'
import { m } from '@twende/messages'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { DateInput } from '@twende/ui/controls/date-input.tsx'
import { Field } from '@twende/ui/controls/field.tsx'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { Suspense, useState } from 'react'
import { Await, useLocation, useRevalidator } from 'react-router'
import { Page, pageTitle } from '../frame/page.tsx'
import { links } from '../links.ts'
import { ExportButton } from '../list/export-button.tsx'
import type { Route } from './+types/reconciliation-page'
import { chosenDay, DayChoice } from './day-choice.tsx'
import { MpesaComparison, RefundsOfDay, ToLookAt } from './day-differences.tsx'
import { PostedForEarlier, PostedLater } from './day-late-postings.tsx'
import { AccountsOfDay, CameIn, Totals } from './day-money.tsx'

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { day, today } = chosenDay(request)
  const books = call('GET /api/admin/reconciliation', { query: { day } })
  books.catch(() => {})
  return { day, today, books }
}

export const meta = () => pageTitle(m.admin_menu_reconciliation())

/** A day's money: what came in, what went back, and what does not fit. */
export default function ReconciliationPage({ loaderData: { day, today, books } }: Route.ComponentProps) {
  const { search } = useLocation()
  const { revalidate } = useRevalidator()
  const isAdmin = useSession()?.owner?.role === 'admin'
  return (
    <Page
      width="reading"
      title={m.admin_menu_reconciliation()}
      intro={showDay(day)}
      action={
        isAdmin && (
          <LinkButton variant="secondary" size="sm" to={links.statement}>
            {m.admin_statement_link()}
          </LinkButton>
        )
      }
    >
      <DayChoice day={day} today={today} hrefOf={(chosen) => links.reconciliation({ day: chosen })} />
      <FileOfDays key={day} day={day} today={today} />
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

/** The accounts of several days as a file: from the first of the month, unless other days are chosen. */
function FileOfDays({ day, today }: { day: string; today: string }) {
  const [fromDay, setFrom] = useState(`${day.slice(0, 8)}01`)
  const [toDay, setTo] = useState(day)
  const days = [
    { label: m.admin_payments_file_from(), value: fromDay, set: setFrom },
    { label: m.admin_payments_file_until(), value: toDay, set: setTo },
  ]
  return (
    <section
      aria-label={m.admin_payments_file_title()}
      className="mt-4 flex flex-wrap items-end gap-3 no-print"
    >
      {days.map(({ label, value, set }) => (
        <Field key={label} label={label}>
          <DateInput
            required
            value={value}
            max={today}
            onChange={({ target }) => isDay(target.value) && set(target.value)}
          />
        </Field>
      ))}
      <ExportButton csv="GET /api/admin/reconciliation.csv" filters={{ fromDay, toDay }} />
    </section>
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
