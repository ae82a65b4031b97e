import { earliestReturn } from '@twende/contract/bookings/rental-period.ts'
import { BOOKING_HORIZON_DAYS, LONGEST_RENTAL_DAYS } from '@twende/contract/business-constants.ts'
import { addDays } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import { IconButton } from '@twende/ui/controls/button.tsx'
import { classes } from '@twende/ui/controls/classes.ts'
import { DateInput } from '@twende/ui/controls/date-input.tsx'
import { Field } from '@twende/ui/controls/field.tsx'
import { CalendarDays, X } from 'lucide-react'
import type { FleetSearch } from '../links.ts'

type StayFieldsProps = {
  today: string
  search: FleetSearch
  onChange: (search: FleetSearch) => void
  /** For a narrow column: never in one line. */
  stacked?: boolean
}

/** Pickup and return days: with both, the fleet shows only free cars and the price of the whole period. Import it lazily. */
export function StayFields({ today, search, onChange, stacked = false }: StayFieldsProps) {
  const { startDate, endDate } = search
  const earliest = earliestReturn(startDate, addDays(today, 1))
  const choosePickup = (day: string) => {
    if (!day) return onChange({ startDate: undefined, endDate: undefined })
    onChange({ startDate: day, endDate: endDate && endDate > day ? endDate : addDays(day, 1) })
  }
  return (
    <fieldset className="panel p-4 sm:p-5">
      <legend className="sr-only">{m.fleet_dates_legend()}</legend>
      <div
        className={classes(
          // Two dates side by side are cut off on screens below 360 px.
          'grid grid-cols-2 items-start gap-3 max-[359px]:grid-cols-1',
          !stacked && 'md:grid-cols-[17rem_1fr_1fr] md:gap-5',
        )}
      >
        <div
          className={classes(
            'col-span-full flex min-h-11 items-center gap-2',
            !stacked && 'md:col-span-1 md:mt-7',
          )}
        >
          <CalendarDays aria-hidden="true" className="size-5 shrink-0 text-acacia" />
          <p className="flex-1 font-semibold">
            {startDate && endDate ? m.fleet_dates_free() : m.fleet_dates_choose()}
          </p>
          {(startDate || endDate) && (
            <IconButton
              label={m.fleet_dates_clear()}
              onClick={() => onChange({ startDate: undefined, endDate: undefined })}
            >
              <X aria-hidden="true" className="size-5" />
            </IconButton>
          )}
        </div>
        <Field label={m.common_pickup()}>
          <DateInput
            name="startDate"
            value={startDate ?? ''}
            min={today}
            max={addDays(today, BOOKING_HORIZON_DAYS)}
            onChange={({ target }) => choosePickup(target.value)}
          />
        </Field>
        <Field label={m.fleet_dates_return()}>
          <DateInput
            name="endDate"
            value={endDate ?? ''}
            min={earliest}
            max={addDays(startDate ?? today, LONGEST_RENTAL_DAYS)}
            onChange={({ target }) => onChange({ endDate: target.value || undefined })}
          />
        </Field>
      </div>
    </fieldset>
  )
}
