import { addDays, isDay, nairobiDay } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { DateInput } from '@twende/ui/controls/date-input.tsx'
import { Field } from '@twende/ui/controls/field.tsx'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link, useNavigate } from 'react-router'

/** The day of an address; today where it names none, or one to come. */
export function chosenDay(request: Request): { day: string; today: string } {
  const requested = new URL(request.url).searchParams.get('day') ?? ''
  const today = nairobiDay(serverNow())
  return { day: isDay(requested) && requested <= today ? requested : today, today }
}

const step =
  'inline-flex min-h-12 items-center gap-2 rounded-md border border-edge bg-card px-4 font-semibold hover:border-ink hover:bg-sand'

type DayChoiceProps = { day: string; today: string; hrefOf: (day: string) => string }

/** Chooses the day of a page about money: the one before, the one after, or any up to today. */
export function DayChoice({ day, today, hrefOf }: DayChoiceProps) {
  const navigate = useNavigate()
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3 no-print">
      <Link to={hrefOf(addDays(day, -1))} aria-label={m.admin_payments_day_before()} className={step}>
        <ArrowLeft aria-hidden="true" className="size-5" />
      </Link>
      <Field label={m.admin_payments_day_label()} labelHidden>
        <DateInput
          required
          value={day}
          max={today}
          onChange={({ target }) => isDay(target.value) && void navigate(hrefOf(target.value))}
        />
      </Field>
      {day < today && (
        <Link to={hrefOf(addDays(day, 1))} aria-label={m.admin_payments_day_after()} className={step}>
          <ArrowRight aria-hidden="true" className="size-5" />
        </Link>
      )}
    </div>
  )
}
