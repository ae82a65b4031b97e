import {
  HOLD_ORIGINS_KEPT_HOURS,
  MAX_UNPAID_CAR_DAYS,
  MAX_UNPAID_HOLDS_OF_PHONE,
  MAX_UNPAID_PIECES,
  MAX_UNPAID_PIECES_VALUE,
  PAUSE_AFTER_UNPAID,
  PAUSE_AFTER_UNPAID_OF_NETWORK,
  PAUSE_HOURS,
  PAUSED_HOLD_MINUTES,
  UNPAID_COUNTS_HOURS,
  UNPROVEN_HOLD_MINUTES,
} from '@twende/contract/holds/hold-limits.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import type { HoldOrigin } from './hold-origin.ts'
import {
  type CustomerRecord,
  countFleet,
  deleteOriginsBefore,
  type EndedUnpaid,
  findRecordAndBookings,
  findRecordAndStock,
  type HoldSubjects,
  insertOrigin,
  lockSubjects,
  type RecordTimes,
  type RunningHold,
  sumStock,
} from './hold-store.ts'
import { carDaysOf, fitsFleetShare, fitsStockShare, type PaymentMethod, sizeOf } from './network-shares.ts'

const HOUR_MS = 3_600_000

export type HoldRequest = {
  accountId: string
  method: PaymentMethod
  /** How long the business keeps such a purchase for customers it knows. */
  minutes: number
  now: Date
  /** Undefined for what our own programs make: it is not limited. */
  origin: HoldOrigin | undefined
}

/** `keeps` is false for a purchase beyond the limits that is paid at once: others may buy the same until it is paid. */
export type Hold = { keeps: boolean; minutes: number }

type RentalSpan = { totalDays: number; from: Date; until: Date }

/** Makes purchases from one network or with one phone number wait for each other, so that each is counted before the next. */
export async function lockOrigin(tx: Db, origin: HoldOrigin | undefined): Promise<void> {
  if (!origin) return
  const { phones, network, limitsNetwork } = origin
  await lockSubjects(tx, [...phones, ...(limitsNetwork ? [network] : [])])
}

/** Saves the origin of an unpaid purchase, so that it is counted. */
export async function saveHoldOrigin(
  tx: Db,
  { accountId, origin, now }: HoldRequest,
  purchase: { bookingId: string } | { orderId: string },
): Promise<void> {
  if (origin) await insertOrigin(tx, { ...origin, ...purchase, accountId, madeAt: now })
}

/**
 * How an unpaid booking may hold its car. By WhatsApp it is refused beyond the limits; otherwise it can always be paid
 * at once. The caller has locked the account and the origin, in this order, and not yet the car.
 */
export async function limitCarHold(tx: Db, request: HoldRequest, rental: RentalSpan): Promise<Hold> {
  const { origin, method, now } = request
  if (!origin) return { keeps: true, minutes: request.minutes }
  const subjects = subjectsOf(request, origin)
  const { record, running } = await findRecordAndBookings(tx, subjects, recordTimes(now))
  const status = customerStatus(record, now)
  const days = (holds: readonly { totalDays: number }[]) =>
    holds.reduce((sum, { totalDays }) => sum + totalDays, 0)
  const fitsPerson = (holds: typeof running) =>
    holds.length === 0 || days(holds) + rental.totalDays <= MAX_UNPAID_CAR_DAYS
  const { ofAccount, ofPhone, ofNetwork } = split(running, subjects)
  const byMethod = ofNetwork.filter((hold) => hold.method === method)
  const fits =
    fitsPerson(ofAccount) &&
    (status.paid || method !== 'whatsapp' || (fitsPhone(ofPhone) && fitsPerson(ofPhone))) &&
    (!origin.limitsNetwork ||
      fitsFleetShare({
        method,
        fleet: await countFleet(tx),
        totalDays: rental.totalDays,
        heldDays: byMethod.reduce((sum, { totalDays }) => sum + carDaysOf(totalDays), 0),
        heldSameDays: byMethod.filter(({ from, until }) => from < rental.until && rental.from < until).length,
      }))
  return holdOrRefuse(request, status, fits)
}

type Line = { productId: string; quantity: number; price: number; onHand: number }

