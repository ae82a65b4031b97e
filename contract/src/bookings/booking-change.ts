import { LONGEST_RENTAL_DAYS } from '../business-constants.ts'
import { addDays, type Day, daysBetween, nairobiInstant } from '../calendar-day.ts'
import type { PaymentStatus } from '../payments/payment.ts'
import type { PriceRule } from '../prices/price-rule.ts'
import { byPrecedence } from '../prices/rules-in-force.ts'
import type { BookingStatus } from './booking-status.ts'
import type { PriceSnapshot } from './price-snapshot.ts'
import { isRentable, type RentalPeriod, rentalDays } from './rental-period.ts'
import { discountOf, priceOfDay, type RentalPrice, sumOf } from './rental-price.ts'

/** What a customer's change of their booking is decided from. */
export type ChangedBooking = RentalPeriod & {
  status: BookingStatus
  paymentStatus: PaymentStatus
  /** Until when cancelling it costs nothing (`freeUntil`). */
  freeUntil: Date
}

/** Why a change is refused. */
export type ChangeProblem = 'not_changeable' | 'too_late' | 'return_only' | 'dates_invalid'

/** Whether its customer may change anything about a booking: one that is paid and not over. */
export function isChangeable(
  { status, paymentStatus, endDate, dropoffTime }: Omit<ChangedBooking, 'freeUntil'>,
  now: Date,
): boolean {
  const runs = status === 'confirmed' || status === 'active'
  return runs && paymentStatus === 'paid' && now < nairobiInstant(endDate, dropoffTime)
}

/** Whether only a later return may still be chosen: the car is out, or cancelling is no longer free. */
export function isExtensionOnly(
  { status, freeUntil }: Pick<ChangedBooking, 'status' | 'freeUntil'>,
  now: Date,
) {
  return status === 'active' || now > freeUntil
}

/**
 * Why a customer may not move a booking to another period, or to another car, at `now`; undefined when they may. While
 * cancelling is free, every car and period that could be booked may be chosen. After that only the return may be moved, and
 * only to later.
 */
export function changeProblem(
  booked: ChangedBooking,
  period: RentalPeriod,
  now: Date,
  { isOtherCar = false }: { isOtherCar?: boolean } = {},
): ChangeProblem | undefined {
  if (!isChangeable(booked, now)) return 'not_changeable'
  if (!isOtherCar && isExtension(booked, period)) return isWithinLongest(period) ? undefined : 'dates_invalid'
  if (isExtensionOnly(booked, now)) return booked.status === 'active' ? 'return_only' : 'too_late'
  const isSame = !isOtherCar && startOf(booked) === startOf(period) && endOf(booked) === endOf(period)
  const isToCome = startOf(period) > now.getTime()
  return isSame || !isToCome || !isRentable(period, now) ? 'dates_invalid' : undefined
}

/** The same pickup and a later return. */
function isExtension(booked: RentalPeriod, period: RentalPeriod): boolean {
  return startOf(booked) === startOf(period) && endOf(period) > endOf(booked)
}

function isWithinLongest({ startDate, endDate }: RentalPeriod): boolean {
  const days = daysBetween(startDate, endDate)
  return days >= 1 && days <= LONGEST_RENTAL_DAYS
}

const startOf = ({ startDate, pickupTime }: RentalPeriod) => nairobiInstant(startDate, pickupTime).getTime()
const endOf = ({ endDate, dropoffTime }: RentalPeriod) => nairobiInstant(endDate, dropoffTime).getTime()

type Booked = {
  startDate: Day
  pricePerDay: number
  snapshot: PriceSnapshot
}

/** What decides the price of added days: the rules in force now, and the car's own price of a day. */
type InForce = { pricePerDay: number; rules: readonly PriceRule[] }

/** For so many late days the price is known ahead, so that a report can be made without network. */
export const LATE_DAYS_KNOWN = 60

/** What one, two and more days after the agreed return cost: as much as an extension by so many days, without its extras. */
export function amountsOfLateDays(booked: Booked, endDate: Day, inForce: InForce): number[] {
  const priceUntil = (day: Day) =>
    changedPrice(booked, { startDate: booked.startDate, endDate: day }, inForce).finalAmount
  const days = booked.snapshot.days
  const agreed = sumOf(
    booked.pricePerDay,
    days.map(({ price, insurance }) => ({ price, insurance })),
    booked.snapshot.discountPercent,
  )
  return Array.from({ length: LATE_DAYS_KNOWN }, (_, late) =>
    Math.max(0, priceUntil(addDays(endDate, late + 1)) - agreed.finalAmount),
  )
}

/**
 * The price of a booking that is moved to other dates. A day that was booked keeps its price and insurance; an added day
 * costs what it costs a new booking. The discount is that of the new length by the rules in force now; a rental that does
 * not get shorter keeps the one that it had where that is higher. A shorter rental has to have as many days as the rules
 * ask of each of its days; otherwise only the added days ask.
 */
export function changedPrice(
  booked: Booked,
  { startDate, endDate }: Pick<RentalPeriod, 'startDate' | 'endDate'>,
  { pricePerDay, rules }: InForce,
): RentalPrice {
  const sorted = byPrecedence(rules)
  const totalDays = rentalDays(startDate, endDate)
  const isShorter = totalDays < booked.snapshot.days.length
  const days = Array.from({ length: totalDays }, (_, later) => {
    const day = addDays(startDate, later)
    const now = priceOfDay(pricePerDay, day, sorted)
    const kept = booked.snapshot.days[daysBetween(booked.startDate, day)]
    return kept ? { ...kept, fewestDays: isShorter ? now.fewestDays : 1 } : now
  })
  const current = discountOf(sorted, startDate, totalDays)
  const isKept = !isShorter && booked.snapshot.discountPercent > (current?.value ?? 0)
  const percent = isKept ? booked.snapshot.discountPercent : (current?.value ?? 0)
  const priced = days.map(({ price, insurance }) => ({ price, insurance }))
  return {
    ...sumOf(booked.pricePerDay, priced, percent),
    dailyRules: days.map(({ rule }) => rule),
    discountRule: isKept ? booked.snapshot.discountRule : (current?.name ?? null),
    fewestDays: Math.max(1, ...days.map(({ fewestDays }) => fewestDays)),
  }
}
