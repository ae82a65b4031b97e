import { showDay, showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { accountLabels } from '@twende/contract/payments/desk-payment.ts'
import type { LatePosting, Reconciliation } from '@twende/contract/payments/reconciliation.ts'
import { m } from '@twende/messages'
import { Link } from 'react-router'
import { DetailPanel } from '../frame/detail-panel.tsx'
import { links } from '../links.ts'

type Late = Reconciliation['postedLater']

const kinds: Record<LatePosting['kind'], () => string> = {
  money_received: m.admin_payments_late_received,
  money_assigned: m.admin_payments_late_matched,
  refund_paid: m.admin_payments_late_refund,
  money_moved: m.admin_payments_late_moved,
  receipt_corrected: m.admin_payments_late_corrected,
  money_lost: m.admin_payments_late_corrected,
  reversed: m.admin_payments_late_reversed,
}

/** What matched nothing is named by its code alone: it found no purchase, and goes back to the number that paid it. */
const matchedNothing = ({ kind, reference, code }: LatePosting) =>
  kind === 'money_assigned' && reference !== null && reference === code

/** Says that a day was changed after its end, and by what. */
export function PostedLater({ late }: { late: Late }) {
  if (late.total === 0) return null
  return (
    <DetailPanel title={m.admin_payments_later_title()}>
      <p className="text-soft">{m.admin_payments_later_note()}</p>
      <Postings late={late} />
    </DetailPanel>
  )
}

/** What was posted on this day for days before it. */
export function PostedForEarlier({ late }: { late: Late }) {
  if (late.total === 0) return null
  return (
    <DetailPanel title={m.admin_payments_earlier_title()}>
      <p className="text-soft">{m.admin_payments_earlier_note()}</p>
      <Postings late={late} showDays />
    </DetailPanel>
  )
}

function Postings({ late: { rows, total }, showDays = false }: { late: Late; showDays?: boolean }) {
  return (
    <>
      <ul className="mt-2 grid divide-y divide-line">
        {rows.map((row) => (
          <li key={row.at + row.kind + row.account + row.day + row.reference + row.code} className="py-2">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span className="font-semibold">
                {matchedNothing(row) ? m.admin_payments_late_given_back() : kinds[row.kind]()}
              </span>
              <Amount row={row} />
              <span className="figures text-sm text-soft">
                {[...new Set([accountLabels[row.account](), row.reference, row.code])]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </p>
            <p className="figures text-sm text-soft">
              {showDays && (
                <Link
                  to={links.reconciliation({ day: row.day })}
                  className="mr-3 inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4 md:min-h-6"
                >
                  {m.admin_payments_late_day({ day: showDay(row.day) })}
                </Link>
              )}
              {[row.by, showInstant(row.at)].filter(Boolean).join(', ')}
            </p>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="text-sm text-soft">
          {m.admin_payments_difference_more({ count: total - rows.length })}
        </p>
      )}
    </>
  )
}

/** What changes in the account, or what only found its purchase. */
function Amount({ row: { changes, amount, paymentId } }: { row: LatePosting }) {
  const shown =
    changes === 0 ? m.admin_payments_late_unchanged({ amount: showKsh(amount) }) : showKsh(changes)
  if (paymentId === null) return <span className="figures">{shown}</span>
  return (
    <Link
      to={links.payment(paymentId, { queue: 'all' })}
      className="figures inline-flex min-h-11 items-center underline underline-offset-4 md:min-h-6"
    >
      {shown}
    </Link>
  )
}
