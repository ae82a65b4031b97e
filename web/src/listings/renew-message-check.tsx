import { showInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { MpesaMessage, MpesaReading } from '@twende/contract/payments/mpesa-message.ts'
import {
  mpesaProblemWords,
  mpesaWarnings,
  mpesaWarningWords,
} from '@twende/contract/payments/mpesa-message-warnings.ts'
import { Check, CircleAlert } from 'lucide-react'
import { useSettings } from '../frame/settings.ts'
import { serverNow } from '../server-clock.ts'

type RenewMessageCheckProps = { reading: MpesaReading; text: string; amount: number | undefined }

/** What we read in a pasted message, and what to look at twice; never a reason not to send it. */
export function RenewMessageCheck({ reading, text, amount }: RenewMessageCheckProps) {
  const { mpesa } = useSettings()
  if (!reading.read) return <Doubts sentences={[mpesaProblemWords[reading.problem]]} />
  const names = mpesa.businessName === '' ? [] : [mpesa.businessName]
  const numbers = mpesa.businessName === '' ? [] : [mpesa.businessNumber]
  const warnings = mpesaWarnings(reading, { payTo: { names, numbers }, amount, text }, serverNow())
  return (
    <div role="status" className="grid gap-3">
      <Ticks message={reading} />
      {warnings.length > 0 && <Doubts sentences={warnings.map((warning) => mpesaWarningWords[warning])} />}
    </div>
  )
}

function Ticks({ message: { code, amount, paidAt, party } }: { message: MpesaMessage }) {
  const facts = [
    `Code ${code}`,
    amount > 0 ? showKsh(amount) : '',
    paidAt ? `Paid ${showInstant(paidAt.toISOString())}` : '',
    party ? `To ${party}` : '',
  ].filter((fact) => fact !== '')
  return (
    <ul aria-label="What we read" className="figures flex flex-wrap gap-x-5 gap-y-1">
      {facts.map((fact) => (
        <li key={fact} className="inline-flex min-w-0 items-start gap-1.5">
          <Check aria-hidden="true" className="mt-1 size-4 shrink-0 text-acacia" />
          {fact}
        </li>
      ))}
    </ul>
  )
}

function Doubts({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul
      aria-label="Please check"
      className="grid gap-1.5 rounded-md bg-sunrise-tint px-4 py-3 text-sunrise-ink"
    >
      {sentences.map((sentence) => (
        <li key={sentence} className="flex items-start gap-2">
          <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {sentence}
        </li>
      ))}
    </ul>
  )
}