/** The same for an unpaid order and its stock. */
export async function limitStockHold(
  tx: Db,
  request: HoldRequest,
  requested: readonly Line[],
): Promise<Hold> {
  const { origin, method, now } = request
  if (!origin) return { keeps: true, minutes: request.minutes }
  const subjects = subjectsOf(request, origin)
  const { record, running } = await findRecordAndStock(tx, subjects, recordTimes(now))
  const status = customerStatus(record, now)
  const { ofAccount, ofPhone, ofNetwork } = split(running, subjects)
  const fitsPerson = (held: typeof running) => {
    const all = sizeOf([...held, ...requested])
    return held.length === 0 || (all.pieces <= MAX_UNPAID_PIECES && all.value <= MAX_UNPAID_PIECES_VALUE)
  }
  const lines = requested.map((line) => {
    const ofIt = ofNetwork.filter(({ productId }) => productId === line.productId)
    return { ...line, heldOfIt: sizeOf(ofIt).pieces }
  })
  const fits =
    fitsPerson(ofAccount) &&
    (status.paid || method !== 'whatsapp' || (fitsPhone(ofPhone) && fitsPerson(ofPhone))) &&
    (!origin.limitsNetwork ||
      fitsStockShare({
        method,
        stock: await sumStock(tx),
        held: sizeOf(ofNetwork.filter((hold) => hold.method === method)),
        lines,
      }))
  return holdOrRefuse(request, status, fits)
}

function subjectsOf(
  { accountId }: HoldRequest,
  { network, phones, limitsNetwork }: HoldOrigin,
): HoldSubjects {
  return { accountId, phones, network: limitsNetwork ? network : null }
}

function split<H extends RunningHold>(running: readonly H[], { accountId, network, phones }: HoldSubjects) {
  return {
    ofAccount: running.filter((hold) => hold.accountId === accountId),
    ofPhone: running.filter((hold) => hold.phones.some((phone) => phones.includes(phone))),
    ofNetwork: running.filter((hold) => hold.network === network),
  }
}

/** An order has one row for each of its products. */
function fitsPhone(running: readonly RunningHold[]): boolean {
  return new Set(running.map(({ id }) => id)).size < MAX_UNPAID_HOLDS_OF_PHONE
}

type CustomerStatus = {
  /** The account has paid for something before. */
  paid: boolean
  proven: boolean
  pausedUntil: Date | undefined
}

/** What the customer has proved, and whether new holds are paused because too many ended unpaid. */
function customerStatus({ emailProven, paid, endedUnpaid }: CustomerRecord, now: Date): CustomerStatus {
  const pauses = [
    pauseAfter(endedUnpaid.account, PAUSE_AFTER_UNPAID),
    // A customer who has paid before is not paused by other people who use the same number or network.
    paid ? undefined : pauseAfter(endedUnpaid.phone, PAUSE_AFTER_UNPAID),
    paid ? undefined : pauseAfter(endedUnpaid.network, PAUSE_AFTER_UNPAID_OF_NETWORK),
  ].filter((until) => until !== undefined && until > now)
  const pausedUntil = pauses.sort((a, b) => Number(b) - Number(a))[0]
  return { paid, proven: paid || emailProven, pausedUntil }
}

function recordTimes(now: Date): RecordTimes {
  return { since: new Date(now.getTime() - UNPAID_COUNTS_HOURS * HOUR_MS), now }
}

function pauseAfter({ count, last }: EndedUnpaid, most: number): Date | undefined {
  return count < most || last === null ? undefined : new Date(last.getTime() + PAUSE_HOURS * HOUR_MS)
}

function holdOrRefuse(
  { method, minutes, now }: HoldRequest,
  { proven, pausedUntil }: CustomerStatus,
  fits: boolean,
): Hold {
  if (method === 'whatsapp') {
    if (pausedUntil) {
      throw new AppError('holds_paused', {
        data: { until: pausedUntil.toISOString() },
        retryAfterSeconds: Math.ceil((pausedUntil.getTime() - now.getTime()) / 1000),
      })
    }
    if (!fits) throw new AppError('too_much_held')
  }
  const known = proven ? minutes : Math.min(minutes, UNPROVEN_HOLD_MINUTES[method])
  return { keeps: fits, minutes: pausedUntil ? Math.min(known, PAUSED_HOLD_MINUTES) : known }
}

/** Deletes the origins of unpaid purchases that no longer count. */
export async function deleteOldHoldOrigins({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await deleteOriginsBefore(db, new Date(clock.now().getTime() - HOLD_ORIGINS_KEPT_HOURS * 3_600_000))
}
