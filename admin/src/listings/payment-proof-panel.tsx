import { paymentWord } from '@twende/contract/bookings/booking-status-format.ts'
import { showInstant } from '@twende/contract/calendar-day.ts'
import type { ListingPaymentProof, OwnListing } from '@twende/contract/listings/listing.ts'
import { paidTimeLabel } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import { payableTypeLabels } from '@twende/contract/payments/payment-choices.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import type { ProofDisagreement, ProofEvidence } from '@twende/contract/payments/proof-evidence.ts'
import { m } from '@twende/messages'
import { useSettings } from '@twende/ui/api/settings.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { DetailPanel, Facts } from '../frame/detail-panel.tsx'
import { useRights } from '../frame/rights.tsx'
import { StatusBadge } from '../frame/status-badge.tsx'
import { links } from '../links.ts'
import { payableHref } from '../payments/payment-labels.ts'

const reasons: Readonly<Record<ProofDisagreement, () => string>> = {
  amount: () => m.admin_listings_proof_amount(),
  time: () => m.admin_listings_proof_time(),
  filed_before_payment: () => m.admin_listings_proof_filed_before_payment(),
  phone: () => m.admin_listings_proof_phone(),
  name: () => m.admin_listings_proof_name(),
  payer_unknown: () => m.admin_listings_proof_payer_unknown(),
  reference: () => m.admin_listings_proof_reference(),
  other_purchase: () => m.admin_listings_proof_other_purchase(),
  submitted_twice: () => m.admin_listings_proof_submitted_twice(),
  request_open: () => m.admin_listings_proof_request_open(),
  used: () => m.admin_listings_proof_used(),
}

const time = (at: string | null) => (at === null ? m.admin_listings_not_reported() : showInstant(at))

const states = {
  waiting: () => m.admin_listings_message_waiting(),
  approved: () => m.admin_listings_message_approved(),
  rejected: () => m.admin_listings_message_rejected(),
} as const

type PaymentProofPanelProps = {
  paymentProof: ListingPaymentProof
  payment: OwnListing['payment']
  /** What else is known of the message that waits. */
  evidence: ProofEvidence | null
}

/** What the seller says was paid, how it reads, and what to look at twice. */
export function PaymentProofPanel({ paymentProof, payment, evidence }: PaymentProofPanelProps) {
  const { businessName } = useSettings().mpesa
  const decides = useRights().includes('payments')
  const state = stateOf(paymentProof, payment)
  return (
    <DetailPanel
      title={m.admin_listings_payment_title()}
      aside={<StatusBadge tone={state.tone}>{state.word}</StatusBadge>}
    >
      <ul className="mb-4 grid gap-1.5 sm:grid-cols-2">
        {checks(paymentProof, businessName, evidence).map(({ check, holds, words }) => (
          <Check key={check} holds={holds}>
            {words}
          </Check>
        ))}
      </ul>
      {paymentProof.warnings.length > 0 && (
        <ul
          aria-label={m.admin_listings_warnings_label()}
          className="mb-4 grid gap-1.5 rounded-md bg-clay-tint px-4 py-3 text-clay-deep"
        >
          {paymentProof.warnings.map((warning) => (
            <li key={warning} className="flex gap-2 font-medium">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
              {warning}
            </li>
          ))}
        </ul>
      )}
      <Facts
        facts={[
          [m.admin_listings_amount_entered(), showKsh(paymentProof.amountTyped)],
          [
            m.admin_listings_amount_read(),
            paymentProof.amountRead === null ? '' : showKsh(paymentProof.amountRead),
          ],
          [m.admin_listings_mpesa_code(), paymentProof.code],
          [m.admin_listings_paid_to(), paymentProof.paidTo],
          [m.admin_listings_paid_at(), paymentProof.paidAt && showInstant(paymentProof.paidAt)],
          [m.admin_listings_mpesa_name(), paymentProof.mpesaName],
          [m.admin_listings_phone(), showPhone(paymentProof.mpesaPhoneNumber)],
          [m.admin_listings_email(), paymentProof.email],
        ]}
      />
      {paymentProof.message && (
        <blockquote className="mt-4 rounded-md bg-sand px-4 py-3 text-sm break-words">
          {paymentProof.message}
        </blockquote>
      )}
      {payment.reason && <p className="mt-3 text-soft">{payment.reason}</p>}
      {paymentProof.waiting && !decides && (
        <p className="mt-3 text-soft">{m.admin_listings_payment_others_decide()}</p>
      )}
      {paymentProof.waiting && evidence && <Evidence paymentProof={paymentProof} evidence={evidence} />}
    </DetailPanel>
  )
}

