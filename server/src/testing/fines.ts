import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { addCar } from './fleet.ts'
import type { Person } from './people.ts'
import { drawDocument } from './private-files.ts'
import { bookCar, moveBookingOn } from './renting.ts'
import { type FormFields, postForm } from './selling.ts'
import type { TestMarket } from './test-app.ts'

let plates = 0
/** The plate of a car that no other test has. */
export function nextPlate(): string {
  const number = ++plates
  const letter = String.fromCharCode('A'.charCodeAt(0) + Math.floor(number / 1000))
  return `KD${letter} ${String(number % 1000).padStart(3, '0')}X`
}

/** Day and time of an instant in Nairobi, as on the paper of a fine. */
export function offenceAt(instant: Date) {
  const time = new Date(instant.getTime() + 3 * 3_600_000).toISOString().slice(11, 16)
  return { day: nairobiDay(instant), time }
}

/** A rental of a car with a plate. */
export async function rentedCar(
  market: TestMarket,
  staff: Person,
  as: 'confirmed' | 'active' | 'completed' = 'active',
) {
  const plate = nextPlate()
  const customer = await market.signUp()
  const carId = await addCar(market.db, { numberPlate: plate })
  const { _id: bookingId } = await bookCar(market, customer, carId)
  await moveBookingOn(market, staff, bookingId, as)
  const payable = { type: 'booking', id: bookingId }
  return { customer, carId, plate, bookingId, params: { bookingId }, payable }
}

let paper: Promise<Buffer> | undefined

export async function paperOfFine(): Promise<Blob> {
  paper ??= drawDocument()
  return new Blob([new Uint8Array(await paper)], { type: 'image/jpeg' })
}

/** Staff records a fine of 3,000 at this moment, or what the fields say. */
export async function postFine(
  market: Pick<TestMarket, 'app' | 'clock'>,
  { token }: Person,
  fields: FormFields & { plate: string },
  idempotencyKey?: string,
) {
  const filled = { ...offenceAt(market.clock.now()), amount: '3000', paper: await paperOfFine(), ...fields }
  return postForm(market, '/api/admin/fines', filled, { token, ...(idempotencyKey && { idempotencyKey }) })
}
