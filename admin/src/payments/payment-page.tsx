import { showInstant } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { showKsh } from '@twende/contract/money.ts'
import { payableTypeLabels, paymentMethodLabels } from '@twende/contract/payments/payment-choices.ts'
import type { PaymentDetail } from '@twende/contract/payments/payment-list-item.ts'
import { paymentStateLabel } from '@twende/contract/payments/payment-state-labels.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { Sentence } from '@twende/ui/controls/sentence.tsx'
import { CircleAlert, SearchX } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { Page, pageTitle } from '../frame/page.tsx'

import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import type { Route } from './+types/payment-page'
import { ApprovePayment, PaymentDecisions } from './payment-decisions.tsx'
import { payableHref, paymentTones } from './payment-labels.ts'

const kinds = new Map([
  ['stk', () => m.admin_payments_message_request()],
  ['c2b', () => m.admin_payments_message_by_hand()],
  ['pasted', () => m.admin_payments_message_pasted()],
])

/** What became of a message. */
const messageStates: Readonly<Record<string, () => string>> = {
  received: m.admin_payments_message_received,
  waiting: m.admin_payments_message_waiting,
  settled: m.admin_payments_message_settled,
  approved: m.admin_payments_message_approved,
  rejected: m.admin_payments_message_rejected,
  unreadable: m.admin_payments_message_unreadable,
  incomplete: m.admin_payments_message_incomplete,
  other_collection: m.admin_payments_message_other,
  payment_failed: m.admin_payments_message_failed,
  unknown_address: m.admin_payments_message_unknown_address,
}

export async function clientLoader({ params: { paymentId } }: Route.ClientLoaderArgs) {
  try {
    const { data } = await call('GET /api/admin/payment/:paymentId', { params: { paymentId } })
    return { payment: data }
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.code === 'invalid'))
      return { payment: null }
    throw error
  }
}

export const meta = () => pageTitle(m.admin_payments_payment_title())

/** One payment, with everything that staff needs to decide on it. */
export default function PaymentPage({ loaderData: { payment } }: Route.ComponentProps) {
  return (
    <Page width="reading" back={{ to: links.payments(), label: m.admin_menu_payments() }}>
      {payment ? (
        <PaymentReview key={payment._id} payment={payment} />
      ) : (
        <div className="panel">
          <EmptyState
            as="h1"
            icon={<SearchX />}
            title={m.admin_payments_not_found_title()}
            action={<LinkButton to={links.payments()}>{m.admin_payments_not_found_button()}</LinkButton>}
          />
        </div>
      )}
    </Page>
  )
}

/** A payment as staff looks at it, and what may be done about it. */
function PaymentReview({ payment }: { payment: PaymentDetail }) {
  const { search } = useLocation()
  return (
    <article aria-labelledby="payment-name">
      <Heading payment={payment} />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
        <h2 className="sr-only">{m.admin_payments_details_title()}</h2>
        {payment.warnings.map((warning) => (
          <p
            key={warning}
            className="flex gap-2 rounded-md bg-clay-tint px-4 py-3 font-medium text-clay-deep"
          >
            <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
            {warning}
          </p>
        ))}
        {payment.missing && (
          <p className="rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink">
            {m.admin_payments_part_missing({
              amount: showKsh(payment.missing.paid),
              price: showKsh(payment.missing.price),
            })}
          </p>
        )}
        {payment.needsApproval && <ApprovePayment payment={payment} />}
        <PaymentFacts payment={payment} />
        {payment.attempts.length > 1 && <Attempts payment={payment} />}
        <PaymentHistory payment={payment} />
      </div>
      <PaymentDecisions payment={payment} back={links.payments() + search} />
    </article>
  )
}

