import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { isRentable } from '@twende/contract/bookings/rental-period.ts'
import { rentalPrice } from '@twende/contract/bookings/rental-price.ts'
import { DEFAULT_PICKUP_TIME } from '@twende/contract/business-constants.ts'
import { addDays, isDay, nairobiDay } from '@twende/contract/calendar-day.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { toast } from '@twende/ui/controls/toast.ts'
import { useAttemptKey } from '@twende/ui/form/use-attempt-key.ts'
import { useState } from 'react'
import type { FleetCar } from './fleet-cars.ts'

export type WalkInWish = {
  carId: string
  startDate: string
  pickupTime: string
  endDate: string
  dropoffTime: string
  pickupLocation: string
  dropoffLocation: string
  firstName: string
  lastName: string
  phone: string
  email: string
  licenseNumber: string
  paidBy: string
}

export type WalkIn = ReturnType<typeof useWalkIn>

function firstWish(stated: Partial<WalkInWish>): WalkInWish {
  const today = nairobiDay(serverNow())
  return {
    carId: '',
    startDate: today,
    pickupTime: DEFAULT_PICKUP_TIME,
    endDate: addDays(stated.startDate ?? today, 1),
    dropoffTime: stated.pickupTime ?? DEFAULT_PICKUP_TIME,
    pickupLocation: '',
    dropoffLocation: '',
    firstName: '',
    lastName: '',
    phone: '',
    email: '',
    licenseNumber: '',
    paidBy: '',
    ...stated,
  }
}

/** A booking that is being made at the counter: what was typed, what is wrong with it, and sending it. */
export function useWalkIn(stated: Partial<WalkInWish>, cars: readonly FleetCar[]) {
  const [wish, setWish] = useState(() => firstWish(stated))
  const attempt = useAttemptKey()
  const car = cars.find(({ _id }) => _id === wish.carId)
  const place = wish.pickupLocation || (car?.location ?? '')
  const whole = { ...wish, pickupLocation: place, dropoffLocation: wish.dropoffLocation || place }
  const problems = problemsOf(whole)
  const daysAreKnown = isDay(wish.startDate) && isDay(wish.endDate) && wish.startDate < wish.endDate
  const price = car && daysAreKnown ? rentalPrice(car.pricePerDay, wish.startDate, wish.endDate) : undefined
  async function send(onBooked: (booking: AdminBooking) => void): Promise<string | undefined> {
    const body = bodyOf(whole)
    try {
      const idempotencyKey = attempt.keyOf(body)
      const { data } = await call('POST /api/admin/bookings', { body }, { idempotencyKey })
      toast.success(`Booked: ${data.bookingId}`)
      onBooked(data)
      return undefined
    } catch (error) {
      if (error instanceof ApiError) return error.message
      throw error
    }
  }
  const change = (some: Partial<WalkInWish>) => setWish((before) => moved(before, some))
  return { wish: whole, change, car, price, problems, wrong: Object.keys(problems).length > 0, send }
}

/** A later pickup takes the drop-off with it. */
function moved(before: WalkInWish, some: Partial<WalkInWish>): WalkInWish {
  const after = { ...before, ...some }
  if (!some.startDate || after.endDate > after.startDate) return after
  return { ...after, endDate: addDays(after.startDate, 1) }
}

type Problems = Partial<Record<keyof WalkInWish, string>>

function problemsOf(wish: WalkInWish): Problems {
  const needed = [
    'carId',
    'startDate',
    'endDate',
    'pickupLocation',
    'firstName',
    'lastName',
    'phone',
  ] as const
  const problems: Problems = {}
  for (const name of needed) if (wish[name].trim() === '') problems[name] = 'Please fill this in'
  if (wish.email && !/^\S+@\S+\.\S+$/.test(wish.email)) problems.email = 'Please enter a valid email address'
  if (!problems.startDate && !problems.endDate && !isRentable(wish, serverNow())) {
    problems.endDate = 'Choose a pickup from today on, and a drop-off at least a day later'
  }
  return problems
}

function bodyOf({ firstName, lastName, phone, email, licenseNumber, paidBy, ...stay }: WalkInWish) {
  const customerInfo = {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    phone: phone.trim(),
    email: email.trim(),
    licenseNumber: licenseNumber.trim(),
  }
  return { ...stay, customerInfo, paidBy: paidBy.trim() }
}
