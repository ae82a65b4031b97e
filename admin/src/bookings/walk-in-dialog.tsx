import { type AdminBooking, WalkIn } from '@twende/contract/bookings/admin-booking.ts'
import {
  firstPickupDay,
  fromNextHour,
  isRentable,
  pickupHours,
} from '@twende/contract/bookings/rental-period.ts'
import { addDays, isDay } from '@twende/contract/calendar-day.ts'
import type { RouteRequest } from '@twende/contract/http/route.ts'
import { DESK_METHODS_OR_LATER } from '@twende/contract/payments/desk-payment.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { m } from '@twende/messages'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { priceLines } from '@twende/ui/bookings/price-lines.ts'
import { daysInWords } from '@twende/ui/cars/car-format.ts'
import { Field, Select } from '@twende/ui/controls/field.tsx'
import { Skeleton } from '@twende/ui/controls/skeleton.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { type Bound, DateField, SelectField, TextField, useBound } from '@twende/ui/form/fields.tsx'
import { FormDialog } from '@twende/ui/form/form-dialog.tsx'
import { type AppForm, useAppForm } from '@twende/ui/form/use-app-form.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useEffect, useState } from 'react'
import { HourField, PaymentFields } from '../form/admin-fields.tsx'
import { paymentOf } from '../form/payment-values.ts'
import { PriceLine } from './booking-cells.tsx'
import { counterCarWords, type FleetCar, fleetCars } from './fleet-cars.ts'
import { WalkInExtras } from './walk-in-extras.tsx'
import { emptyWalkIn, extrasOf, placesOf, type WalkInValues } from './walk-in-values.ts'

type WalkInDialogProps = { open: boolean; onBooked: (booking: AdminBooking) => void; onClose: () => void }

/** Books for somebody who stands at the counter. */
export function WalkInDialog({ open, onBooked, onClose }: WalkInDialogProps) {
  const { answer } = useAnswer('fleet', fleetCars)
  const cars = answer.value ?? []
  const form = useWalkInForm({ cars, onBooked })
  return (
    <FormDialog
      form={form}
      open={open}
      title={m.admin_bookings_new_button()}
      explains={m.admin_bookings_new_text()}
      yes={m.admin_bookings_book_button()}
      size="md"
      onClose={onClose}
    >
      <WalkInFields form={form} cars={cars} />
    </FormDialog>
  )
}

type WalkInFieldsProps = { form: AppForm<WalkInValues>; cars: readonly FleetCar[] }

/** What is asked of somebody who stands at the counter. */
export function WalkInFields({ form, cars }: WalkInFieldsProps) {
  const { answer } = useAnswer('places', () => call('GET /api/location/list', {}))
  const places = answer.value?.data ?? []
  const { pickupLocation, dropoffLocation } = placesOf(form.watch(), cars)
  const [price, setPrice] = useState<number>()
  return (
    <>
      <SelectField
        form={form}
        name="carId"
        label={m.admin_bookings_car_label()}
        required
        empty={cars.length === 0 ? m.admin_bookings_loading_fleet() : m.admin_bookings_choose_car()}
        options={cars.map((car) => ({ value: car._id, label: counterCarWords(car) }))}
      />
      <RentalPeriodFields form={form} cars={cars} places={places.map(({ name }) => name)} />
      <WalkInExtras form={form} places={places} pickup={pickupLocation} dropoff={dropoffLocation} />
      <Price form={form} cars={cars} onPrice={setPrice} />
      <CustomerFields form={form} />
      <PaymentFields form={form} ways={DESK_METHODS_OR_LATER} amount={price} />
    </>
  )
}

type OnPrice = { onPrice: (finalAmount: number | undefined) => void }

function Price({ form, cars, onPrice }: WalkInFieldsProps & OnPrice) {
  const typed = form.watch()
  const { carId, startDate, endDate, pickupTime, dropoffTime } = typed
  const car = cars.find(({ _id }) => _id === carId)
  if (!car || !isDay(startDate) || !isDay(endDate) || startDate >= endDate) return null
  const { pickupLocation, dropoffLocation } = placesOf(typed, cars)
  const body = {
    carId,
    startDate,
    endDate,
    pickupTime,
    dropoffTime,
    pickupLocation: pickupLocation || undefined,
    dropoffLocation: dropoffLocation || undefined,
    extras: chosenExtras(typed),
  }
  return <QuotedPrice body={body} onPrice={onPrice} />
}

/** Without the addresses, which change no price while they are typed. */
function chosenExtras({ extras }: WalkInValues) {
  return extrasOf({ ...extras, deliveryAddress: '', collectionAddress: '' })
}

type QuoteBody = RouteRequest<'POST /api/booking/quote', Routes['POST /api/booking/quote']>['body']

/** What the server says that the rental costs. */
function QuotedPrice({ body, onPrice }: { body: QuoteBody } & OnPrice) {
  const { answer } = useAnswer(JSON.stringify(body), (signal) =>
    call('POST /api/booking/quote', { body }, { signal }),
  )
  const finalAmount = answer.value?.data.finalAmount
  useEffect(() => {
    onPrice(finalAmount)
    return () => onPrice(undefined)
  }, [finalAmount, onPrice])
  if (answer.error) return <p className="font-medium text-clay-deep">{answer.error.message}</p>
  if (!answer.value) return <Skeleton className="h-14" />
  const { data: price } = answer.value
  return (
    <PriceLine ksh={price.finalAmount} lines={priceLines(price)}>
      {daysInWords(price.totalDays)}
    </PriceLine>
  )
}

