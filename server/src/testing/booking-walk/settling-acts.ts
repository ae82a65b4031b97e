import { handoverDocument } from '@twende/contract/bookings/admin-booking.ts'
import type { DisputedThing } from '@twende/contract/bookings/condition/charge-dispute.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { type Random, randomInteger } from '../../basic-deps.ts'
import { postKeptPart } from '../deposits.ts'
import { offenceAt, postFine } from '../fines.ts'
import { sendUntilTaken } from '../selling.ts'
import { type Acts, nothingToActOn, oneOf } from '../walk.ts'
import { drawDeskPayment } from './paying-acts.ts'
import { customerOf, drawBooking, drawStaff, type RentalWalk, RUNNING } from './rental-walk.ts'

/** The deposit, charges, fines, disputes, and what is owed. */
export const settlingActs: Acts<RentalWalk> = {
  takeOwed: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, RUNNING)
    const { money } = await walk.market.call('GET /api/admin/booking/:bookingId', { params }, walk.staff)
    if (money.owed === 0 && draw() < 0.9) throw nothingToActOn()
    const paid = draw() < 0.3 ? ({ paidBy: 'deposit' } as const) : await drawDeskPayment(walk, draw)
    const request = { params, body: { amount: money.owed, ...paid } }
    return walk.market.call('POST /api/admin/booking/:bookingId/owed', request, drawStaff(walk, draw))
  },
  takeDeposit: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['confirmed'])
    const request = { params, body: await drawDeskPayment(walk, draw) }
    return walk.market.call('POST /api/admin/booking/:bookingId/deposit/take', request, drawStaff(walk, draw))
  },
  payDepositByPhone: async (walk, draw) => {
    const booking = await drawBooking(walk, draw, ['confirmed'])
    const deposit = await depositOf(walk, booking.id)
    const phone = `0713${String(randomInteger(draw, 0, 999_999)).padStart(6, '0')}`
    const body = { purpose: 'deposit', purchaseId: deposit, phone } as const
    return walk.market.call('POST /api/payment/start', { body }, customerOf(walk, booking))
  },
  waiveDeposit: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['confirmed'])
    const request = { params, body: { reason: 'A good customer' } }
    return walk.market.call(
      'POST /api/admin/booking/:bookingId/deposit/waive',
      request,
      drawStaff(walk, draw),
    )
  },
  settleDeposit: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['completed'])
    const owed = oneOf([undefined, 'keep', 'leave'] as const, draw)
    const request = { params, body: owed ? { owed } : {} }
    return walk.market.call(
      'POST /api/admin/booking/:bookingId/deposit/settle',
      request,
      drawStaff(walk, draw),
    )
  },
  keepDeposit: async (walk, draw) => {
    const { id } = await drawBooking(walk, draw, ['completed'])
    const photo = await walk.market.db
      .selectFrom('condition_photos')
      .innerJoin('condition_reports', 'condition_reports.id', 'condition_photos.report_id')
      .select('condition_photos.id')
      .where('booking_id', '=', id)
      .where('kind', '=', 'return')
      .where('withdrawn_at', 'is', null)
      .limit(1)
      .executeTakeFirst()
    if (!photo) throw nothingToActOn()
    const fields = { amount: String(oneOf([700, 2_000, 5_000], draw)), photoIds: photo.id }
    answered(await sendUntilTaken(() => postKeptPart(walk.market, walk.staff, { bookingId: id }, fields)))
  },
  releaseKeptPart: async (walk, draw) => {
    const { params, part } = await drawKeptPart(walk, draw)
    const request = { params: { ...params, partId: part }, body: { reason: 'A slip' } }
    const route = 'POST /api/admin/booking/:bookingId/deposit/keep/:partId/release'
    return walk.market.call(route, request, drawStaff(walk, draw))
  },
  recordFine: async (walk, draw) => {
    const { id, car_id } = await drawBooking(walk, draw, ['active', 'completed'])
    const { handover, number_plate } = await walk.market.db
      .selectFrom('bookings')
      .innerJoin('cars', 'cars.id', 'bookings.car_id')
      .select(['handover', 'number_plate'])
      .where('bookings.id', '=', id)
      .where('car_id', '=', car_id)
      .executeTakeFirstOrThrow()
    if (handover === null || number_plate === null) throw nothingToActOn()
    const at = new Date(handoverDocument.read(handover).at)
    const fields = {
      plate: number_plate,
      amount: '800',
      reference: `F${randomInteger(draw, 1, 9_999_999)}`,
      ...offenceAt(at),
    }
    answered(await sendUntilTaken(() => postFine(walk.market, walk.staff, fields)))
  },
  withdrawFine: async (walk, draw) => {
    const { fine } = await drawFine(walk, draw)
    const request = { params: { fineId: fine }, body: { reason: 'Another car' } }
    return walk.market.call('POST /api/admin/fine/:fineId/withdraw', request, drawStaff(walk, draw))
  },
  disputeCharge: async (walk, draw) => {
    const booking = await drawBooking(walk, draw, ['completed'])
    return dispute(walk, booking, { charge: randomInteger(draw, 0, 1) })
  },
  disputeFine: async (walk, draw) => {
    const { booking, fine } = await drawFine(walk, draw)
    return dispute(walk, booking, { fine })
  },
  disputeKeptPart: async (walk, draw) => {
    const { part, ...booking } = await drawKeptPart(walk, draw)
    return dispute(walk, booking, { keptPart: part })
  },
  decideDispute: async (walk, draw) => {
    const waiting = await walk.market.db
      .selectFrom('charge_disputes')
      .select(['booking_id', 'kept_part_id', 'fine_id', 'charge'])
      .where('decision', 'is', null)
      .limit(6)
      .execute()
    const disputed = oneOf(waiting, draw)
    if (!disputed) throw nothingToActOn()
    const of = thingOf(disputed)
    const decision = draw() < 0.5 ? ('kept' as const) : ('withdrawn' as const)
    const amount = decision === 'withdrawn' && draw() < 0.5 ? { amount: 300 } : {}
    const request = {
      params: { bookingId: disputed.booking_id },
      body: { ...of, decision, ...amount, reason: 'Looked at it' },
    }
    const route = 'POST /api/admin/booking/:bookingId/dispute/decide'
    return walk.market.call(route, request, drawStaff(walk, draw))
  },
}

