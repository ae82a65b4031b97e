import { cancellationRefund } from '@twende/contract/bookings/cancellation.ts'
import { policyWords } from '@twende/contract/bookings/cancellation-format.ts'
import type { CancellationPolicy } from '@twende/contract/bookings/cancellation-policy.ts'
import { showKsh } from '@twende/contract/money.ts'
import { textOf } from '@twende/ui/form/use-submit.ts'
import { SettingsPart, useTyped, WholeNumber } from './settings-part.tsx'

const fields = [
  { name: 'freeHoursBefore', label: 'Free until, hours before pickup', max: 336, unit: 'hours' },
  { name: 'freeMinutesAfter', label: 'Free after booking, minutes', max: 1_440, unit: 'minutes' },
  { name: 'shortDays', label: 'A rental is short up to, days', max: 30, unit: 'days', hint: '0 if none is.' },
  {
    name: 'keptOfShortPercent',
    label: 'Kept of a short rental, % of a day',
    max: 100,
    unit: 'percent of one day’s price',
  },
  { name: 'keptOfLongDays', label: 'Kept of a longer rental, days', max: 7, unit: 'days’ price' },
] as const

/** What a customer who cancels gets back, with what that means in shillings. */
export function CancellationPart({ policy }: { policy: CancellationPolicy }) {
  const { typed, part, onInput } = useTyped(policy, policyIn)
  return (
    <div ref={part} onInput={onInput}>
      <SettingsPart
        title="Cancelling a rental"
        hint="For bookings made from now on; each keeps the terms of its day, which its customer reads in the booking."
        after={<Meaning policy={typed} />}
      >
        {fields.map((field) => (
          <WholeNumber key={field.name} {...field} min={0} value={policy[field.name]} />
        ))}
      </SettingsPart>
    </div>
  )
}

function Meaning({ policy }: { policy: CancellationPolicy }) {
  return (
    <div className="figures mt-5 grid gap-2 rounded-md bg-acacia-tint p-4 text-acacia-deep">
      <p>
        <strong>Customers read:</strong> {policyWords(policy)}
      </p>
      <p>{exampleOf(policy, Math.max(5, policy.shortDays + 1))}</p>
      {policy.shortDays > 0 && <p>{exampleOf(policy, policy.shortDays)}</p>}
    </div>
  )
}

const HOUR_MS = 3_600_000
const PRICE = 4_500

/** `A 5-day rental cancelled 10 hours before pickup keeps Ksh 4,500 of Ksh 22,500.` */
function exampleOf(policy: CancellationPolicy, totalDays: number): string {
  const pickupAt = new Date(0)
  const hours = Math.min(10, policy.freeHoursBefore - 1)
  const when = hours < 1 ? 'that nobody comes for' : `cancelled ${showHours(hours)} before pickup`
  const now = new Date(pickupAt.getTime() - (hours < 1 ? -1 : hours) * HOUR_MS)
  const booking = {
    paid: PRICE * totalDays,
    pricePerDay: PRICE,
    totalDays,
    pickupAt,
    bookedAt: new Date(-1e12),
  }
  const { kept, paid } = cancellationRefund(booking, policy, now)
  const article = [8, 11, 18].includes(totalDays) ? 'An' : 'A'
  return `${article} ${totalDays}-day rental ${when} keeps ${kept === 0 ? 'nothing' : showKsh(kept)} of ${showKsh(paid)}.`
}

const showHours = (hours: number) => (hours === 1 ? 'an hour' : `${hours} hours`)

/** The terms as they are typed. */
export function policyIn(form: FormData): CancellationPolicy {
  const count = (name: keyof CancellationPolicy) => Number(textOf(form, name))
  return {
    freeHoursBefore: count('freeHoursBefore'),
    freeMinutesAfter: count('freeMinutesAfter'),
    shortDays: count('shortDays'),
    keptOfShortPercent: count('keptOfShortPercent'),
    keptOfLongDays: count('keptOfLongDays'),
  }
}
