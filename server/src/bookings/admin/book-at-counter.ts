import type { WalkIn } from '@twende/contract/bookings/admin-booking.ts'
import type { BookingRequest } from '@twende/contract/bookings/booking.ts'
import { withExtras } from '@twende/contract/bookings/price-of-extras.ts'
import {
  fromNextHour,
  isRentable,
  lastOccupiedDay,
  rentalDays,
} from '@twende/contract/bookings/rental-period.ts'
import { rulesOfCar } from '@twende/contract/prices/rules-in-force.ts'
import { lockAccount } from '../../accounts/lock-account.ts'
import { explainNotCovered } from '../../cars/documents/car-documents.ts'
import { carToShow } from '../../cars/read-cars.ts'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { hirerWithAccount, requireNotRefused } from '../../drivers/refusal-list.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import { recordStaffPayment } from '../../payments/collections/record-staff-payment.ts'
import { readPricesInForce } from '../../prices/read-prices.ts'
import { readSettings } from '../../settings/read-settings.ts'
import { bookingDraft, drawReferences } from '../booking-draft.ts'
import { insertBooking } from '../booking-store.ts'
import { releaseExpiredHolds } from '../expire-holds.ts'
import { extrasOfRental } from '../extras/extras-of-rental.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { chargePrice } from '../owed/unpaid-price.ts'
import { notTooDear, priceOfRental } from '../price-of-rental.ts'
import { findOfferedPlaces, lockCar } from '../rented-car-store.ts'
import { findAccountWithProvenEmail } from './admin-booking-store.ts'

type CounterDeps = Pick<AppDeps, 'db' | 'clock' | 'random' | 'config' | 'tokenSecret'>
type CounterInput = { staffId: string; walkIn: WalkIn }

/**
 * Creates a confirmed booking that staff makes for a customer at the counter; it may not overlap other bookings either. It
 * belongs to the account that has proven the customer's email address; until there is one, to the member of staff (the trigger
 * `counter_bookings_are_given_with_proof` gives it to the account with its proof).
 */
export async function bookAtCounter(
  deps: CounterDeps,
  input: CounterInput,
  idempotency: Idempotency,
): Promise<string> {
  const { carId, startDate: from, endDate, dropoffTime } = input.walkIn
  return idempotency
    .transaction((tx) => book(tx, deps, input))
    .catch(async (error: unknown) => {
      const until = lastOccupiedDay({ endDate, dropoffTime })
      throw await explainNotCovered(deps.db, { carId, from, until }, error)
    })
}

async function book(tx: Db, deps: CounterDeps, { staffId, walkIn }: CounterInput): Promise<string> {
  const now = deps.clock.now()
  const request = fromNextHour(asRequest(walkIn), now)
  const { email } = walkIn.customerInfo
  const accountId = (email && (await findAccountWithProvenEmail(tx, email))) || staffId
  await lockAccount(tx, accountId)
  const { phone, licenseNumber } = walkIn.customerInfo
  const hirer = await hirerWithAccount(tx, accountId, { phones: [phone], licences: [licenseNumber] })
  await requireNotRefused(tx, deps, hirer, 'staff')
  if (!isRentable(request, now)) throw new AppError('rental_dates_invalid')
  const totalDays = rentalDays(request.startDate, request.endDate)
  const { publicUrl } = deps.config
  const inForce = await readPricesInForce(tx)
  const places = await findOfferedPlaces(tx, [request.pickupLocation, request.dropoffLocation])
  const carView = await carToShow(tx, request.carId, publicUrl)
  const settings = await readSettings(tx, deps.config)
  const extras = extrasOfRental({ ...request, totalDays }, inForce.extras, places)
  // `available` is not checked: it hides a car from customers, and here staff decides.
  const car = await lockCar(tx, request.carId)
  if (!car || car.retired_at) throw new AppError('car_not_found')
  await releaseExpiredHolds(tx, request.carId, now)
  const rules = rulesOfCar(inForce.rules, { carId: request.carId, category: carView.category })
  const price = notTooDear(withExtras(priceOfRental(car.price_per_day, request, rules), extras))
  const { cancellation, rentalTerms } = settings
  const draft = {
    ...bookingDraft({
      accountId,
      request,
      car: carView,
      price,
      phone: null,
      holdMinutes: 0,
      cancellation,
      rentalTerms,
      now,
      publicUrl,
    }),
    booked_by: staffId,
    status: 'confirmed',
    payment_status: walkIn.paidBy === 'none' ? 'pending' : 'paid',
    hold_expires_at: null,
  }
  const { paidBy, code, note, paidOn } = walkIn
  const words = [note, code].filter(Boolean).join(', ')
  const facts = { amount: price.finalAmount, paidBy }
  const event = { by: 'staff', event: 'bookAtCounter', accountId: staffId, note: words, facts } as const
  const booking = await insertBooking(tx, draft, event, () => drawReferences(deps.random))
  if (paidBy === 'none') await chargePrice(tx, booking, { accountId: staffId, now })
  else {
    const payment = {
      payableType: 'booking',
      payableId: booking.id,
      accountId,
      paidBy,
      code,
      note,
      paidOn,
    } as const
    await recordStaffPayment(tx, { ...payment, amount: booking.final_amount, takenBy: staffId }, now)
  }
  await notifyCustomer(tx, booking, (params) => ({ kind: 'booking_confirmed', params }), now)
  return booking.id
}

function asRequest({ paidBy: _, code: __, note: ___, paidOn: ____, ...walkIn }: WalkIn): BookingRequest {
  return {
    ...walkIn,
    paymentMethod: 'whatsapp',
    paymentDetails: null,
    driverNotes: '',
    finalAmount: undefined,
  }
}