type Disputed = { kept_part_id: string | null; fine_id: string | null; charge: number | null }

function thingOf({ kept_part_id, fine_id, charge }: Disputed): DisputedThing {
  if (kept_part_id !== null) return { keptPart: kept_part_id }
  return fine_id === null ? { charge: charge ?? 0 } : { fine: fine_id }
}

type Drawn = Awaited<ReturnType<typeof drawBooking>>

function dispute(walk: RentalWalk, booking: Drawn, of: DisputedThing) {
  const request = { params: booking.params, body: { ...of, reason: 'It was not me' } }
  return walk.market.call('POST /api/booking/:bookingId/dispute', request, customerOf(walk, booking))
}

async function depositOf({ market }: RentalWalk, bookingId: string): Promise<string> {
  const deposit = await market.db
    .selectFrom('deposits')
    .select('id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()
  if (!deposit) throw nothingToActOn()
  return deposit.id
}

async function drawKeptPart(walk: RentalWalk, draw: Random) {
  const booking = await drawBooking(walk, draw, ['completed', 'active'])
  const parts = await walk.market.db
    .selectFrom('kept_deposit_parts')
    .innerJoin('deposits', 'deposits.id', 'kept_deposit_parts.deposit_id')
    .select('kept_deposit_parts.id')
    .where('booking_id', '=', booking.id)
    .execute()
  const part = oneOf(parts, draw)
  if (!part) throw nothingToActOn()
  return { ...booking, part: part.id }
}

async function drawFine(walk: RentalWalk, draw: Random) {
  const booking = await drawBooking(walk, draw, ['active', 'completed'])
  const fines = await walk.market.db
    .selectFrom('traffic_fines')
    .select('id')
    .where('booking_id', '=', booking.id)
    .execute()
  const fine = oneOf(fines, draw)
  if (!fine) throw nothingToActOn()
  return { booking, fine: fine.id }
}

/** A form was taken, or refused as a route refuses. */
function answered({ statusCode, json }: { statusCode: number; json(): unknown }): void {
  if (statusCode !== 200)
    throw new ApiError(statusCode, json() as { message: string; code: ApiError['code'] })
}
