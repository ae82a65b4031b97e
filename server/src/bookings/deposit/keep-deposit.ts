import type { KeepInput, KeptReason } from '@twende/contract/bookings/kept-deposit.ts'
import { keepReasonLabels } from '@twende/contract/bookings/kept-deposit-format.ts'
import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import type { Uploader } from '../../media/upload-pictures.ts'
import { countParts, lockParts } from '../../payments/collections/record-staff-payment.ts'
import { findOwed } from '../../payments/ledger/post-payment.ts'
import { applyToPrice, charge, keepDeposit, lockOwed } from '../../payments/ledger/postings.ts'
import { keepPrivateFiles, savePrivateFile } from '../../private-files/private-files.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import { markPaid } from '../booking-store.ts'
import { findReportPhotoFiles } from '../condition/condition-report-store.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { payWithCoveringCredit } from '../owed/unpaid-price.ts'
import { keepableOf, settlementOf } from './deposit-payable.ts'
import { type DepositRow, findDepositOf, lockBooking } from './deposit-store.ts'
import { insertKeptPart } from './kept-part-store.ts'
import { lockDepositParts } from './take-deposit.ts'

type KeepDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures' | 'privateFiles'>

type Keeping = {
  bookingId: string
  by: Uploader
  input: KeepInput
  /** A new photo; none where photos of the return report are enough. */
  photo: Buffer | undefined
}

/** Keeps a part of a deposit after the return: it pays what the customer owes, the rest is charged for this reason. */
export async function keepPartOfDeposit(
  deps: KeepDeps,
  { bookingId, by, input, photo }: Keeping,
  idempotency: Idempotency,
): Promise<void> {
  if (await idempotency.earlier()) return
  const named = await findDepositOf(deps.db, bookingId)
  if (!named) throw new AppError('deposit_wrong_state')
  refuseUnlessKeepable(named, await keepableOf(deps.db, named), input.amount)
  const ofReport = await photosOfReport(deps.db, bookingId, input.photoIds)
  if (!photo && ofReport.length === 0) throw new AppError('deposit_photo_missing')
  const sent = photo && (await savePrivateFile(deps, { kind: 'kept_deposit_photo', bytes: photo, by }))
  await idempotency.transaction(async (tx) => {
    const deposit = await lockDeposit(tx, bookingId)
    const now = deps.clock.now()
    const keepable = deposit ? await keepableOf(tx, deposit) : 0
    if (!deposit) throw new AppError('deposit_wrong_state')
    refuseUnlessKeepable(deposit, keepable, input.amount)
    const partId = uuidv7()
    const { accountId } = by
    const charged = await post(tx, { partId, bookingId, deposit, amount: input.amount, accountId, now })
    if (sent) await keepPrivateFiles(tx, { ids: [sent.id], now })
    const { amount, reason, words } = input
    const fileIds = [...new Set([...ofReport, ...(sent ? [sent.id] : [])])]
    await insertKeptPart(
      tx,
      {
        id: partId,
        deposit_id: deposit.id,
        amount,
        charged,
        reason,
        words,
        kept_by: accountId,
        kept_at: now,
      },
      fileIds,
    )
    const kept = { amount, paidOwed: amount - charged, reason, words, held: keepable - amount }
    await tell(tx, { bookingId, partId, ...kept, accountId, now })
    return partId
  })
}

type KeepingOwed = {
  bookingId: string
  deposit: DepositRow
  /** How much is kept. */
  amount: number
  /** What is owed in all. */
  owed: number
  /** What goes back. */
  held: number
  accountId: string
  now: Date
}

/** Keeps of a deposit what is owed for its booking, or as much of that as it can pay, under the locks of `lockDeposit`. */
export async function keepOwed(
  tx: Db,
  { bookingId, deposit, amount, owed, held, accountId, now }: KeepingOwed,
): Promise<void> {
  // Money in review may pay it as well: staff decides on that first.
  if ((await findOwed(tx, 'booking', bookingId)).inReview > 0) throw new AppError('owed_in_review')
  const partId = uuidv7()
  const parts = await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
  const charged = await post(tx, { partId, bookingId, deposit, amount, accountId, now })
  const facts = { amount, reason: 'owed', words: '' } as const
  const by = { kept_by: accountId, kept_at: now }
  await insertKeptPart(tx, { id: partId, deposit_id: deposit.id, charged, ...facts, ...by }, [])
  if (amount === owed) {
    // Parts that were paid before pay the rest of what was charged, so none of them goes back any more.
    await countParts(tx, parts)
    const payable = { type: 'booking', id: bookingId }
    const upTo = await lockOwed(tx, payable)
    await applyToPrice(tx, {
      payable,
      key: `kept part ${partId} and credit`,
      upTo,
      at: now,
      actor: accountId,
    })
    await markPaid(tx, bookingId, now)
  }
  await tell(tx, { bookingId, partId, ...facts, paidOwed: 0, held, accountId, now })
}

