import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { payableTypeLabels, paymentMethodLabels } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentDetail } from '@twende/contract/payments/payment-list-item.ts'
import { CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { DetailPanel, Facts } from '../detail-panel.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { ApprovePayment } from './approve-payment.tsx'
import { type MoneySearch, moneyHref } from './money-search.ts'
import { moneyTones, purchaseHref, statusWord } from './money-words.ts'
import { PaymentDecisions } from './payment-decisions.tsx'
import { PaymentStory } from './payment-story.tsx'

/** A payment as staff looks at it, and what may be done about it. */
export function PaymentReview({ payment, search }: { payment: PaymentDetail; search: MoneySearch }) {
  return (
    <article aria-labelledby="payment-name">
      <Heading payment={payment} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
        <h2 className="sr-only">What is known of it</h2>
        {payment.warnings.map((warning) => (
          <p
            key={warning}
            className="flex gap-2 rounded-md bg-clay-tint px-4 py-3 font-medium text-clay-deep"
          >
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            {warning}
          </p>
        ))}
        {payment.needsApproval && <ApprovePayment payment={payment} />}
        <PaymentFacts payment={payment} />
        {payment.attempts.length > 1 && <Attempts payment={payment} search={search} />}
        <PaymentStory payment={payment} />
      </div>
      <PaymentDecisions payment={payment} back={moneyHref(search)} />
    </article>
  )
}

function Heading({ payment }: { payment: PaymentDetail }) {
  const { received, amount, reference, purpose, purchaseId, status, outcome } = payment
  return (
    <header>
      <h1 id="payment-name" className="figures text-3xl">
        {showKsh(received ?? amount ?? 0)} <span className="text-soft">for</span>{' '}
        {purpose && purchaseId ? (
          <Link to={purchaseHref(purpose, purchaseId)} className="underline underline-offset-4">
            {reference}
          </Link>
        ) : (
          reference
        )}
      </h1>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <StatusBadge tone={moneyTones[status]}>{statusWord(status)}</StatusBadge>
        {outcome}
      </p>
    </header>
  )
}

function PaymentFacts({ payment }: { payment: PaymentDetail }) {
  const { amount, received, code, method, purpose, payer, phone, email, at, settledAt, note } = payment
  const { takenBy, approvedBy } = payment
  const differs = received !== null && amount !== null && received !== amount
  return (
    <DetailPanel title="Money">
      <Facts
        facts={[
          ['Asked for', amount === null ? '' : showKsh(amount)],
          [
            'Received',
            received === null ? (
              'Nothing was told'
            ) : (
              <span className={differs ? 'text-clay-deep' : undefined}>{showKsh(received)}</span>
            ),
          ],
          ['M-Pesa code', code],
          ['Way', paymentMethodLabels[method]],
          ['For', purpose && payableTypeLabels[purpose]],
          ['Payer', payer],
          ['Phone', phone],
          ['Email', email],
          ['Asked at', showInstant(at)],
          ['Settled at', settledAt && showInstant(settledAt)],
          ['Received by', takenBy],
          ['Approved by', approvedBy],
          ['Note', note],
        ]}
      />
    </DetailPanel>
  )
}

function Attempts({ payment, search }: { payment: PaymentDetail; search: MoneySearch }) {
  return (
    <DetailPanel title="Other payments for the same">
      <ul className="grid divide-y divide-line">
        {payment.attempts
          .filter(({ _id }) => _id !== payment._id)
          .map(({ _id, at, amount, status, code }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <Link
                to={moneyHref(search, _id)}
                className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                {showKsh(amount)}
              </Link>
              <span className="figures text-sm text-soft">{code ?? showInstant(at)}</span>
              <StatusBadge tone={moneyTones[status]}>{statusWord(status)}</StatusBadge>
            </li>
          ))}
      </ul>
    </DetailPanel>
  )
}
