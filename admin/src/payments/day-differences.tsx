import { showDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { refundMethodLabels } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentListItem, RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import type { Reconciliation, ReportDifference } from '@twende/contract/payments/reconciliation.ts'
import { m } from '@twende/messages'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { links } from '../links.ts'

const reasons: Record<ReportDifference, () => string> = {
  request: m.admin_payments_difference_request,
  notReported: m.admin_payments_difference_not_reported,
  otherAmount: m.admin_payments_difference_amount,
  otherDay: m.admin_payments_difference_other_day,
}

type Line = readonly [label: string, amount: number]

/** Our M-Pesa account beside what M-Pesa reported: the rows are the whole difference. */
export function MpesaComparison({ books }: { books: Reconciliation }) {
  const { reports, payouts } = books
  const unseen = books.refundsSent.filter(({ method, confirmedBy }) => method === 'mpesa' && !confirmedBy)
  const difference = reports.booked - reports.reported
  const fits = reports.rows.length === 0 && unseen.length === 0
  return (
    <DetailPanel title={m.admin_payments_mpesa_title()}>
      <div className="grid gap-4 md:grid-cols-2">
        <Sums
          lines={[
            [m.admin_payments_mpesa_in_booked(), reports.booked],
            [m.admin_payments_mpesa_in_reported(), reports.reported],
            [m.admin_payments_mpesa_difference(), difference],
          ]}
        />
        <Sums
          lines={[
            [m.admin_payments_mpesa_out_booked(), payouts.booked],
            [m.admin_payments_mpesa_out_seen(), payouts.confirmed],
            [m.admin_payments_mpesa_difference(), payouts.booked - payouts.confirmed],
          ]}
        />
      </div>
      {fits && <NoDifference />}
      {(Object.keys(reasons) as ReportDifference[]).map((why) => {
        const rows = reports.rows.filter((row) => row.why === why)
        if (rows.length === 0) return null
        return (
          <Rows key={why} title={reasons[why]()} count={rows.length}>
            {rows.map(({ item, amount }) => item && <ItemRow key={item._id} item={item} amount={amount} />)}
          </Rows>
        )
      })}
      {reports.more.count > 0 && (
        <p className="text-sm text-soft">
          {m.admin_payments_mpesa_more({ amount: showKsh(reports.more.amount), count: reports.more.count })}
        </p>
      )}
      {unseen.length > 0 && (
        <Rows title={m.admin_payments_difference_out()} count={unseen.length}>
          {unseen.map(({ _id, amount, reference, code, sentBy }) => (
            <li key={_id} className={rowLook}>
              <Link to={links.refunds({ queue: 'sent', search: code ?? reference })} className={amountLook}>
                {showKsh(amount)}
              </Link>
              <span>{sentBy}</span>
              <span className="figures text-sm text-soft">
                {reference} {code}
              </span>
            </li>
          ))}
        </Rows>
      )}
    </DetailPanel>
  )
}

function Sums({ lines }: { lines: readonly Line[] }) {
  return (
    <dl className="grid content-start gap-1">
      {lines.map(([label, amount]) => (
        <div
          key={label}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 last:border-t last:border-ink last:pt-1 last:font-semibold"
        >
          <dt>{label}</dt>
          <dd className="figures whitespace-nowrap">{showKsh(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}

function NoDifference() {
  return (
    <p className="mt-4 flex items-center gap-2 text-acacia-deep">
      <CircleCheck aria-hidden="true" className="size-5" />
      {m.admin_payments_differences_none()}
    </p>
  )
}

/** Money of the day on which staff still has to decide, or that says something odd. */
export function ToLookAt({ books: { counts, differences } }: { books: Reconciliation }) {
  if (Object.values(counts).every((count) => count === 0)) return null
  const kinds = [
    [m.admin_payments_difference_unmatched(), counts.unmatched, differences.unmatched],
    [m.admin_payments_difference_no_code(), counts.withoutReceipt, differences.withoutReceipt],
    [m.admin_payments_difference_recorded(), counts.otherAmount, differences.otherAmount],
  ] as const
  return (
    <DetailPanel title={m.admin_payments_look_title()}>
      {kinds.map(
        ([title, count, items]) =>
          count > 0 && (
            <Rows key={title} title={title} count={count} more={count - items.length}>
              {items.map((item) => (
                <ItemRow key={item._id} item={item} amount={item.received ?? item.amount ?? 0} />
              ))}
            </Rows>
          ),
      )}
    </DetailPanel>
  )
}

const rowLook =
  'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 py-1 md:grid-cols-[8rem_minmax(0,1fr)_minmax(0,1fr)] [&>:nth-child(2)]:text-right md:[&>:nth-child(2)]:text-left [&>:nth-child(3)]:col-span-2 md:[&>:nth-child(3)]:col-span-1 md:[&>:nth-child(3)]:text-right'
const amountLook = 'figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4'

function ItemRow({ item, amount }: { item: PaymentListItem; amount: number }) {
  const { _id, kind, code, payer, reference } = item
  const href =
    kind === 'transaction'
      ? links.payments({ queue: 'all', search: code ?? '' })
      : links.payment(_id, { queue: 'all' })
  return (
    <li className={rowLook}>
      <Link to={href} className={amountLook}>
        {showKsh(amount)}
      </Link>
      <span>{payer}</span>
      <span className="figures text-sm text-soft">
        {reference} {code}
      </span>
    </li>
  )
}

type RowsProps = { title: string; count: number; more?: number; children: React.ReactNode }

function Rows({ title, count, more = 0, children }: RowsProps) {
  return (
    <section aria-label={title} className="mt-4">
      <h4 className="font-semibold text-clay-deep">
        {m.admin_payments_difference_heading({ title, count })}
      </h4>
      <ul className="grid divide-y divide-line">{children}</ul>
      {more > 0 && <p className="text-sm text-soft">{m.admin_payments_difference_more({ count: more })}</p>}
    </section>
  )
}

/** What went back on the day, how, and by whom. */
export function RefundsOfDay({ refunds }: { refunds: readonly RefundTask[] }) {
  return (
    <DetailPanel title={m.admin_payments_refunds_sent_title()}>
      {refunds.length === 0 && <p className="text-soft">{m.admin_payments_refunds_sent_none()}</p>}
      <ul className="grid divide-y divide-line">
        {refunds.map(({ _id, amount, reference, code, note, sentBy, sentOn, method }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
            <span className="figures shrink-0 font-semibold">{showKsh(amount)}</span>
            <span className="figures">{reference}</span>
            <span className="figures text-sm text-soft">
              {[method && refundMethodLabels[method](), code ?? note].filter(Boolean).join(', ')}
            </span>
            <span className="figures text-sm text-soft">
              {sentBy}, {sentOn && showDay(sentOn)}
            </span>
          </li>
        ))}
      </ul>
    </DetailPanel>
  )
}
