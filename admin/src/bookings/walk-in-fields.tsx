import { HOURLY_TIMES } from '@twende/contract/business-constants.ts'
import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { daysInWords } from '@twende/ui/cars/car-words.ts'
import { DateInput, Field, Input, Select } from '@twende/ui/controls/field.tsx'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import type { ComponentProps } from 'react'
import type { FleetCar } from './fleet-cars.ts'
import type { WalkIn, WalkInWish } from './use-walk-in.ts'
import { USUAL_WAYS_TO_PAY, WordsField } from './words-field.tsx'

type WalkInFieldsProps = { walkIn: WalkIn; cars: readonly FleetCar[]; tried: boolean }

/** What is asked of somebody who stands at the counter. */
export function WalkInFields({ walkIn, cars, tried }: WalkInFieldsProps) {
  const { wish, change, price, problems } = walkIn
  return (
    <>
      <Field label="Car" required error={tried ? problems.carId : undefined}>
        <Select value={wish.carId} onChange={({ target }) => change({ carId: target.value })}>
          <option value="">{cars.length === 0 ? 'Loading the fleet' : 'Choose a car'}</option>
          {cars.map(({ _id, name, pricePerDay, available }) => (
            <option key={_id} value={_id}>
              {name}, {showKsh(pricePerDay)} a day{available ? '' : ' (kept from customers)'}
            </option>
          ))}
        </Select>
      </Field>
      <StayFields walkIn={walkIn} tried={tried} />
      {price && (
        <p
          role="status"
          className="figures flex flex-wrap justify-between gap-2 rounded-md bg-sand px-4 py-3"
        >
          <span>
            {daysInWords(price.totalDays)} at {showKsh(price.pricePerDay)}
          </span>
          <strong>{showKsh(price.finalAmount)}</strong>
        </p>
      )}
      <CustomerFields walkIn={walkIn} tried={tried} />
      <WordsField
        label="How it was paid"
        hint="Leave it empty if it is still to be paid."
        value={wish.paidBy}
        onChange={(paidBy) => change({ paidBy })}
        usual={USUAL_WAYS_TO_PAY}
      />
    </>
  )
}

function StayFields({ walkIn: { wish, change, problems }, tried }: Omit<WalkInFieldsProps, 'cars'>) {
  const { answer } = useAnswer('places', () => call('GET /api/location/list', {}))
  const places = answer.value?.data.map(({ name }) => name) ?? []
  return (
    <div className="grid grid-cols-[3fr_2fr] items-start gap-3">
      <Field label="Pickup day" required error={tried ? problems.startDate : undefined}>
        <DateInput
          min={nairobiDay(serverNow())}
          value={wish.startDate}
          onChange={({ target }) => change({ startDate: target.value })}
        />
      </Field>
      <TimeField
        label="Pickup time"
        value={wish.pickupTime}
        onChoose={(pickupTime) => change({ pickupTime })}
      />
      <Field label="Drop-off day" required error={tried ? problems.endDate : undefined}>
        <DateInput
          min={wish.startDate}
          value={wish.endDate}
          onChange={({ target }) => change({ endDate: target.value })}
        />
      </Field>
      <TimeField
        label="Drop-off time"
        value={wish.dropoffTime}
        onChoose={(dropoffTime) => change({ dropoffTime })}
      />
      <div className="col-span-full grid gap-3 sm:grid-cols-2">
        <PlaceField
          label="Pickup place"
          places={places}
          value={wish.pickupLocation}
          error={tried ? problems.pickupLocation : undefined}
          onChoose={(pickupLocation) => change({ pickupLocation })}
        />
        <PlaceField
          label="Drop-off place"
          places={places}
          value={wish.dropoffLocation}
          onChoose={(dropoffLocation) => change({ dropoffLocation })}
        />
      </div>
    </div>
  )
}

type ChoiceProps = { label: string; value: string; onChoose: (value: string) => void }

export function TimeField({ label, value, onChoose }: ChoiceProps) {
  return (
    <Field label={label} required>
      <Select value={value} onChange={({ target }) => onChoose(target.value)}>
        {HOURLY_TIMES.map((time) => (
          <option key={time}>{time}</option>
        ))}
      </Select>
    </Field>
  )
}

type PlaceFieldProps = ChoiceProps & { places: readonly string[]; error?: string | undefined }

function PlaceField({ label, places, value, error, onChoose }: PlaceFieldProps) {
  const known = value === '' || places.includes(value)
  return (
    <Field label={label} required error={error}>
      <Select value={value} onChange={({ target }) => onChoose(target.value)}>
        {value === '' && <option value="">Choose</option>}
        {!known && <option>{value}</option>}
        {places.map((place) => (
          <option key={place}>{place}</option>
        ))}
      </Select>
    </Field>
  )
}

function CustomerFields({ walkIn: { wish, change, problems }, tried }: Omit<WalkInFieldsProps, 'cars'>) {
  const text = (name: keyof WalkInWish, rest: ComponentProps<'input'>) => (
    <Input
      {...rest}
      autoComplete="off"
      value={wish[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  const error = (name: keyof WalkInWish) => (tried ? problems[name] : undefined)
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field label="First name" required error={error('firstName')}>
        {text('firstName', { maxLength: 60 })}
      </Field>
      <Field label="Last name" required error={error('lastName')}>
        {text('lastName', { maxLength: 60 })}
      </Field>
      <Field label="Phone" required error={error('phone')}>
        {text('phone', { type: 'tel', inputMode: 'tel', maxLength: 20, placeholder: '0712 345 678' })}
      </Field>
      <Field label="Licence number">{text('licenseNumber', { maxLength: 40 })}</Field>
      <Field
        label="Email"
        className="sm:col-span-2"
        hint="With an account’s email the booking shows among its owner’s."
        error={error('email')}
      >
        {text('email', { type: 'email', inputMode: 'email', maxLength: 254 })}
      </Field>
    </div>
  )
}
