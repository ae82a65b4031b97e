import { showInstant } from '@twende/contract/calendar-day.ts'
import type { ListingPaymentProof } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import { payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { ProofDisagreement, ProofEvidence } from '@twende/contract/payments/proof-evidence.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { purchaseHref } from '../payments/money-words.ts'
import { StatusBadge } from '../status-badge.tsx'

type EvidenceProps = { paymentProof: ListingPaymentProof; evidence: ProofEvidence }

/** What the seller says beside what M-Pesa says, what the money may have been paid for, and who else names the code. */
export function Evidence({ paymentProof, evidence }: EvidenceProps) {
  const { money, purchase, others, disagreements } = evidence
  return (
    <div className="mt-4 grid gap-4">
      {disagreements.length > 0 && (
        <ul
          aria-label="Why it was not accepted by itself"
          className="grid gap-1.5 rounded-md bg-clay-tint px-4 py-3 text-clay-deep"
        >
          {disagreements.map((each) => (
            <li key={each} className="flex gap-2 font-medium">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
              {reasons[each]}
            </li>
          ))}
        </ul>
      )}
      {money ? (
        <Comparison paymentProof={paymentProof} money={money} disagreements={disagreements} />
      ) : (
        <p className="text-sm text-soft">
          M-Pesa has not told us of this payment by itself. Look it up in the account before you approve it.
        </p>
      )}
      {purchase && <NamedPurchase purchase={purchase} />}
      {others.length > 0 && <OtherMessages others={others} />}
    </div>
  )
}

const reasons: Readonly<Record<ProofDisagreement, string>> = {
  amount: 'M-Pesa tells another amount.',
  time: 'M-Pesa tells another time than the message.',
  filed_before_payment: 'The message was sent to us before the money was paid.',
  phone: 'The money came from another phone number.',
  name: 'The money came from somebody with another name.',
  payer_unknown: 'M-Pesa tells too little of the payer to compare.',
  reference: 'The account number is not that of this listing or of this payer.',
  other_purchase: 'The account number names something else that we sold.',
  submitted_twice: 'Another message that waits names the same code.',
  request_open: 'It may be the answer to a request that we sent to a phone. Wait a few minutes.',
  used: 'The money with this code counts already.',
}

type Money = NonNullable<ProofEvidence['money']>
type ComparisonProps = {
  paymentProof: ListingPaymentProof
  money: Money
  disagreements: readonly ProofDisagreement[]
}

function Comparison({ paymentProof, money, disagreements }: ComparisonProps) {
  const rows: [string, ReactNode, ReactNode, ProofDisagreement[]][] = [
    [
      'Amount',
      showKsh(paymentProof.amountRead ?? paymentProof.amountTyped),
      showKsh(money.amount),
      ['amount'],
    ],
    ['Paid at', time(paymentProof.paidAt), time(money.paidAt), ['time', 'filed_before_payment']],
    ['Phone', showPhone(paymentProof.mpesaPhoneNumber), money.phone || 'Not shown', ['phone']],
    ['Name', paymentProof.mpesaName, money.payer || 'Not told', ['name']],
    ['Account number', 'This listing', money.reference || 'None', ['reference', 'other_purchase']],
  ]
  return (
    <table className="w-full text-left text-sm">
      <caption className="mb-1.5 text-left text-base font-semibold">Compare</caption>
      <thead className="text-soft">
        <tr>
          <td />
          <th scope="col" className="py-1 pr-3 font-normal">
            The seller says
          </th>
          <th scope="col" className="py-1 font-normal">
            M-Pesa says
          </th>
        </tr>
      </thead>
      <tbody className="figures divide-y divide-line border-y border-line">
        {rows.map(([label, said, told, codes]) => {
          const differs = codes.some((code) => disagreements.includes(code))
          return (
            <tr key={label}>
              <th scope="row" className="py-2 pr-3 font-normal text-soft">
                {label}
              </th>
              <td className="py-2 pr-3 break-words">{said}</td>
              <td className={classes('py-2 break-words', differs && 'font-semibold text-clay-deep')}>
                {told}
                {differs && <span className="sr-only"> (differs)</span>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const time = (at: string | null) => (at === null ? 'Not told' : showInstant(at))

function NamedPurchase({ purchase }: { purchase: NonNullable<ProofEvidence['purchase']> }) {
  const { purpose, purchaseId, reference, customer, price, status } = purchase
  return (
    <section aria-label="What the account number names" className="rounded-md border border-line px-4 py-3">
      <p className="text-sm text-soft">The account number names</p>
      <p className="flex flex-wrap items-center gap-x-2">
        {payableTypeLabels[purpose]}
        <Link
          to={purchaseHref(purpose, purchaseId)}
          className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {reference}
        </Link>
        <span className="figures">
          {customer}, {price === null ? status : `${showKsh(price)}, ${status}`}
        </span>
      </p>
      <p className="text-sm text-soft">
        If the money was paid for it, refuse this message and match the money with {reference} in Payments.
      </p>
    </section>
  )
}

function OtherMessages({ others }: { others: ProofEvidence['others'] }) {
  return (
    <section aria-label="Other messages with this code">
      <h4 className="font-semibold">Other messages with this code</h4>
      <ul className="divide-y divide-line">
        {others.map((other) => (
          <li
            key={other.listingId + other.sentAt}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2"
          >
            <Link
              to={links.listing(other.listingId, { queue: 'all' })}
              className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {other.reference}
            </Link>
            <span className="figures min-w-0 flex-1 basis-48 text-sm">
              {other.seller}. Payer {other.payerName}, {other.phone}, {showKsh(other.amount)}.{' '}
              {other.first ? 'Sent before this one' : 'Sent after this one'}, {showInstant(other.sentAt)}
            </span>
            <StatusBadge tone={other.status === 'waiting' ? 'sunrise' : 'neutral'}>
              {states[other.status]}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </section>
  )
}

const states = { waiting: 'Waits', approved: 'Accepted', rejected: 'Refused' } as const
