import { randomUUID } from 'node:crypto'
import type { ChargeKind } from '@twende/contract/bookings/condition/charges.ts'
import {
  GUIDED_POSITIONS,
  type Mark,
  type ReportInput,
  type ReportKind,
} from '@twende/contract/bookings/condition/condition-report.ts'
import type { SettledBy } from '@twende/contract/payments/desk-payment.ts'
import { addApprovedDriver } from './driving.ts'
import type { Person } from './people.ts'
import type { TestMarket } from './test-app.ts'

/** A signature as a finger draws it. */
export const SIGNATURE = {
  strokes: [
    [40, 120, 90, 40, 140, 180, 200, 60, 260, 170],
    [300, 60, 420, 150],
  ],
}

type ReportChoices = { kind: ReportKind; marks?: Mark[]; signedAt?: Date }

/** What completes the report of a booking. Its eight photos are there already, as rows without bytes. */
export async function reportOf(
  { db, clock }: Pick<TestMarket, 'db' | 'clock'>,
  bookingId: string,
  { kind, marks = [], signedAt }: ReportChoices,
): Promise<ReportInput> {
  const now = clock.now()
  await db
    .insertInto('condition_reports')
    .values({ id: randomUUID(), booking_id: bookingId, kind, draft_id: randomUUID(), started_at: now })
    .onConflict((conflict) =>
      conflict.columns(['booking_id', 'kind']).where('withdrawn_at', 'is', null).doNothing(),
    )
    .execute()
  const report = await db
    .selectFrom('condition_reports')
    .select(['id', 'draft_id', 'completed_at'])
    .where('booking_id', '=', bookingId)
    .where('kind', '=', kind)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (!report.completed_at) await addPhotos({ db, clock }, report.id)
  const photos = db.selectFrom('condition_photos').select('id').where('report_id', '=', report.id)
  return {
    draftId: report.draft_id,
    photoIds: (await photos.execute()).map(({ id }) => id),
    marks,
    equipment: ['jack', 'spareWheel'],
    signature: SIGNATURE,
    signerName: 'Achieng Ouma',
    signedAt: (signedAt ?? now).toISOString(),
  }
}

async function addPhotos({ db, clock }: Pick<TestMarket, 'db' | 'clock'>, reportId: string): Promise<void> {
  const now = clock.now()
  const photos = GUIDED_POSITIONS.map((position) => ({
    id: randomUUID(),
    report_id: reportId,
    position,
    file_id: randomUUID(),
    created_at: now,
  }))
  const files = photos.map(({ file_id }) => ({
    id: file_id,
    kind: 'condition_photo',
    media_type: 'image/webp',
    byte_count: 1,
    width: 4,
    height: 3,
    content_hash: '0'.repeat(64),
    key_id: 'none',
    created_at: now,
  }))
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('private_files').values(files).execute()
    await tx
      .insertInto('condition_photos')
      .values(photos)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

type Handing = Pick<TestMarket, 'call' | 'db' | 'clock'>

/** Staff hands the car of a confirmed booking over to an approved driver. */
export async function handOver(
  market: Handing,
  staff: Person,
  bookingId: string,
  {
    km,
    kmConfirmed = false,
    fuel = 8,
    ...report
  }: { km?: number; kmConfirmed?: boolean; fuel?: number; marks?: Mark[] } = {},
) {
  await addApprovedDriver(market, bookingId)
  const body = {
    km: km ?? (await odometerOf(market, bookingId)) ?? 42_000,
    kmConfirmed,
    fuel,
    report: await reportOf(market, bookingId, { kind: 'handover', ...report }),
  }
  return market.call('POST /api/admin/booking/:bookingId/handover', { params: { bookingId }, body }, staff)
}

/** What the car of a booking showed last; null where it was never read. */
async function odometerOf({ db }: Handing, bookingId: string): Promise<number | null | undefined> {
  const car = await db
    .selectFrom('bookings')
    .innerJoin('cars', 'cars.id', 'bookings.car_id')
    .select('cars.odometer')
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst()
  return car?.odometer
}

type ReturnChoices = {
  km?: number
  kmConfirmed?: boolean
  fuel?: number
  marks?: Mark[]
  charges?: { kind?: ChargeKind; what?: string; amount: number; quantity?: number }[]
  chargesPayment?: { paidBy: SettledBy; code?: string; note?: string; paidOn?: string }
}

/** Staff takes the car of an active booking back. */
export async function takeBack(
  market: Handing,
  staff: Person,
  bookingId: string,
  { km, fuel = 8, marks = [], ...charged }: ReturnChoices = {},
) {
  const report = await reportOf(market, bookingId, { kind: 'return', marks })
  const driven = km ?? ((await odometerOf(market, bookingId)) ?? 42_000) + 350
  const body = { km: driven, fuel, report, ...charged }
  return market.call('POST /api/admin/booking/:bookingId/return', { params: { bookingId }, body }, staff)
}
