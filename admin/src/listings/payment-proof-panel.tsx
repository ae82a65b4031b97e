import { showInstant } from '@twende/contract/calendar-day.ts'
import type { ListingPaymentProof, OwnListing } from '@twende/contract/listings/listing.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { ProofEvidence } from '@twende/contract/payments/proof-evidence.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import type { BadgeTone } from '@twende/ui/controls/badge.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { DetailPanel, Facts } from '../detail-panel.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { Evidence } from './evidence.tsx'

type PaymentProofPanelProps = {
  paymentProof: ListingPaymentProof
  payment: OwnListing['payment']
  /** What else is known of the message that waits. */
  evidence: ProofEvidence | null
}

/** What the seller says was paid, how it reads, and what to look at twice. */
export function PaymentProofPanel({ paymentProof, payment, evidence }: PaymentProofPanelProps) {
  const { businessName } = useSettings().mpesa
  const state = stateOf(paymentProof, payment)
  return (
    <DetailPanel title="Payment" aside={<StatusBadge tone={state.tone}>{state.word}</StatusBadge>}>
      <ul className="mb-4 grid gap-1.5 sm:grid-cols-2">
        {checks(paymentProof, businessName, evidence).map(({ holds, words }) => (
          <Check key={words} holds={holds}>
            {words}
          </Check>
        ))}
      </ul>
      {paymentProof.warnings.length > 0 && (
        <ul
          aria-label="To look at twice"
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
          ['Amount entered', showKsh(paymentProof.amountTyped)],
          ['Amount in the message', paymentProof.amountRead === null ? '' : showKsh(paymentProof.amountRead)],
          ['M-Pesa code', paymentProof.code],
          ['Paid to', paymentProof.paidTo],
          ['Paid at', paymentProof.paidAt && showInstant(paymentProof.paidAt)],
          ['M-Pesa name', paymentProof.mpesaName],
          ['Phone', paymentProof.mpesaPhoneNumber],
          ['Email', paymentProof.email],
        ]}
      />
      {paymentProof.message && (
        <blockquote className="mt-4 rounded-md bg-sand px-4 py-3 text-sm break-words">
          {paymentProof.message}
        </blockquote>
      )}
      {payment.reason && <p className="mt-3 text-soft">{payment.reason}</p>}
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
  const { amountRead, amountTyped, code, months, paidAt, message } = paymentProof
  const plan = {
    holds: months > 0,
    words: months > 0 ? `Pays for ${monthsWords(months)}` : 'Pays for no plan yet',
  }
  if (message === '') return [plan]
  const elsewhere = paymentProof.warningCodes.includes('other_recipient')
  const sameAmount = amountRead === amountTyped
  return [
    {
      holds: sameAmount,
      words: sameAmount
        ? 'The amount is the one in the message'
        : 'The message names another amount, or none',
    },
    plan,
    {
      holds: !elsewhere && businessName !== '',
      words: elsewhere ? 'Not paid to us' : `Paid to ${paymentProof.paidTo || businessName}`,
    },
    { holds: paidAt !== null, words: paidAt ? `Paid ${showInstant(paidAt)}` : 'No date in the message' },
    codeCheck(code, evidence),
  ]
}

function codeCheck(code: string | null, evidence: ProofEvidence | null) {
  if (code === null) return { holds: false, words: 'No M-Pesa code' }
  const used = evidence?.countsFor
  if (used) return { holds: false, words: `Code ${code} counts for ${used} already` }
  const others = evidence?.others.filter(({ status }) => status === 'waiting').length ?? 0
  return others > 0
    ? { holds: false, words: `Another message names code ${code}` }
    : { holds: true, words: `Code ${code} has paid for nothing else` }
}

function monthsWords(months: number): string {
  return months === 1 ? '1 month' : `${months} months`
}

function stateOf(
  { waiting }: ListingPaymentProof,
  { status }: OwnListing['payment'],
): { tone: BadgeTone; word: string } {
  if (waiting) return { tone: 'sunrise', word: 'Waits for you' }
  if (status === 'paid') return { tone: 'acacia', word: 'Paid' }
  return {
    tone: status === 'failed' ? 'clay' : 'neutral',
    word: status.charAt(0).toUpperCase() + status.slice(1),
  }
}
