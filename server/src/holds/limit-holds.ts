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
import { m } from '@twende/messages'
import type { ProvenPerson } from '../accounts/contact-proofs/contact.ts'
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

/** Makes purchases from one network, of one proven person or with one phone number wait for each other, so that each is counted before the next. */
export async function lockOrigin(tx: Db, origin: HoldOrigin | undefined): Promise<void> {
  if (!origin) return
  const { phones, network, person, limitsNetwork } = origin
  await lockSubjects(tx, [...phones, ...(person ? [person.key] : limitsNetwork ? [network] : [])])
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
 * How an unpaid booking may hold its car. By WhatsApp it is refused beyond the limits, or asks for a proof where only those
 * of the network are reached; otherwise it can always be paid at once, and the proof is offered. The caller has locked the account and the origin, in this order, and not yet the car.
 */
export async function limitCarHold(tx: Db, request: HoldRequest, rental: RentalSpan): Promise<Hold> {
  const { origin, method, now } = request
  if (!origin) return { keeps: true, minutes: request.minutes }
  const subjects = subjectsOf(request, origin)
  const { record, running } = await findRecordAndBookings(tx, subjects, recordTimes(now))
  const status = customerStatus(record, origin, now)
  const days = (holds: readonly { totalDays: number }[]) =>
    holds.reduce((sum, { totalDays }) => sum + totalDays, 0)
  const fitsPerson = (holds: typeof running) =>
    holds.length === 0 || days(holds) + rental.totalDays <= MAX_UNPAID_CAR_DAYS
  const holds = split(running, subjects, status)
  const fitsOwn = fitsOwnLimits({ method, paid: status.paid, fitsPerson }, holds)
  if (!origin.limitsNetwork) return holdOrRefuse(request, origin, { status, fitsOwn })
  const fleet = await countFleet(tx)
  const fitsBeside = (held: typeof running) => {
    const byMethod = held.filter((hold) => hold.method === method)
    return fitsFleetShare({
      method,
      fleet,
      totalDays: rental.totalDays,
      heldDays: byMethod.reduce((sum, { totalDays }) => sum + carDaysOf(totalDays), 0),
      heldSameDays: byMethod.filter(({ from, until }) => from < rental.until && rental.from < until).length,
    })
  }
  const share = { fitsShare: fitsBeside(holds.ofShare), fitsAlone: fitsBeside(holds.ofAccount) }
  return holdOrRefuse(request, origin, { status, fitsOwn, ...share })
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
  const status = customerStatus(record, origin, now)
  const holds = split(running, subjects, status)
  const fitsPerson = (held: typeof running) => {
    const all = sizeOf([...held, ...requested])
    return held.length === 0 || (all.pieces <= MAX_UNPAID_PIECES && all.value <= MAX_UNPAID_PIECES_VALUE)
  }
  const fitsOwn = fitsOwnLimits({ method, paid: status.paid, fitsPerson }, holds)
  if (!origin.limitsNetwork) return holdOrRefuse(request, origin, { status, fitsOwn })
  const stock = await sumStock(tx)
  const fitsBeside = (held: typeof running) =>
    fitsStockShare({
      method,
      stock,
      held: sizeOf(held.filter((hold) => hold.method === method)),
      lines: requested.map((line) => {
        const ofIt = held.filter(({ productId }) => productId === line.productId)
        return { ...line, heldOfIt: sizeOf(ofIt).pieces }
      }),
    })
  const share = { fitsShare: fitsBeside(holds.ofShare), fitsAlone: fitsBeside(holds.ofAccount) }
  return holdOrRefuse(request, origin, { status, fitsOwn, ...share })
}

/** A number that the customer proved counts as theirs alone, whoever else states it. */
function subjectsOf(
  { accountId }: HoldRequest,
  { network, person, phones, limitsNetwork }: HoldOrigin,
): HoldSubjects {
  return {
    accountId,
    phones: phones.filter((phone) => phone !== person?.key),
    person: person?.key ?? null,
    network: limitsNetwork && !person ? network : null,
  }
}

/**
 * `ofShare` is what counts against the share of a network: what the customer proved to be holds, otherwise the account if it
 * has paid before, otherwise the network.
 */
function split<H extends RunningHold>(
  running: readonly H[],
  { accountId, network, person, phones }: HoldSubjects,
  { paid, person: proven }: CustomerStatus,
) {
  const ofAccount = running.filter((hold) => hold.accountId === accountId)
  const ofProven = running.filter(
    (hold) => person !== null && (hold.person === person || hold.accountId === accountId),
  )
  const ofNetwork = running.filter((hold) => hold.network === network)
  return {
    ofAccount,
    ofPhone: running.filter((hold) => hold.phones.some((phone) => phones.includes(phone))),
    ofPerson: proven?.kind === 'domain' ? [] : ofProven,
    ofShare: proven ? ofProven : paid ? ofAccount : ofNetwork,
  }
}

type OwnRule<H> = { method: PaymentMethod; paid: boolean; fitsPerson: (holds: H[]) => boolean }

/** What one account, one phone number and one proven person may hold. */
function fitsOwnLimits<H extends RunningHold>(
  { method, paid, fitsPerson }: OwnRule<H>,
  { ofAccount, ofPhone, ofPerson }: Record<'ofAccount' | 'ofPhone' | 'ofPerson', H[]>,
): boolean {
  if (!fitsPerson(ofAccount)) return false
  if (method !== 'whatsapp') return true
  const fits = (held: H[]) => fitsPhone(held) && fitsPerson(held)
  return (paid || fits(ofPhone)) && fits(ofPerson)
}

/** An order has one row for each of its products. */
function fitsPhone(running: readonly RunningHold[]): boolean {
  return new Set(running.map(({ id }) => id)).size < MAX_UNPAID_HOLDS_OF_PHONE
}

type CustomerStatus = {
  /** The account has paid for something before. */
  paid: boolean
  person: ProvenPerson | undefined
  /** By a payment or a code. */
  proven: boolean
  /** What the account, the phone number or the proven person did pauses until then. */
  pausedUntil: Date | undefined
  /** What others of the network or the mail domain did. */
  sharedPauseUntil: Date | undefined
}

/** What the customer has proved, and whether new holds are paused because too many ended unpaid. */
function customerStatus(
  { emailProven, paid, endedUnpaid }: CustomerRecord,
  { person }: HoldOrigin,
  now: Date,
): CustomerStatus {
  const isOfMany = person?.kind === 'domain'
  return {
    paid,
    person,
    proven: paid || emailProven || person !== undefined,
    pausedUntil: lastPause(now, [
      pauseAfter(endedUnpaid.account, PAUSE_AFTER_UNPAID),
      // A customer who has paid before is not paused by other people who use the same number.
      paid ? undefined : pauseAfter(endedUnpaid.phone, PAUSE_AFTER_UNPAID),
      isOfMany ? undefined : pauseAfter(endedUnpaid.person, PAUSE_AFTER_UNPAID),
    ]),
    // Nor by other people of the same network.
    sharedPauseUntil: lastPause(now, [
      isOfMany && !paid ? pauseAfter(endedUnpaid.person, PAUSE_AFTER_UNPAID_OF_NETWORK) : undefined,
      paid || person ? undefined : pauseAfter(endedUnpaid.network, PAUSE_AFTER_UNPAID_OF_NETWORK),
    ]),
  }
}

function lastPause(now: Date, pauses: readonly (Date | undefined)[]): Date | undefined {
  const running = pauses.filter((until) => until !== undefined && until > now)
  return running.sort((a, b) => Number(b) - Number(a))[0]
}

function recordTimes(now: Date): RecordTimes {
  return { since: new Date(now.getTime() - UNPAID_COUNTS_HOURS * HOUR_MS), now }
}

function pauseAfter({ count, last }: EndedUnpaid, most: number): Date | undefined {
  return count < most || last === null ? undefined : new Date(last.getTime() + PAUSE_HOURS * HOUR_MS)
}

type Verdict = {
  status: CustomerStatus
  fitsOwn: boolean
  fitsShare?: boolean
  /** Whether it would be within a share that only this account uses: otherwise a proof would not help. */
  fitsAlone?: boolean
}

function holdOrRefuse(
  { method, minutes, now }: HoldRequest,
  { proof, offersProof }: HoldOrigin,
  { status, fitsOwn, fitsShare = true, fitsAlone = true }: Verdict,
): Hold {
  const { proven, paid, person, pausedUntil, sharedPauseUntil } = status
  if (method === 'whatsapp') {
    if (pausedUntil) throw holdsPaused(pausedUntil, now)
    if (!fitsOwn) throw new AppError('too_much_held')
    if (sharedPauseUntil || !fitsShare) {
      if (!person && !paid && fitsAlone) throw new AppError('contact_proof_needed', { data: proof })
      // Others of the mail domain hold as much: a phone number counts by itself.
      if (person?.kind === 'domain' && proof.ways.includes('sms'))
        throw new AppError('contact_proof_needed', { data: { ...proof, ways: ['sms'] } })
      throw sharedPauseUntil ? holdsPaused(sharedPauseUntil, now) : new AppError('too_much_held')
    }
  }
  // It can be paid at once, and is only not kept until then.
  const wouldBeKept = fitsOwn && fitsAlone && !fitsShare && !person && !paid && !pausedUntil
  if (offersProof && wouldBeKept)
    throw new AppError('contact_proof_needed', { message: m.error_contact_proof_keeps(), data: proof })
  const known = proven ? minutes : Math.min(minutes, UNPROVEN_HOLD_MINUTES[method])
  const isPaused = pausedUntil !== undefined || sharedPauseUntil !== undefined
  return { keeps: fitsOwn && fitsShare, minutes: isPaused ? Math.min(known, PAUSED_HOLD_MINUTES) : known }
}

function holdsPaused(until: Date, now: Date): AppError {
  return new AppError('holds_paused', {
    data: { until: until.toISOString() },
    retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000),
  })
}

/** Deletes the origins of unpaid purchases that no longer count. */
export async function deleteOldHoldOrigins({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await deleteOriginsBefore(db, new Date(clock.now().getTime() - HOLD_ORIGINS_KEPT_HOURS * 3_600_000))
}
