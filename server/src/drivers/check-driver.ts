import { nairobiDay } from '@twende/contract/calendar-day.ts'
import type { DriverRefusalReason } from '@twende/contract/drivers/driver.ts'
import { driverProblems } from '@twende/contract/drivers/driver-rules.ts'
import {
  addendumPath,
  changeDrivers,
  changeDriversAndAsk,
  type DriversChange,
} from '../bookings/agreements/add-addendum.ts'
import { notifyCustomer } from '../bookings/notify-customer.ts'
import { writeDriverEvent } from '../bookings/waive-driver.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { decideDriver, findApprovedWithSameLicence, findDriver, setWithdrawn } from './driver-store.ts'
import { driversForStaff, factsOf } from './read-drivers.ts'
import { requireNotRefused } from './refusal-list.ts'

type CheckDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret'>
type Check = { driverId: string; checkedBy: string }

/**
 * Approves papers that agree with their photos; not those with which nobody may drive today. A car that is out gets an addendum
 * to its agreement.
 */
export async function approveDriver(deps: CheckDeps, { driverId, checkedBy }: Check): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const driver = await findDriver(tx, driverId)
    if (!driver) throw new AppError('not_found')
    await requireNotRefused(tx, deps, { phones: [], licences: [driver.licence_number] }, 'staff')
    const today = nairobiDay(now)
    const [problem] = driverProblems(factsOf(driver), { pickupDay: today, returnDay: today })
    // Whoever turns 23 before the pickup may be approved now: age is checked again for each rental.
    if (problem && problem !== 'driver_too_young') throw new AppError(problem)
    const decision = { driverId, outcome: 'approved', reason: '', checkedBy, now } as const
    const whose = { papers: [driver], staffId: checkedBy, now }
    await changeDriversAndAsk(tx, deps, whose, async () => {
      if (!(await decideDriver(tx, decision))) throw new AppError('driver_wrong_state')
    })
  })
}

/** Refuses papers with a reason, which the customer is shown. */
export async function refuseDriver(
  { db, clock }: CheckDeps,
  { driverId, checkedBy, reason }: Check & { reason: DriverRefusalReason },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (tx) => {
    if (!(await findDriver(tx, driverId))) throw new AppError('not_found')
    const decision = { driverId, outcome: 'refused', reason, checkedBy, now } as const
    if (!(await decideDriver(tx, decision))) throw new AppError('driver_wrong_state')
  })
}

/**
 * Takes an approval back, and that of all other papers with the same licence: whoever rents with them is told why. No car leaves
 * with the person before new papers are approved.
 */
export async function withdrawApproval(
  deps: CheckDeps,
  { driverId, checkedBy, reason }: Check & { reason: string },
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const driver = await findDriver(tx, driverId)
    if (!driver) throw new AppError('not_found')
    if (driver.status !== 'approved') throw new AppError('driver_wrong_state')
    const papers = await findApprovedWithSameLicence(tx, driverId)
    const withdrawal = { driverIds: papers.map(({ id }) => id), reason, withdrawnBy: checkedBy, now }
    const changes = await changeDrivers(tx, { papers, staffId: checkedBy, now }, async () => {
      const withdrawn = await setWithdrawn(tx, withdrawal)
      if (!withdrawn.includes(driverId)) throw new AppError('driver_wrong_state')
    })
    for (const change of changes) {
      const names = change.gone.map(({ fullName }) => fullName)
      const event = { event: 'withdrawDriver', names, reason, accountId: checkedBy, now } as const
      await writeDriverEvent(tx, change.booking, event)
      await notifyOfWithdrawal(tx, deps, change, { driverId, reason, now })
    }
  })
}

type Withdrawal = { driverId: string; reason: string; now: Date }

async function notifyOfWithdrawal(
  tx: Db,
  deps: Pick<AppDeps, 'tokenSecret'>,
  { booking, gone, sequence }: DriversChange,
  { driverId, reason, now }: Withdrawal,
): Promise<void> {
  const { isCleared } = await driversForStaff({ db: tx }, booking.id)
  const isOut = booking.status === 'active'
  const path = sequence === undefined ? null : addendumPath(deps, { bookingId: booking.id, sequence })
  const drivers = gone.map(({ fullName }) => fullName)
  await notifyCustomer(
    tx,
    booking,
    (params) => ({
      kind: 'booking_driver_withdrawn',
      params: { ...params, drivers, reason, isOut, isStopped: !isCleared, path },
    }),
    now,
    { event: driverId },
  )
}
