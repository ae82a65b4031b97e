import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { PaymentDetail } from '@twende/contract/payments/payment-list-item.ts'
import { Link } from 'react-router'
import { DetailPanel } from '../detail-panel.tsx'
import { links } from '../links.ts'
import { StatusBadge } from '../status-badge.tsx'

/** What goes back, what staff decided, and what was told about a payment. */
export function PaymentStory({ payment: { refunds, history, messages } }: { payment: PaymentDetail }) {
  return (
    <>
      {refunds.length > 0 && (
        <DetailPanel title="Refunds">
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
                  {status === 'sent' ? 'Sent' : 'Due'}
                </StatusBadge>
              </li>
            ))}
          </ul>
        </DetailPanel>
      )}
      {history.length > 0 && (
        <DetailPanel title="Decisions">
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
    <DetailPanel title="As we were told">
      {messages.length === 0 && <p className="text-soft">M-Pesa has told us nothing about this payment.</p>}
      <ul className="grid gap-4">
        {Object.entries(messages).map(([place, { at, kind, status, body }]) => (
          <li key={place} className="min-w-0">
            <p className="figures mb-1 text-sm text-soft">
              {showInstant(at)}, {kinds.get(kind) ?? kind}: {status.replaceAll('_', ' ')}
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

const kinds = new Map([
  ['stk', 'answer to the request'],
  ['c2b', 'money paid by hand'],
  ['pasted', 'pasted message'],
])
