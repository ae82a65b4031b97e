import { changeDriversAndAsk } from '../bookings/agreements/add-addendum.ts'
import { rentalOf } from '../bookings/read-bookings.ts'
import { writeDriverEvent } from '../bookings/waive-driver.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { deleteTakenOut, findTakenOut, insertTakenOut } from './driver-store.ts'
import { approvedPapersOfPerson, driversForStaff } from './read-drivers.ts'

type TakeOutDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>
type DriverOfBooking = { bookingId: string; driverId: string; staffId: string }

/**
 * An approved driver does not drive in this booking; the approval stays for others. Of a car that is out, the customer is sent
 * the addendum, and the last one who may drive it stays.
 */
export async function takeOutDriver(
  deps: TakeOutDeps,
  { bookingId, driverId, staffId, reason }: DriverOfBooking & { reason: string },
): Promise<void> {
  const now = deps.clock.now()
  await changePerson(
    deps,
    { bookingId, driverId, staffId, now },
    async (tx, { driverIds, name, booking, isTakenOut }) => {
      if (isTakenOut || driverIds.length === 0) throw new AppError('driver_wrong_state')
      await requireAnotherDriver(tx, bookingId, driverIds)
      await insertTakenOut(tx, { bookingId, driverIds, by: staffId, reason, now })
      const event = { event: 'takeOutDriver', names: [name], reason, accountId: staffId, now } as const
      await writeDriverEvent(tx, booking, event)
    },
  )
}

/** A driver who was taken out of a booking drives in it again; of a car that is out by another addendum. */
export async function putDriverBack(deps: TakeOutDeps, input: DriverOfBooking): Promise<void> {
  const { staffId: accountId } = input
  const now = deps.clock.now()
  await changePerson(deps, { ...input, now }, async (tx, { name, booking, isTakenOut }) => {
    if (!isTakenOut) throw new AppError('driver_wrong_state')
    await deleteTakenOut(tx, input)
    await writeDriverEvent(tx, booking, { event: 'putDriverBack', names: [name], accountId, now })
  })
}

type Person = {
  driverIds: string[]
  name: string
  booking: { id: string; status: string }
  isTakenOut: boolean
}

/** Changes whether a person drives in a booking that is not over, whose row is locked. */
async function changePerson(
  deps: TakeOutDeps,
  { bookingId, driverId, staffId, now }: DriverOfBooking & { now: Date },
  change: (tx: Db, person: Person) => Promise<void>,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const whose = { papers: [{ account_id: null, booking_id: bookingId }], staffId, now }
    await changeDriversAndAsk(tx, deps, whose, async () => {
      const { status } = await rentalOf(tx, bookingId)
      if (status === 'cancelled' || status === 'completed') throw new AppError('booking_wrong_state')
      const papers = await approvedPapersOfPerson(tx, { bookingId, driverId })
      const takenOut = (await findTakenOut(tx, bookingId)).map(({ driver_id }) => driver_id)
      const isTakenOut = papers.length > 0 && papers.every(({ id }) => takenOut.includes(id))
      const [{ full_name: name } = { full_name: '' }] = papers
      const booking = { id: bookingId, status }
      await change(tx, { driverIds: papers.map(({ id }) => id), name, booking, isTakenOut })
    })
  })
}

/** A car that is out keeps somebody who may drive it, as the trigger `car_that_is_out_keeps_a_driver` has it. */
async function requireAnotherDriver(tx: Db, bookingId: string, leaving: readonly string[]): Promise<void> {
  const { status, extras } = await rentalOf(tx, bookingId)
  const { waiver, data } = await driversForStaff({ db: tx }, bookingId)
  const mayAnotherDrive = data.some(
    (driver) =>
      driver.status === 'approved' &&
      driver.problems.length === 0 &&
      driver.takenOut === null &&
      !leaving.includes(driver._id),
  )
  const isDrivenForThem = waiver !== null || extras.some(({ kind }) => kind === 'chauffeur')
  if (status === 'active' && !mayAnotherDrive && !isDrivenForThem) throw new AppError('driver_is_last')
}
