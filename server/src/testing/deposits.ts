import { handOver, takeBack } from './condition-reports.ts'
import { addCar } from './fleet.ts'
import type { Person } from './people.ts'
import { bookCar, moveBookingOn } from './renting.ts'
import { type FormFields, postForm } from './selling.ts'
import type { TestMarket } from './test-app.ts'

/** A rental whose car is out, with a deposit of 10,000. */
export async function carOutWithDeposit(market: TestMarket, staff: Person) {
  const customer = await market.signUp()
  const carId = await addCar(market.db, { deposit: 10_000 })
  const { _id: bookingId } = await bookCar(market, customer, carId)
  const params = { bookingId }
  await moveBookingOn(market, staff, bookingId, 'confirmed')
  const body = { paidBy: 'cash' } as const
  await market.call('POST /api/admin/booking/:bookingId/deposit/take', { params, body }, staff)
  await handOver(market, staff, bookingId)
  return { customer, bookingId, params, payable: { type: 'booking', id: bookingId } }
}

/** The same, and the car is back; a photo of its report. */
export async function carBackWithDeposit(
  market: TestMarket,
  staff: Person,
  charges: { kind: 'fuel'; amount: number }[] = [],
) {
  const rental = await carOutWithDeposit(market, staff)
  const { bookingId } = rental
  await takeBack(
    market,
    staff,
    bookingId,
    charges.length > 0 ? { charges, chargesPayment: { paidBy: 'cash' as const } } : {},
  )
  const { id: photoId } = await market.db
    .selectFrom('condition_photos')
    .innerJoin('condition_reports', 'condition_reports.id', 'condition_photos.report_id')
    .select('condition_photos.id')
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'return')
    .where('position', '=', 'left')
    .executeTakeFirstOrThrow()
  return { ...rental, photoId }
}

/** Staff keeps 2,000 of the deposit for damage, or what the fields say. */
export async function postKeptPart(
  market: TestMarket,
  staff: Person,
  { bookingId }: { bookingId: string },
  fields: FormFields,
  idempotencyKey?: string,
) {
  const filled = { amount: '2000', reason: 'damage', words: 'A scratch on the left door', ...fields }
  const url = `/api/admin/booking/${bookingId}/deposit/keep`
  return postForm(market, url, filled, {
    token: staff.token,
    ...(idempotencyKey ? { idempotencyKey } : {}),
  })
}
