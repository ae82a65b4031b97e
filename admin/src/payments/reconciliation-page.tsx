import { addDays, isDay, nairobiDay, showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { payableTypeLabels, paymentMethodLabels } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentListItem, Reconciliation } from '@twende/contract/payments/payment-list-item.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { DateInput } from '@twende/ui/controls/date-input.tsx'
import { Field } from '@twende/ui/controls/field.tsx'
import { ErrorState } from '@twende/ui/controls/page-states.tsx'
import { LoadingNote, Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { ArrowLeft, ArrowRight, CircleCheck } from 'lucide-react'
import { Suspense } from 'react'
import { Await, Link, useLocation, useNavigate, useRevalidator } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { Page, pageTitle } from '../frame/page.tsx'

import { links } from '../links.ts'
import type { Route } from './+types/reconciliation-page'

const cell = 'px-2 py-3 first:pl-0 last:pr-0'

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

/** The figures of one day, and what does not fit. */
function DayReport({ books }: { books: Reconciliation }) {
  const { totals, counts, differences, refundsSent } = books
  const fits = Object.values(counts).every((count) => count === 0)
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="sr-only">{m.admin_payments_day_title()}</h2>
      <Totals totals={totals} />
      <CameIn books={books} />
      <DetailPanel title={m.admin_payments_differences_title()}>
        {fits && (
          <p className="flex items-center gap-2 text-acacia-deep">
            <CircleCheck aria-hidden="true" className="size-5" />
            {m.admin_payments_differences_none()}
          </p>
        )}
        <Difference
          title={m.admin_payments_difference_unmatched()}
          n={counts.unmatched}
          rows={differences.unmatched}
        />
        <Difference
          title={m.admin_payments_difference_no_code()}
          n={counts.withoutReceipt}
          rows={differences.withoutReceipt}
        />
        <Difference
          title={m.admin_payments_difference_amount()}
          n={counts.otherAmount}
          rows={differences.otherAmount}
        />
        <Difference
          title={m.admin_payments_difference_not_reported()}
          n={counts.notReported}
          rows={differences.notReported}
        />
      </DetailPanel>
      <DetailPanel title={m.admin_payments_refunds_sent_title()}>
        {refundsSent.length === 0 && <p className="text-soft">{m.admin_payments_refunds_sent_none()}</p>}
        <ul className="grid divide-y divide-line">
          {refundsSent.map(({ _id, amount, reference, code, note, sentBy, sentAt }) => (
            <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
              <span className="figures font-semibold">{showKsh(amount)}</span>
              <span className="figures">{reference}</span>
              <span className="figures text-sm text-soft">{code ?? note}</span>
              <span className="figures text-sm text-soft">
                {sentBy}, {sentAt && showInstant(sentAt)}
              </span>
            </li>
          ))}
        </ul>
      </DetailPanel>
    </div>
  )
}

function Totals({ totals }: Pick<Reconciliation, 'totals'>) {
  const figures = [
    [
      m.admin_payments_total_received(),
      totals.received.amount,
      m.admin_payments_total_received_note({ count: totals.received.count }),
    ],
    [
      m.admin_payments_total_refunded(),
      totals.refunded.amount,
      m.admin_payments_total_refunded_note({ count: totals.refunded.count }),
    ],
    [m.admin_payments_total_net(), totals.net, m.admin_payments_total_net_note()],
    [
      m.admin_payments_total_review(),
      totals.inReview.amount,
      m.admin_payments_total_review_note({ count: totals.inReview.count }),
    ],
    [
      m.admin_payments_total_reported(),
      totals.reportedByProvider.amount,
      m.admin_payments_total_reported_note({ count: totals.reportedByProvider.count }),
    ],
    [
      m.admin_payments_total_unmatched(),
      totals.unmatched.amount,
      m.admin_payments_total_unmatched_note({ count: totals.unmatched.count }),
    ],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3">
      {figures.map(([label, amount, note]) => (
        <div key={label} className="panel p-4">
          <dt className="text-sm text-soft">{label}</dt>
          <dd>
            <span className="figures block text-lg font-semibold sm:text-2xl">{showKsh(amount)}</span>
            <span className="figures text-sm text-soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function CameIn({ books: { cameIn, totals } }: { books: Reconciliation }) {
  return (
    <DetailPanel title={m.admin_payments_received_title()}>
      {cameIn.length === 0 ? (
        <p className="text-soft">{m.admin_payments_received_none()}</p>
      ) : (
        <table className="w-full border-collapse">
          <thead className="border-b border-line text-left text-sm text-soft">
            <tr>
              <th scope="col" className={cell}>
                {m.admin_payments_column_for_method()}
              </th>
              <th scope="col" className={`${cell} text-right`}>
                {m.admin_menu_payments()}
              </th>
              <th scope="col" className={`${cell} text-right`}>
                {m.admin_payments_amount()}
              </th>
            </tr>
          </thead>
          <tbody className="figures divide-y divide-line">
            {cameIn.map(({ method, purpose, count, amount }) => (
              <tr key={method + purpose}>
                <td className={cell}>
                  {payableTypeLabels[purpose]()}
                  <span className="block text-sm text-soft">{paymentMethodLabels[method]()}</span>
                </td>
                <td className={`${cell} text-right`}>{count}</td>
                <td className={`${cell} text-right whitespace-nowrap`}>{showKsh(amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="figures border-t border-ink font-semibold">
            <tr>
              <th scope="row" className={`${cell} text-left`}>
                {m.admin_payments_total()}
              </th>
              <td className={`${cell} text-right`}>{totals.received.count}</td>
              <td className={`${cell} text-right whitespace-nowrap`}>{showKsh(totals.received.amount)}</td>
            </tr>
          </tfoot>
        </table>
      )}
    </DetailPanel>
  )
}

function Difference({ title, n, rows }: { title: string; n: number; rows: readonly PaymentListItem[] }) {
  if (n === 0) return null
  return (
    <section aria-label={title} className="mb-4">
      <h4 className="font-semibold text-clay-deep">
        {m.admin_payments_difference_heading({ title, count: n })}
      </h4>
      <ul className="grid divide-y divide-line">
        {rows.map(({ _id, kind, received, amount, code, payer, reference }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
            <Link
              to={
                kind === 'transaction'
                  ? links.payments({ queue: 'unmatched', search: code ?? '' })
                  : links.payment(_id, { queue: 'all' })
              }
              className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {showKsh(received ?? amount ?? 0)}
            </Link>
            <span>{payer}</span>
            <span className="figures text-sm text-soft">
              {reference} {code}
            </span>
          </li>
        ))}
      </ul>
      {n > rows.length && (
        <p className="text-sm text-soft">{m.admin_payments_difference_more({ count: n - rows.length })}</p>
      )}
    </section>
  )
}
