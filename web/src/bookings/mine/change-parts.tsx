import type { ChangePreview } from '@twende/contract/bookings/change-record.ts'
import { earliestReturn, pickupHours, type RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import {
  BOOKING_HORIZON_DAYS,
  HOURLY_TIMES,
  LONGEST_RENTAL_DAYS,
} from '@twende/contract/business-constants.ts'
import { addDays, daysBetween, nairobiDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { refundWaySentences } from '@twende/contract/payments/payment-choices.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { DateInput } from '@twende/ui/controls/date-input.tsx'
import { Field, Select } from '@twende/ui/controls/field.tsx'

type PeriodFieldsProps = {
  booked: RentalPeriod
  period: RentalPeriod
  /** The pickup stays as it is. */
  onlyReturn: boolean
  onChange: (period: RentalPeriod) => void
}

/** The new days and times of a booking. */
export function PeriodFields({ booked, period, onlyReturn, onChange }: PeriodFieldsProps) {
  const today = nairobiDay(serverNow())
  const { startDate, endDate, pickupTime, dropoffTime } = period
  // A new pickup keeps the length of the rental.
  const moveStart = (day: string) => {
    const days = daysBetween(startDate || booked.startDate, endDate || booked.endDate)
    onChange({ ...period, startDate: day, endDate: day ? addDays(day, Math.max(1, days)) : endDate })
  }
  return (
    <div className="grid min-w-0 grid-cols-[3fr_2fr] gap-x-3 gap-y-4 sm:gap-x-4">
      {!onlyReturn && (
        <>
          <Field label={m.book_pickup_date_label()}>
            <DateInput
              value={startDate}
              min={today}
              max={addDays(today, BOOKING_HORIZON_DAYS)}
              onChange={({ target }) => moveStart(target.value)}
            />
          </Field>
          <TimeField
            label={m.book_pickup_time_label()}
            value={pickupTime}
            hours={startDate === today ? pickupHours(today, serverNow()) : undefined}
            onChange={(time) => onChange({ ...period, pickupTime: time })}
          />
        </>
      )}
      <Field label={m.book_dropoff_date_label()}>
        <DateInput
          value={endDate}
          min={onlyReturn ? booked.endDate : earliestReturn(startDate || undefined, today)}
          max={addDays(startDate || today, LONGEST_RENTAL_DAYS)}
          onChange={({ target }) => onChange({ ...period, endDate: target.value })}
        />
      </Field>
      <TimeField
        label={m.book_dropoff_time_label()}
        value={dropoffTime}
        onChange={(time) => onChange({ ...period, dropoffTime: time })}
      />
    </div>
  )
}

type TimeFieldProps = {
  label: string
  value: string
  hours?: readonly string[] | undefined
  onChange: (time: string) => void
}

function TimeField({ label, value, hours = HOURLY_TIMES, onChange }: TimeFieldProps) {
  const times = hours.includes(value) ? hours : [value, ...hours]
  return (
    <Field label={label}>
      <Select value={value} onChange={({ target }) => onChange(target.value)}>
        {times.map((time) => (
          <option key={time} value={time}>
            {time}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type ChangedPriceProps = { preview: ChangePreview; isOtherCar: boolean }

/** The price before and after, what is to be paid or goes back, and what else another car changes. */
export function ChangedPrice({ preview, isOtherCar }: ChangedPriceProps) {
  const { bookedAmount, finalAmount, due, refund } = preview
  return (
    <div>
      <dl className="figures grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <dt>{m.booking_change_booked()}</dt>
        <dd className="text-right">{showKsh(bookedAmount)}</dd>
        <dt>{m.booking_change_new()}</dt>
        <dd className="text-right">{showKsh(finalAmount)}</dd>
        {due + refund > 0 && (
          <>
            <dt className="font-semibold text-ink">
              {due > 0 ? m.booking_change_due() : m.my_bookings_cancel_refund()}
            </dt>
            <dd className="text-right font-semibold text-ink">{showKsh(due + refund)}</dd>
          </>
        )}
      </dl>
      {isOtherCar &&
        carTermsOf(preview).map((words) => (
          <p key={words} className="mt-3">
            {words}
          </p>
        ))}
      <p className="mt-3 text-soft">{wordsFor(preview)}</p>
    </div>
  )
}

function wordsFor({ due, refund, refundWay }: ChangePreview): string {
  if (due > 0) return m.booking_change_due_hint()
  if (refund === 0) return m.booking_change_same_price()
  return [refundWaySentences[refundWay](), m.booking_change_refund_hint()].join(' ')
}

/** What another car changes besides the price. */
function carTermsOf(preview: ChangePreview): string[] {
  const { deposit, bookedDeposit, depositRefund, kmPerDay, bookedKmPerDay } = preview
  const deposits = { amount: showKsh(deposit), before: showKsh(bookedDeposit) }
  return [
    ...(deposit > bookedDeposit ? [m.booking_change_deposit_more(deposits)] : []),
    ...(deposit < bookedDeposit ? [m.booking_change_deposit_less(deposits)] : []),
    ...(depositRefund > 0 ? [m.booking_change_deposit_back({ amount: showKsh(depositRefund) })] : []),
    ...(kmPerDay === bookedKmPerDay
      ? []
      : [m.booking_change_km({ before: bookedKmPerDay, after: kmPerDay })]),
  ]
}