function RentalPeriodFields({ form, cars, places }: WalkInFieldsProps & { places: readonly string[] }) {
  const typed = form.watch()
  const suggested = placesOf(typed, cars)
  const now = serverNow()
  const today = firstPickupDay(now)
  /** A later pickup takes the drop-off with it; one of today is at an hour to come. */
  const moveEnd = (startDate: string) => {
    if (startDate && typed.endDate <= startDate) form.setValue('endDate', addDays(startDate, 1))
    form.setValue('pickupTime', fromNextHour({ ...typed, startDate }, now).pickupTime)
  }
  return (
    <div className="grid grid-cols-[3fr_2fr] items-start gap-3">
      <DateField
        form={form}
        name="startDate"
        label={m.admin_bookings_pickup_day()}
        required
        min={today}
        deps={['endDate']}
        onChosen={moveEnd}
      />
      <HourField
        form={form}
        name="pickupTime"
        label={m.admin_bookings_pickup_time()}
        deps={['endDate']}
        hours={typed.startDate === today ? pickupHours(today, now) : undefined}
      />
      <DateField
        form={form}
        name="endDate"
        label={m.admin_bookings_dropoff_day()}
        required
        min={typed.startDate}
      />
      <HourField form={form} name="dropoffTime" label={m.admin_bookings_dropoff_time()} deps={['endDate']} />
      <div className="col-span-full grid gap-3 sm:grid-cols-2">
        <PlaceField
          form={form}
          name="pickupLocation"
          label={m.admin_bookings_pickup_place()}
          places={places}
          suggested={suggested.pickupLocation}
        />
        <PlaceField
          form={form}
          name="dropoffLocation"
          label={m.admin_bookings_dropoff_place()}
          places={places}
          suggested={suggested.dropoffLocation}
        />
      </div>
    </div>
  )
}

type PlaceFieldProps = Bound<WalkInValues> & { places: readonly string[]; suggested: string }

/** A place, the suggested one until another is chosen. */
function PlaceField({ places, suggested, ...props }: PlaceFieldProps) {
  const { frame, control } = useBound<WalkInValues>({ ...props, required: true })
  const value = control.value || suggested
  const known = value === '' || places.includes(value)
  return (
    <Field {...frame}>
      <Select {...control} value={value}>
        {value === '' && <option value="">{m.admin_bookings_choose()}</option>}
        {!known && <option>{value}</option>}
        {places.map((place) => (
          <option key={place}>{place}</option>
        ))}
      </Select>
    </Field>
  )
}

function CustomerFields({ form }: { form: AppForm<WalkInValues> }) {
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <TextField
        form={form}
        name="customerInfo.firstName"
        label={m.admin_bookings_first_name()}
        required
        autoComplete="off"
      />
      <TextField
        form={form}
        name="customerInfo.lastName"
        label={m.admin_bookings_last_name()}
        optional
        autoComplete="off"
      />
      <TextField
        form={form}
        name="customerInfo.phone"
        label={m.admin_bookings_phone()}
        required
        type="tel"
        inputMode="tel"
        autoComplete="off"
        placeholder="0712 345 678"
      />
      <TextField
        form={form}
        name="customerInfo.licenseNumber"
        label={m.admin_bookings_licence_number()}
        autoComplete="off"
      />
      <TextField
        form={form}
        name="customerInfo.email"
        label={m.admin_bookings_email()}
        className="sm:col-span-2"
        hint={m.admin_bookings_email_hint()}
        type="email"
        inputMode="email"
        autoComplete="off"
      />
    </div>
  )
}

type WalkInOptions = {
  /** What is known already, for example from the calendar. */
  known?: Partial<WalkInValues>
  cars: readonly FleetCar[]
  onBooked: (booking: AdminBooking) => void
}

/** The form of a booking that is made at the counter. */
export function useWalkInForm({ known, cars, onBooked }: WalkInOptions) {
  const attempt = useAttemptKey()
  const startDate = known?.startDate ?? firstPickupDay(serverNow())
  return useAppForm({
    defaultValues: fromNextHour(
      { ...emptyWalkIn, startDate, endDate: addDays(startDate, 1), ...known },
      serverNow(),
    ),
    bodyOf: (typed) => ({
      ...typed,
      ...paymentOf<(typeof DESK_METHODS_OR_LATER)[number]>(typed),
      ...placesOf(typed, cars),
      extras: extrasOf(typed.extras),
    }),
    refusedAt: { mpesa_code_used: 'code', amount_too_small: 'code' },
    schema: WalkIn,
    check: (typed) => ({
      endDate:
        typed.startDate && typed.endDate && !isRentable(typed, serverNow())
          ? m.admin_bookings_days_wrong()
          : undefined,
    }),
    onSubmit: async (body) => {
      const idempotencyKey = attempt.keyOf(body)
      const { data } = await call('POST /api/admin/bookings', { body }, { idempotencyKey })
      toast.success(m.admin_bookings_booked({ reference: data.bookingId }))
      onBooked(data)
    },
  })
}
