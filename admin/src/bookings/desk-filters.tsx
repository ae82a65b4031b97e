import { BOOKING_STATUSES } from '@twende/contract/bookings/booking-status.ts'
import { capitalised } from '@twende/ui/cars/car-words.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { DateInput, Field, Select } from '@twende/ui/controls/field.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import type { DeskSearch } from './desk-search.ts'
import { fleetCars } from './fleet-cars.ts'

type Filters = Partial<Record<'status' | 'carId' | 'fromDay' | 'toDay', string | undefined>>
type DeskFiltersProps = { id: string; search: DeskSearch; onChange: (changed: Filters) => void }

/** Which bookings of the queue are meant: by state, car and days. */
export function DeskFilters({ id, search, onChange }: DeskFiltersProps) {
  const { answer } = useAnswer('fleet', fleetCars)
  const cars = answer.value ?? []
  return (
    <section id={id} aria-label="Filters" className="panel mt-3 grid grid-cols-2 gap-3 p-4 lg:grid-cols-5">
      <Field label="Status">
        <Select
          value={search.status ?? ''}
          onChange={({ target }) => onChange({ status: target.value || undefined })}
        >
          <option value="">Any</option>
          {BOOKING_STATUSES.map((status) => (
            <option key={status} value={status}>
              {capitalised(status)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Car">
        <Select
          value={search.carId ?? ''}
          onChange={({ target }) => onChange({ carId: target.value || undefined })}
        >
          <option value="">Any</option>
          {search.carId && !cars.some(({ _id }) => _id === search.carId) && (
            <option value={search.carId}>One car</option>
          )}
          {cars.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Out from">
        <DateInput
          value={search.fromDay ?? ''}
          onChange={({ target }) => onChange({ fromDay: target.value || undefined })}
        />
      </Field>
      <Field label="Out until">
        <DateInput
          value={search.toDay ?? ''}
          onChange={({ target }) => onChange({ toDay: target.value || undefined })}
        />
      </Field>
      <Button
        variant="quiet"
        className="col-span-2 self-end lg:col-span-1"
        onClick={() =>
          onChange({ status: undefined, carId: undefined, fromDay: undefined, toDay: undefined })
        }
      >
        Clear filters
      </Button>
    </section>
  )
}