/** Keeps of a deposit what is owed for its booking, as much as it can pay; returns how much. Under the locks of `lockDeposit`. */
export async function keepWhatIsOwed(
  tx: Db,
  { deposit, ...by }: Pick<KeepingOwed, 'bookingId' | 'deposit' | 'accountId' | 'now'>,
): Promise<number> {
  const { owed, keep, back } = await settlementOf(tx, deposit)
  if (keep > 0) await keepOwed(tx, { ...by, deposit, amount: keep, owed, held: back })
  return keep
}

/** Refuses what cannot be kept: before the return nothing, and then no more than is held. */
function refuseUnlessKeepable({ status }: DepositRow, keepable: number, amount: number): void {
  if (status !== 'completed' || keepable === 0) throw new AppError('deposit_wrong_state')
  if (amount <= keepable) return
  const message = m.error_deposit_kept_above_held_by({ held: showKsh(keepable) })
  throw new AppError('deposit_kept_above_held', { message })
}

/** The deposit of a booking, with the payments of both and the booking locked in the order of every other payment. */
export async function lockDeposit(tx: Db, bookingId: string): Promise<DepositRow | undefined> {
  await lockParts(tx, { payableType: 'booking', payableId: bookingId }, '')
  await lockDepositParts(tx, bookingId)
  await lockBooking(tx, bookingId)
  return findDepositOf(tx, bookingId)
}

async function photosOfReport(db: Db, bookingId: string, photoIds: string): Promise<string[]> {
  const ids = photoIds === '' ? [] : [...new Set(photoIds.split(','))]
  const files = await findReportPhotoFiles(db, { bookingId, kind: 'return', photoIds: ids })
  if (files.length < ids.length) throw new AppError('deposit_photo_missing')
  return files
}

type Posting = {
  partId: string
  bookingId: string
  deposit: DepositRow
  amount: number
  accountId: string
  now: Date
}

/** Enters it in the ledger; returns how much was charged for it, because the customer owed less. */
async function post(
  tx: Db,
  { partId, bookingId, deposit, amount, accountId, now }: Posting,
): Promise<number> {
  const payable = { type: 'booking', id: bookingId }
  const happening = { at: now, actor: accountId }
  const charged = amount - Math.min(amount, await lockOwed(tx, payable))
  if (charged > 0)
    await charge(tx, { ...happening, payable, amount: charged, key: `kept part ${partId} charged` })
  const of = { deposit: { type: 'deposit', id: deposit.id }, charged: payable }
  await keepDeposit(tx, { ...happening, ...of, amount, key: `kept part ${partId} kept` })
  await payWithCoveringCredit(tx, bookingId, now)
  return charged
}

type Told = {
  bookingId: string
  partId: string
  amount: number
  /** What of it paid what was owed before, where it is kept for another reason. */
  paidOwed: number
  reason: KeptReason
  words: string
  held: number
  accountId: string
  now: Date
}

async function tell(tx: Db, { bookingId, partId, accountId, now, ...facts }: Told): Promise<void> {
  const booking = await findBooking(tx, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  const { amount, reason, words, paidOwed } = facts
  const isOwed = reason === 'owed'
  const event = isOwed ? 'keepDepositOwed' : 'keepDeposit'
  const note = isOwed
    ? showKsh(amount)
    : [
        `${showKsh(amount)}, ${keepReasonLabels[reason]()}: ${words}`,
        paidOwed > 0 && m.booking_note_kept_paid_owed({ amount: showKsh(paidOwed) }),
      ]
        .filter(Boolean)
        .join(' · ')
  await writeHistory(tx, [booking], { by: 'staff', accountId, now, event, note })
  await notifyCustomer(
    tx,
    booking,
    (params) => ({ kind: 'booking_deposit_kept', params: { ...params, ...facts } }),
    now,
    { event: partId },
  )
}
