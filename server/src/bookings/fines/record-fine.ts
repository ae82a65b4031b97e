import type { FineInput } from '@twende/contract/bookings/fine.ts'
import { FINE_PAPER_DAYS } from '@twende/contract/business-constants.ts'
import { addDays, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import { showKsh } from '@twende/contract/money.ts'
import { v7 as uuidv7 } from 'uuid'
import { type Db, violatedConstraint } from '../../db/database.ts'
import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { Idempotency } from '../../http/idempotency.ts'
import type { Uploader } from '../../media/upload-pictures.ts'
import { lockParts } from '../../payments/collections/record-staff-payment.ts'
import { charge } from '../../payments/ledger/postings.ts'
import { keepPrivateFiles, savePrivateFile } from '../../private-files/private-files.ts'
import { writeHistory } from '../booking-history-store.ts'
import { findBooking } from '../booking-read-store.ts'
import { lockBooking } from '../deposit/deposit-store.ts'
import { notifyCustomer } from '../notify-customer.ts'
import { insertFine } from './fine-store.ts'
import { matchOffence } from './match-fine.ts'

type RecordDeps = Pick<AppDeps, 'db' | 'clock' | 'pictures' | 'privateFiles'>
type Recording = { by: Uploader; input: FineInput; paper: Buffer | undefined }

/** Records a fine with its paper, and charges it to whoever had rented the car then; returns its id. */
export async function recordFine(
  deps: RecordDeps,
  { by, input, paper }: Recording,
  idempotency: Idempotency,
): Promise<string> {
  const earlier = await idempotency.earlier()
  if (earlier?.madeId) return earlier.madeId
  const { car } = await matchOffence(deps.db, input, deps.clock.now())
  if (!car) throw new AppError('fine_car_unknown')
  if (!paper) throw new AppError('fine_paper_missing')
  const saved = await savePrivateFile(deps, { kind: 'fine_paper', bytes: paper, by })
  const now = deps.clock.now()
  return idempotency
    .transaction((tx) => write(tx, { input, paper: saved.id, accountId: by.accountId, now }))
    .catch((error: unknown) => {
      const isSame = violatedConstraint(error) === 'fine_reference_is_recorded_once'
      throw isSame ? new AppError('fine_recorded_already') : error
    })
}

type Writing = { input: FineInput; paper: string; accountId: string; now: Date }

async function write(tx: Db, { input, paper, accountId, now }: Writing): Promise<string> {
  const fineId = uuidv7()
  const { at, car, rental } = await lockMatch(tx, input, now)
  const lastDay = [nairobiDay(now), rental?.end_date ?? ''].sort().at(-1) ?? nairobiDay(now)
  const deleteAfter = nairobiInstant(addDays(lastDay, FINE_PAPER_DAYS), '00:00')
  await keepPrivateFiles(tx, { ids: [paper], deleteAfter, now })
  await insertFine(tx, {
    id: fineId,
    car_id: car.id,
    number_plate: input.plate,
    booking_id: rental?.id ?? null,
    offence_at: at,
    amount: input.amount,
    authority_reference: input.reference,
    note: input.note,
    paper,
    recorded_by: accountId,
    recorded_at: now,
  })
  if (rental) await chargeCustomer(tx, { fineId, bookingId: rental.id, input, offenceAt: at, accountId, now })
  return fineId
}

/** The car and rental of an offence, with the payments and the booking locked in the order of every other payment. */
async function lockMatch(tx: Db, input: FineInput, now: Date) {
  const named = await matchOffence(tx, input, now)
  if (named.rental) {
    await lockParts(tx, { payableType: 'booking', payableId: named.rental.id }, '')
    await lockBooking(tx, named.rental.id)
  }
  const { at, car, rental } = await matchOffence(tx, input, now)
  if (!car) throw new AppError('fine_car_unknown')
  // The car came back, or was given to somebody else, at this very moment.
  if (rental?.id !== named.rental?.id) throw new AppError('changed_meanwhile')
  return { at, car, rental }
}

type Charging = {
  fineId: string
  bookingId: string
  input: FineInput
  offenceAt: Date
  accountId: string
  now: Date
}

async function chargeCustomer(
  tx: Db,
  { fineId, bookingId, input, offenceAt, accountId, now }: Charging,
): Promise<void> {
  const { amount, reference: paperReference } = input
  const payable = { type: 'booking', id: bookingId }
  await charge(tx, { payable, amount, key: `fine ${fineId} charged`, at: now, actor: accountId })
  const booking = await findBooking(tx, bookingId)
  if (!booking) throw new AppError('booking_not_found')
  const note = [showKsh(amount), paperReference].filter(Boolean).join(', ')
  await writeHistory(tx, [booking], { by: 'staff', accountId, now, event: 'chargeFine', note })
  const facts = { amount, offenceAt: offenceAt.toISOString(), plate: input.plate, paperReference }
  await notifyCustomer(
    tx,
    booking,
    (params) => ({ kind: 'booking_fine_charged', params: { ...params, ...facts } }),
    now,
    { event: fineId },
  )
}