function Heading({ payment }: { payment: PaymentDetail }) {
  const { received, amount, reference, purpose, purchaseId, status, outcome } = payment
  return (
    <header>
      <h1 id="payment-name" className="figures text-3xl">
        <Sentence
          text={m.admin_payments_heading({ amount: showKsh(received ?? amount ?? 0), reference })}
          marks={{
            for: (text) => <span className="text-soft">{text}</span>,
            purchase: (text) =>
              purpose && purchaseId ? (
                <Link
                  to={payableHref({ purpose, purchaseId, reference })}
                  className="underline underline-offset-4"
                >
                  {text}
                </Link>
              ) : (
                text
              ),
          }}
        />
      </h1>
      <p className="mt-2 flex flex-wrap items-center gap-2">
        <StatusBadge tone={paymentTones[status]}>{paymentStateLabel(status)}</StatusBadge>
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
    <DetailPanel title={m.admin_payments_money_title()}>
      <Facts
        facts={[
          [m.admin_payments_fact_asked(), amount === null ? '' : showKsh(amount)],
          [
            m.admin_payments_fact_received(),
            received === null ? (
              m.admin_payments_fact_not_reported()
            ) : (
              <span className={differs ? 'text-clay-deep' : undefined}>{showKsh(received)}</span>
            ),
          ],
          [m.admin_common_mpesa_code_label(), code],
          [m.admin_payments_method(), paymentMethodLabels[method]()],
          [m.admin_payments_for(), purpose && payableTypeLabels[purpose]()],
          [m.admin_payments_payer(), payer],
          [m.admin_payments_phone(), phone],
          [m.admin_payments_email(), email],
          [m.admin_payments_fact_asked_at(), showInstant(at)],
          [m.admin_payments_fact_settled_at(), settledAt && showInstant(settledAt)],
          [m.admin_payments_fact_received_by(), takenBy],
          [m.admin_payments_fact_approved_by(), approvedBy],
          [m.admin_common_note_label(), note],
        ]}
      />
    </DetailPanel>
  )
}

function Attempts({ payment }: { payment: PaymentDetail }) {
  const { search } = useLocation()
  return (
    <DetailPanel title={m.admin_payments_attempts_title()}>
      <ul className="grid divide-y divide-line">
        {payment.attempts
          .filter(({ _id }) => _id !== payment._id)
          .map(({ _id, at, amount, status, code }) => (
            <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <Link
                to={links.payment(_id) + search}
                className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
              >
                {showKsh(amount)}
              </Link>
              <span className="figures text-sm text-soft">{code ?? showInstant(at)}</span>
              <StatusBadge tone={paymentTones[status]}>{paymentStateLabel(status)}</StatusBadge>
            </li>
          ))}
      </ul>
    </DetailPanel>
  )
}

/** What goes back, what staff decided, and what was told about a payment. */
function PaymentHistory({ payment: { refunds, history, messages } }: { payment: PaymentDetail }) {
  return (
    <>
      {refunds.length > 0 && (
        <DetailPanel title={m.admin_menu_refunds()}>
          <ul className="grid divide-y divide-line">
            {refunds.map(({ _id, amount, reason, status, code, reference, note }) => (
              <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <Link
                  to={links.refunds({
                    queue: status === 'sent' ? 'sent' : undefined,
                    search: reference,
                  })}
                  className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
                >
                  {showKsh(amount)}
                </Link>
                <span className="min-w-0 flex-1 text-sm">{reason}</span>
                <span className="figures text-sm text-soft">{code ?? note}</span>
                <StatusBadge tone={status === 'sent' ? 'neutral' : 'clay'}>
                  {status === 'sent' ? m.admin_payments_refund_sent() : m.admin_payments_refund_due()}
                </StatusBadge>
              </li>
            ))}
          </ul>
        </DetailPanel>
      )}
      {history.length > 0 && (
        <DetailPanel title={m.admin_payments_decisions_title()}>
          <ol className="grid gap-3">
            {history.map(({ at, by, what, reason }) => (
              <li key={at + what}>
                <p className="font-semibold">{what}</p>
                {reason && <p>{reason}</p>}
                <p className="figures text-sm text-soft">
                  {by}, {showInstant(at)}
                </p>
              </li>
            ))}
          </ol>
        </DetailPanel>
      )}
      <Messages messages={messages} />
    </>
  )
}

function Messages({ messages }: Pick<PaymentDetail, 'messages'>) {
  return (
    <DetailPanel title={m.admin_payments_messages_title()}>
      {messages.length === 0 && <p className="text-soft">{m.admin_payments_messages_none()}</p>}
      <ul className="grid gap-4">
        {Object.entries(messages).map(([place, { at, kind, status, body }]) => (
          <li key={place} className="min-w-0">
            <p className="figures mb-1 text-sm text-soft">
              {showInstant(at)}, {kinds.get(kind)?.() ?? kind}: {messageStates[status]?.() ?? status}
            </p>
            <pre className="rounded-md bg-sand px-4 py-3 text-sm wrap-anywhere whitespace-pre-wrap">
              {body}
            </pre>
          </li>
        ))}
      </ul>
    </DetailPanel>
  )
}
