import { showInstant } from '@twende/contract/calendar-day.ts'
import type { MpesaBusiness } from '@twende/contract/content/content-routes.ts'
import {
  type ListingPlans,
  paidTimeLabel,
  planLabel,
  planPaidBy,
  timePaidBy,
} from '@twende/contract/listings/listing-plan.ts'
import { readShillings, showKsh } from '@twende/contract/money.ts'
import {
  type MpesaMessage,
  type MpesaReading,
  readMpesaMessage,
} from '@twende/contract/payments/mpesa-message.ts'
import {
  type MpesaRecipient,
  mpesaProblemWords,
  mpesaWarnings,
  mpesaWarningWords,
} from '@twende/contract/payments/mpesa-message-warnings.ts'
import { m } from '@twende/messages'
import { useSettings } from '@twende/ui/api/settings.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import type { SellPayment } from '../sell/sell-draft.ts'

type SummaryProps = {
  pasted: PastedMessage
  /** What was paid before and buys a plan together with this. */
  before?: number
}

/** What a pasted message says, which plan it buys, and what to look at twice. */
export function PastedMessageSummary({ pasted: { reading, warnings }, before = 0 }: SummaryProps) {
  const { listingPlans } = useSettings()
  const doubtful =
    !reading.read || warnings.length > 0 || planPaidBy(reading.amount + before, listingPlans) === undefined
  const Icon = doubtful ? CircleAlert : CircleCheck
  return (
    <div
      role="status"
      className={classes(
        'flex items-start gap-3 rounded-md p-4',
        doubtful ? 'bg-sunrise-tint text-sunrise-ink' : 'bg-acacia-tint text-acacia-deep',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="grid min-w-0 gap-2">
        {reading.read ? (
          <Facts message={reading} before={before} />
        ) : (
          <p>{mpesaProblemWords[reading.problem]()}</p>
        )}
        {warnings.length > 0 && (
          <ul className="grid list-disc gap-1 pl-5">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Facts({ message, before }: { message: MpesaMessage; before: number }) {
  const { listingPlans } = useSettings()
  const { code, amount, party, paidAt } = message
  const facts = [
    [m.sell_message_code(), code],
    [m.sell_message_amount(), showKsh(amount)],
    [m.sell_message_paid_to(), party],
    [m.sell_message_when(), paidAt ? showInstant(paidAt.toISOString()) : ''],
  ].filter(([, value]) => value !== '')
  return (
    <>
      <p className="font-semibold">{planPaidText(amount + before, listingPlans)}</p>
      <dl className="figures flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {facts.map(([term, value]) => (
          <div key={term} className="flex min-w-0 gap-1.5">
            <dt>{term}</dt>
            <dd className="min-w-0 font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** What a pasted message puts into the other fields. */
export function filledByMessage(text: string): Partial<SellPayment> {
  const reading = readMpesaMessage(text)
  if (!reading.read || reading.kind === 'received' || reading.amount < 1) return {}
  return { amount: String(reading.amount) }
}

/** Whom a message should have paid, as far as the settings say. */
export function payToOf({ businessName, businessNumber }: MpesaBusiness): MpesaRecipient {
  return businessName === ''
    ? { names: [], numbers: [] }
    : { names: [businessName], numbers: [businessNumber] }
}

export type PastedMessage = { reading: MpesaReading; warnings: readonly string[] }

/** What a message says, and what to look at twice; undefined while there is none. */
export function readPastedMessage(
  { mpesaMessage, amount }: Pick<SellPayment, 'mpesaMessage' | 'amount'>,
  payTo: MpesaRecipient,
  now: Date,
): PastedMessage | undefined {
  if (mpesaMessage.trim() === '') return undefined
  const reading = readMpesaMessage(mpesaMessage)
  if (!reading.read) return { reading, warnings: [] }
  const expected = { payTo, amount: readShillings(amount), text: mpesaMessage }
  const warnings = mpesaWarnings(reading, expected, now).map((warning) => mpesaWarningWords[warning]())
  return { reading, warnings }
}

/** `Ksh 4,500 pays for 3 months`, or that it pays for none. */
export function planPaidText(amount: number, plans: ListingPlans): string {
  const time = timePaidBy(amount, plans)
  if (time.months > 0) return m.sell_amount_pays({ amount: showKsh(amount), plan: paidTimeLabel(time) })
  const [{ months, price }] = plans
  return m.sell_amount_pays_nothing({
    amount: showKsh(amount),
    price: showKsh(price),
    plan: planLabel(months),
  })
}
