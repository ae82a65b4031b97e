import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import type { RefundTask } from '@twende/contract/payments/payment-list-item.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Users } from 'lucide-react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { purchaseHref } from '../payments/money-words.ts'
import { StatusBadge } from '../status-badge.tsx'
import { waitedWords } from '../waited-words.ts'

export type RefundDeed = 'approve' | 'send'

/** A refund: how much, to whom, why, and what may be done. */
export function RefundCard({ refund, onAsk }: { refund: RefundTask; onAsk: (deed: RefundDeed) => void }) {
  const { amount, purpose, purchaseId, reference, customer, phone, reason, status, createdAt } = refund
  return (
    <li className="panel grid gap-4 p-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] md:items-center sm:p-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2">
          <span className="figures text-xl font-semibold">{showKsh(amount)}</span>
          <RefundState refund={refund} />
        </p>
        <p className="text-sm text-soft">
          {payableTypeLabels[purpose]}{' '}
          <Link
            to={purchaseHref(purpose, purchaseId)}
            className="figures inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4 md:min-h-6"
          >
            {reference}
          </Link>
          {status === 'due' && `, ${waitedWords(createdAt)}`}
        </p>
        <p className="mt-1">{reason}</p>
      </div>
      <div className="min-w-0 border-t border-line pt-3 md:border-0 md:pt-0">
        <p className="truncate font-medium">{customer.name}</p>
        <p className="figures">{phone ? showPhone(phone) : 'No phone number is known'}</p>
        <p className="truncate text-sm text-soft">{customer.email}</p>
      </div>
      <Deeds refund={refund} onAsk={onAsk} />
    </li>
  )
}

function RefundState({ refund }: { refund: RefundTask }) {
  const { status, needsSecondPerson, approvedBy, paymentToApprove } = refund
  if (status === 'sent') return <StatusBadge tone="acacia">Sent</StatusBadge>
  if (needsSecondPerson && approvedBy === null) {
    return (
      <StatusBadge tone="sunrise" icon={<Users aria-hidden="true" />}>
        Needs an admin
      </StatusBadge>
    )
  }
  if (paymentToApprove !== null) {
    return (
      <StatusBadge tone="sunrise" icon={<Users aria-hidden="true" />}>
        Payment not approved
      </StatusBadge>
    )
  }
  return <StatusBadge tone="clay">To send</StatusBadge>
}

type DeedsProps = { refund: RefundTask; onAsk: (deed: RefundDeed) => void }

function Deeds({ refund, onAsk }: DeedsProps) {
  const { mayApprove, maySend, approvedBy, status, sentBy, sentAt, code, note } = refund
  return (
    <div className="grid gap-2 text-sm md:min-w-44 md:justify-items-end md:text-right">
      {approvedBy && <p className="text-soft">Agreed to by {approvedBy}</p>}
      {status === 'sent' && (
        <p>
          <span className="figures block font-semibold">{code ?? note}</span>
          <span className="figures block text-soft">
            {sentBy}, {sentAt && showInstant(sentAt)}
          </span>
        </p>
      )}
      {mayApprove && (
        <Button data-row={refund._id} onClick={() => onAsk('approve')}>
          Agree to it
        </Button>
      )}
      {maySend && (
        <Button data-row={refund._id} onClick={() => onAsk('send')}>
          Note as sent
        </Button>
      )}
      {status === 'due' && !mayApprove && !maySend && <WhyNot refund={refund} />}
    </div>
  )
}

/** What must happen before this person may send the refund. */
function WhyNot({ refund: { needsSecondPerson, approvedBy, paymentToApprove } }: { refund: RefundTask }) {
  if (needsSecondPerson && !approvedBy) return <p className="text-soft">An admin agrees first.</p>
  if (paymentToApprove === null) {
    return <p className="text-soft">You agreed to it: somebody else sends it.</p>
  }
  return (
    <p className="text-soft">
      Only one person says that the money came in.{' '}
      <Link
        to={links.payment(paymentToApprove)}
        className="inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-4 md:min-h-6"
      >
        Somebody else approves it
      </Link>
    </p>
  )
}
