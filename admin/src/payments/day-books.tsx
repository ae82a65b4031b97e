import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { payableTypeLabels, paymentMethodLabels } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentListItem, Reconciliation } from '@twende/contract/payments/payment-list-item.ts'
import { CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { DetailPanel } from '../detail-panel.tsx'
import { moneyHref } from './money-search.ts'

/** The figures of one day, and what does not fit. */
export function DayBooks({ books }: { books: Reconciliation }) {
  const { totals, counts, differences, refundsSent } = books
  const fits = counts.unmatched + counts.withoutReceipt + counts.otherAmount === 0
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="sr-only">The books of this day</h2>
      <Totals totals={totals} />
      <CameIn books={books} />
      <DetailPanel title="What does not fit">
        {fits && (
          <p className="flex items-center gap-2 text-acacia-deep">
            <CircleCheck aria-hidden="true" className="size-5" />
            Everything fits.
          </p>
        )}
        <Difference
          title="M-Pesa told us of it, and it matches nothing"
          n={counts.unmatched}
          rows={differences.unmatched}
        />
        <Difference
          title="Paid, without an M-Pesa code"
          n={counts.withoutReceipt}
          rows={differences.withoutReceipt}
        />
        <Difference
          title="M-Pesa names another amount"
          n={counts.otherAmount}
          rows={differences.otherAmount}
        />
      </DetailPanel>
      <DetailPanel title="Refunds sent">
        {refundsSent.length === 0 && <p className="text-soft">None on this day.</p>}
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
    ['Received', totals.received.amount, `${totals.received.count} payment(s)`],
    ['Refunded', totals.refunded.amount, `${totals.refunded.count} refund(s)`],
    ['Net', totals.net, 'received less refunded'],
    ['To decide', totals.inReview.amount, `${totals.inReview.count} of the received`],
    ['Told by M-Pesa', totals.reportedByProvider.amount, `${totals.reportedByProvider.count} message(s)`],
    ['Unmatched', totals.unmatched.amount, `${totals.unmatched.count} of these`],
  ] as const
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-3">
      {figures.map(([label, amount, note]) => (
        <div key={label} className="panel p-4">
          <dt className="text-sm text-soft">{label}</dt>
          <dd>
            <span className="figures block text-2xl font-semibold">{showKsh(amount)}</span>
            <span className="figures text-sm text-soft">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const cell = 'px-2 py-3 first:pl-0 last:pr-0'

function CameIn({ books: { cameIn, totals } }: { books: Reconciliation }) {
  return (
    <DetailPanel title="What came in">
      {cameIn.length === 0 ? (
        <p className="text-soft">Nothing on this day.</p>
      ) : (
        <table className="w-full border-collapse">
          <thead className="border-b border-line text-left text-sm text-soft">
            <tr>
              <th scope="col" className={cell}>
                For, and how
              </th>
              <th scope="col" className={`${cell} text-right`}>
                Payments
              </th>
              <th scope="col" className={`${cell} text-right`}>
                Amount
              </th>
            </tr>
          </thead>
          <tbody className="figures divide-y divide-line">
            {cameIn.map(({ method, purpose, count, amount }) => (
              <tr key={method + purpose}>
                <td className={cell}>
                  {payableTypeLabels[purpose]}
                  <span className="block text-sm text-soft">{paymentMethodLabels[method]}</span>
                </td>
                <td className={`${cell} text-right`}>{count}</td>
                <td className={`${cell} text-right whitespace-nowrap`}>{showKsh(amount)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className="figures border-t border-ink font-semibold">
            <tr>
              <th scope="row" className={`${cell} text-left`}>
                Together
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
        {title} ({n})
      </h4>
      <ul className="grid divide-y divide-line">
        {rows.map(({ _id, kind, received, amount, code, payer, reference }) => (
          <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
            <Link
              to={
                kind === 'transaction'
                  ? moneyHref({ queue: 'unmatched', search: code ?? '' })
                  : moneyHref({ queue: 'all' }, _id)
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
      {n > rows.length && <p className="text-sm text-soft">And {n - rows.length} more.</p>}
    </section>
  )
}