function Check({ holds, children }: { holds: boolean; children: string }) {
  const Icon = holds ? CircleCheck : CircleAlert
  return (
    <li className={classes('flex gap-2', holds ? 'text-acacia-deep' : 'text-clay-deep')}>
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>{children}</span>
    </li>
  )
}

/** What the reader found, each as a sentence that fits how it came out. */
function checks(paymentProof: ListingPaymentProof, businessName: string, evidence: ProofEvidence | null) {
  const { amountRead, amountTyped, code, months, days, paidAt, message } = paymentProof
  const plan = {
    check: 'plan',
    holds: months > 0,
    words:
      months > 0
        ? m.admin_listings_check_time({ time: paidTimeLabel({ months, days }) })
        : m.admin_listings_check_no_plan(),
  }
  if (message === '') return [plan]
  const elsewhere = paymentProof.warningCodes.includes('other_recipient')
  const sameAmount = amountRead === amountTyped
  return [
    {
      check: 'amount',
      holds: sameAmount,
      words: sameAmount ? m.admin_listings_check_amount_same() : m.admin_listings_check_amount_differs(),
    },
    plan,
    {
      check: 'recipient',
      holds: !elsewhere && businessName !== '',
      words: elsewhere
        ? m.admin_listings_check_not_to_us()
        : m.admin_listings_check_recipient({ name: paymentProof.paidTo || businessName }),
    },
    {
      check: 'date',
      holds: paidAt !== null,
      words: paidAt
        ? m.admin_listings_check_date({ time: showInstant(paidAt) })
        : m.admin_listings_check_no_date(),
    },
    // Who else names the code is known only to those who decide on payments.
    ...(paymentProof.waiting && !evidence ? [] : [{ check: 'code', ...codeCheck(code, evidence) }]),
  ]
}

function codeCheck(code: string | null, evidence: ProofEvidence | null) {
  if (code === null) return { holds: false, words: m.admin_listings_check_no_code() }
  const used = evidence?.countsFor
  if (used) return { holds: false, words: m.admin_listings_check_code_used({ code, reference: used }) }
  const others = evidence?.others.filter(({ status }) => status === 'waiting').length ?? 0
  return others > 0
    ? { holds: false, words: m.admin_listings_check_code_twice({ code }) }
    : { holds: true, words: m.admin_listings_check_code_unused({ code }) }
}

function stateOf(
  { waiting }: ListingPaymentProof,
  { status }: OwnListing['payment'],
): { tone: BadgeTone; word: string } {
  if (waiting) return { tone: 'sunrise', word: m.admin_listings_payment_waiting() }
  const tones: Partial<Record<typeof status, BadgeTone>> = { paid: 'acacia', failed: 'clay' }
  return { tone: tones[status] ?? 'neutral', word: paymentWord(status) }
}

type EvidenceProps = { paymentProof: ListingPaymentProof; evidence: ProofEvidence }

