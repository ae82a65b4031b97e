import { earliestReturn, firstPickupDay, pickupHours } from '@twende/contract/bookings/rental-period.ts'
import {
  BOOKING_HORIZON_DAYS,
  HOURLY_TIMES,
  LONGEST_RENTAL_DAYS,
} from '@twende/contract/business-constants.ts'
import { addDays, daysBetween } from '@twende/contract/calendar-day.ts'
import type { Location } from '@twende/contract/content/content-routes.ts'
import { m } from '@twende/messages'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Select } from '@twende/ui/controls/field.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { DateField, SelectField, useBound } from '@twende/ui/form/fields.tsx'
import type { Answer } from '@twende/ui/loading/use-answer.ts'
import { useEffect } from 'react'
import { CatalogName, useCatalogNames } from '../../content/catalog-name.ts'
import type { Choices } from './booking-choices.ts'
import { bindChoice, type WizardFields } from './wizard-fields.ts'

export type Places = { answer: Answer<readonly Location[]>; retry: () => void }
type DatesStepProps = { fields: WizardFields; places: Places }

const group = 'grid min-w-0 grid-cols-[3fr_2fr] gap-x-3 gap-y-4 sm:gap-x-4'
const legend = 'mb-3 font-display text-lg font-bold tracking-tight'

/** Step 1: when and where the car is picked up and brought back. */
export function DatesStep({ fields, places }: DatesStepProps) {
  const nameOf = useCatalogNames()
  const { choices, change } = fields
  const now = serverNow()
  const today = firstPickupDay(now)
  const hours = choices.startDate === today ? pickupHours(today, now) : HOURLY_TIMES
  const [firstHour] = hours
  const isOver = firstHour !== undefined && !hours.includes(choices.pickupTime)
  useEffect(() => {
    if (isOver) change({ pickupTime: firstHour })
  })
  return (
    <div className="grid gap-6">
      <fieldset className={group}>
        <legend className={legend}>{m.book_pickup()}</legend>
        <DateField
          {...bindChoice(fields, 'startDate')}
          required
          deps={['endDate']}
          onChosen={(startDate) => change({ startDate, endDate: movedEnd(choices, startDate) })}
          min={today}
          max={addDays(today, BOOKING_HORIZON_DAYS)}
        />
        <TimeChoice fields={fields} name="pickupTime" hours={hours} />
        <PlaceChoice fields={fields} name="pickupLocation" places={places} />
      </fieldset>
      <hr className="border-line" />
      <fieldset className={group}>
        <legend className={legend}>{m.book_dropoff()}</legend>
        <DateField
          {...bindChoice(fields, 'endDate')}
          required
          deps={['startDate']}
          min={earliestReturn(choices.startDate || undefined, today)}
          max={addDays(choices.startDate || today, LONGEST_RENTAL_DAYS)}
        />
        <TimeChoice fields={fields} name="dropoffTime" hours={HOURLY_TIMES} />
        <PlaceChoice fields={fields} name="dropoffLocation" places={places} />
        {choices.pickupLocation && choices.dropoffLocation !== choices.pickupLocation && (
          <Button
            variant="quiet"
            size="sm"
            className="col-span-full -mt-2 -ml-3.5 justify-self-start text-acacia underline underline-offset-4"
            onClick={() => change({ dropoffLocation: choices.pickupLocation })}
          >
            {m.book_return_to({ place: nameOf('location', choices.pickupLocation) })}
          </Button>
        )}
      </fieldset>
    </div>
  )
}

/** A new pickup day keeps the length of the rental period; one that is unknown or impossible is left for the person to choose. */
function movedEnd({ startDate, endDate }: Choices, newStart: string): string {
  if (!newStart || !endDate || endDate > newStart) return endDate
  const days = startDate ? Math.max(1, daysBetween(startDate, endDate)) : 1
  return addDays(newStart, days)
}

type TimeChoiceProps = {
  fields: WizardFields
  name: 'pickupTime' | 'dropoffTime'
  hours: readonly string[]
}

function TimeChoice({ fields, name, hours }: TimeChoiceProps) {
  const options = hours.map((time) => ({ value: time, label: time }))
  return <SelectField {...bindChoice(fields, name)} required options={options} />
}

type PlaceChoiceProps = { fields: WizardFields; name: 'pickupLocation' | 'dropoffLocation'; places: Places }

function PlaceChoice({ fields, name, places }: PlaceChoiceProps) {
  const { answer, retry } = places
  if (answer.state === 'waiting') return <Skeleton className="col-span-full mt-7 h-12 rounded-md" />
  if (answer.state === 'refused') {
    return (
      <p className="col-span-full flex flex-wrap items-center gap-3 text-sm text-clay-deep" role="alert">
        {m.book_locations_failed()}
        <Button variant="secondary" size="sm" onClick={retry}>
          {m.common_try_again()}
        </Button>
      </p>
    )
  }
  return <PlaceSelect fields={fields} name={name} places={answer.value} />
}

type PlaceSelectProps = Omit<PlaceChoiceProps, 'places'> & { places: readonly Location[] }

function PlaceSelect({ fields, name, places }: PlaceSelectProps) {
  const { frame, control } = useBound({
    ...bindChoice(fields, name),
    required: true,
    className: 'col-span-full',
  })
  const none = places.length === 0
  return (
    <Field {...frame}>
      <Select {...control} disabled={none}>
        <option value="">{none ? m.book_no_locations() : m.book_choose_location()}</option>
        <PlaceOptions places={places} />
      </Select>
    </Field>
  )
}

/** Towns, each with its pickup points below it. */
function PlaceOptions({ places }: { places: readonly Location[] }) {
  const nameOf = useCatalogNames()
  const pointsOf = (town: string) => places.filter((place) => place.town === town)
  return places
    .filter(({ town }) => town === null)
    .map(({ name }) => {
      const points = pointsOf(name)
      const option = <PlaceOption key={name} name={name} />
      if (points.length === 0) return option
      return (
        <optgroup key={name} label={nameOf('location', name)}>
          {[option, ...points.map((point) => <PlaceOption key={point._id} name={point.name} />)]}
        </optgroup>
      )
    })
}

function PlaceOption({ name }: { name: string }) {
  return (
    <option value={name}>
      <CatalogName kind="location" name={name} />
    </option>
  )
}
