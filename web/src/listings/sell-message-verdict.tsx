import { showInstant } from '@twende/contract/calendar-day.ts'
import { planPaidBy } from '@twende/contract/listings/listing-plan.ts'
import { showKsh } from '@twende/contract/money.ts'
import type { MpesaMessage } from '@twende/contract/payments/mpesa-message.ts'
import { mpesaProblemWords } from '@twende/contract/payments/mpesa-message-warnings.ts'
import { useSettings } from '@twende/ui/api/settings.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { planWords, type ToldMessage } from './message-reading.ts'

/** What a pasted message says, which plan it buys, and what to look at twice. */
export function SellMessageVerdict({ told: { reading, warnings } }: { told: ToldMessage }) {
  const { listingPlans } = useSettings()
  const doubtful =
    !reading.read || warnings.length > 0 || planPaidBy(reading.amount, listingPlans) === undefined
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
        {reading.read ? <Facts message={reading} /> : <p>{mpesaProblemWords[reading.problem]}</p>}
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

function Facts({ message }: { message: MpesaMessage }) {
  const { listingPlans } = useSettings()
  const { code, amount, party, paidAt } = message
  const facts = [
    ['Code', code],
    ['Amount', showKsh(amount)],
    ['Paid to', party],
    ['When', paidAt ? showInstant(paidAt.toISOString()) : ''],
  ].filter(([, value]) => value !== '')
  return (
    <>
      <p className="font-semibold">{planWords(amount, listingPlans)}</p>
      <dl className="figures flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {facts.map(([term, value]) => (
          <div key={term} className="flex min-w-0 gap-1.5">
            <dt>{term}</dt>
            <dd className="min-w-0 font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