/** What the seller says beside what M-Pesa says, what the money may have been paid for, and who else names the code. */
function Evidence({ paymentProof, evidence }: EvidenceProps) {
  const { money, purchase, others, disagreements } = evidence
  return (
    <div className="mt-4 grid gap-4">
      {disagreements.length > 0 && (
        <ul
          aria-label={m.admin_listings_proof_reasons_label()}
          className="grid gap-1.5 rounded-md bg-clay-tint px-4 py-3 text-clay-deep"
        >
          {disagreements.map((each) => (
            <li key={each} className="flex gap-2 font-medium">
              <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
              {reasons[each]()}
            </li>
          ))}
        </ul>
      )}
      {money ? (
        <Comparison paymentProof={paymentProof} money={money} disagreements={disagreements} />
      ) : (
        <p className="text-sm text-soft">{m.admin_listings_proof_not_reported()}</p>
      )}
      {purchase && <NamedPurchase purchase={purchase} />}
      {others.length > 0 && <OtherMessages others={others} />}
    </div>
  )
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
      m.admin_listings_amount(),
      showKsh(paymentProof.amountRead ?? paymentProof.amountTyped),
      showKsh(money.amount),
      ['amount'],
    ],
    [
      m.admin_listings_paid_at(),
      time(paymentProof.paidAt),
      time(money.paidAt),
      ['time', 'filed_before_payment'],
    ],
    [
      m.admin_listings_phone(),
      showPhone(paymentProof.mpesaPhoneNumber),
      money.phone || m.admin_listings_not_reported(),
      ['phone'],
    ],
    [
      m.admin_listings_name(),
      paymentProof.mpesaName,
      money.payer || m.admin_listings_not_reported(),
      ['name'],
    ],
    [
      m.admin_listings_account_number(),
      m.admin_listings_this_listing(),
      money.reference || m.admin_listings_no_account_number(),
      ['reference', 'other_purchase'],
    ],
  ]
  return (
    <table className="w-full text-left text-sm">
      <caption className="mb-1.5 text-left text-base font-semibold">
        {m.admin_listings_compare_title()}
      </caption>
      <thead className="text-soft">
        <tr>
          <td />
          <th scope="col" className="py-1 pr-3 font-normal">
            {m.admin_listings_seller_says()}
          </th>
          <th scope="col" className="py-1 font-normal">
            {m.admin_listings_mpesa_says()}
          </th>
        </tr>
      </thead>
      <tbody className="figures divide-y divide-line border-y border-line">
        {rows.map(([label, fromSeller, fromMpesa, codes]) => {
          const differs = codes.some((code) => disagreements.includes(code))
          return (
            <tr key={codes.join()}>
              <th scope="row" className="py-2 pr-3 font-normal text-soft">
                {label}
              </th>
              <td className="py-2 pr-3 break-words">{fromSeller}</td>
              <td className={classes('py-2 break-words', differs && 'font-semibold text-clay-deep')}>
                {fromMpesa}
                {differs && <span className="sr-only"> {m.admin_listings_differs()}</span>}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function NamedPurchase({ purchase }: { purchase: NonNullable<ProofEvidence['purchase']> }) {
  const { purpose, purchaseId, reference, customer, price, status } = purchase
  return (
    <section
      aria-label={m.admin_listings_named_purchase_label()}
      className="rounded-md border border-line px-4 py-3"
    >
      <p className="text-sm text-soft">{m.admin_listings_named_purchase()}</p>
      <p className="flex flex-wrap items-center gap-x-2">
        {payableTypeLabels[purpose]()}
        <Link
          to={payableHref({ purpose, purchaseId, reference })}
          className="figures inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {reference}
        </Link>
        <span className="figures">
          {customer}, {price === null ? status : `${showKsh(price)}, ${status}`}
        </span>
      </p>
      <p className="text-sm text-soft">{m.admin_listings_named_purchase_hint({ reference })}</p>
    </section>
  )
}

function OtherMessages({ others }: { others: ProofEvidence['others'] }) {
  return (
    <section aria-label={m.admin_listings_other_messages_title()}>
      <h4 className="font-semibold">{m.admin_listings_other_messages_title()}</h4>
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
            <span className="figures min-w-0 flex-1 basis-48 text-sm">{otherMessage(other)}</span>
            <StatusBadge tone={other.status === 'waiting' ? 'sunrise' : 'neutral'}>
              {states[other.status]()}
            </StatusBadge>
          </li>
        ))}
      </ul>
    </section>
  )
}

function otherMessage({
  seller,
  payerName,
  phone,
  amount,
  first,
  sentAt,
}: ProofEvidence['others'][number]): string {
  const facts = { seller, payer: payerName, phone, amount: showKsh(amount), time: showInstant(sentAt) }
  return first ? m.admin_listings_other_message_before(facts) : m.admin_listings_other_message_after(facts)
}
