import { earliestReturn } from '@twende/contract/bookings/rental-period.ts'
import {
  BOOKING_HORIZON_DAYS,
  HOURLY_TIMES,
  LONGEST_RENTAL_DAYS,
} from '@twende/contract/business-constants.ts'
import { addDays, daysBetween, nairobiDay } from '@twende/contract/calendar-day.ts'
import type { Location } from '@twende/contract/content/content-routes.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import type { Answer } from '@twende/ui/loading/use-answer.ts'
import { DateChoice, SelectChoice, type WizardForm } from './wizard-fields.tsx'

export type Places = { answer: Answer<readonly Location[]>; retry: () => void }
type DatesStepProps = { form: WizardForm; places: Places }

const group = 'grid min-w-0 grid-cols-[3fr_2fr] gap-x-3 gap-y-4 sm:gap-x-4'
const legend = 'mb-3 font-display text-lg font-bold tracking-tight'

/** Step 1: when and where the car is picked up and brought back. */
export function DatesStep({ form, places }: DatesStepProps) {
  const { choices, change } = form
  const today = nairobiDay(serverNow())
  const changeStart: WizardForm['change'] = ({ startDate = '' }) =>
    change({ startDate, endDate: movedEnd(choices, startDate) })
  return (
    <div className="grid gap-6">
      <fieldset className={group}>
        <legend className={legend}>Pickup</legend>
        <DateChoice
          form={{ ...form, change: changeStart }}
          name="startDate"
          min={today}
          max={addDays(today, BOOKING_HORIZON_DAYS)}
        />
        <TimeChoice form={form} name="pickupTime" />
        <PlaceChoice form={form} name="pickupLocation" places={places} />
      </fieldset>
      <hr className="border-line" />
      <fieldset className={group}>
        <legend className={legend}>Dropoff</legend>
        <DateChoice
          form={form}
          name="endDate"
          min={earliestReturn(choices.startDate || undefined, today)}
          max={addDays(choices.startDate || today, LONGEST_RENTAL_DAYS)}
        />
        <TimeChoice form={form} name="dropoffTime" />
        <PlaceChoice form={form} name="dropoffLocation" places={places} />
        {choices.pickupLocation && choices.dropoffLocation !== choices.pickupLocation && (
          <Button
            variant="quiet"
            size="sm"
            className="col-span-full -mt-2 -ml-3.5 justify-self-start text-acacia underline underline-offset-4"
            onClick={() => change({ dropoffLocation: choices.pickupLocation })}
          >
            Bring it back to {choices.pickupLocation}
          </Button>
        )}
      </fieldset>
    </div>
  )
}

/** A new pickup day keeps the length of the stay; one that is unknown or impossible is left for the person to choose. */
function movedEnd({ startDate, endDate }: WizardForm['choices'], newStart: string): string {
  if (!newStart || !endDate || endDate > newStart) return endDate
  const days = startDate ? Math.max(1, daysBetween(startDate, endDate)) : 1
  return addDays(newStart, days)
}

function TimeChoice({ form, name }: { form: WizardForm; name: 'pickupTime' | 'dropoffTime' }) {
  return (
    <SelectChoice form={form} name={name} required>
      {HOURLY_TIMES.map((time) => (
        <option key={time}>{time}</option>
      ))}
    </SelectChoice>
  )
}

type PlaceChoiceProps = { form: WizardForm; name: 'pickupLocation' | 'dropoffLocation'; places: Places }

function PlaceChoice({ form, name, places }: PlaceChoiceProps) {
  const { answer, retry } = places
  if (answer.state === 'waiting') return <Skeleton className="col-span-full mt-7 h-12 rounded-md" />
  if (answer.state === 'refused') {
    return (
      <p className="col-span-full flex flex-wrap items-center gap-3 text-sm text-clay-deep" role="alert">
        The locations could not be loaded.
        <Button variant="secondary" size="sm" onClick={retry}>
          Try Again
        </Button>
      </p>
    )
  }
  const none = answer.value.length === 0
  return (
    <SelectChoice form={form} name={name} required disabled={none} className="col-span-full">
      <option value="">{none ? 'No locations available' : 'Choose a location'}</option>
      <PlaceOptions places={answer.value} />
    </SelectChoice>
  )
}

/** Towns, each with its pickup points below it. */
function PlaceOptions({ places }: { places: readonly Location[] }) {
  const pointsOf = (town: string) => places.filter((place) => place.town === town)
  return places
    .filter(({ town }) => town === null)
    .map(({ name }) => {
      const points = pointsOf(name)
      const option = <option key={name}>{name}</option>
      if (points.length === 0) return option
      return (
        <optgroup key={name} label={name}>
          {[option, ...points.map((point) => <option key={point._id}>{point.name}</option>)]}
        </optgroup>
      )
    })
}
