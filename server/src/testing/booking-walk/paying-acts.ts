import { nairobiDay } from '@twende/contract/calendar-day.ts'
import { codeBeginning } from '@twende/contract/payments/mpesa-message-warnings.ts'
import type { PaymentStatus } from '@twende/contract/payments/payment.ts'
import { type Random, randomInteger } from '../../basic-deps.ts'
import { pollPendingPayments } from '../../payments/collections/poll-pending-payments.ts'
import { addReportedReceipts, settlePayment } from '../../payments/collections/settle-payment.ts'
import { matchNamedMoney } from '../../payments/reconciliation/match-named-money.ts'
import { sendC2bPayment } from '../payments.ts'
import { drawCode } from '../selling.ts'
import { type Acts, nothingToActOn, oneOf } from '../walk.ts'
import {
  ANY_STATUS,
  customerOf,
  drawBooking,
  drawStaff,
  nextPhone,
  type RentalWalk,
  RUNNING,
} from './rental-walk.ts'

/** What customers and M-Pesa do with money, and what staff does about it. */
export const payingActs: Acts<RentalWalk> = {
  askPhone: async (walk, draw) => {
    const booking = await drawBooking(walk, draw, ['pending', ...RUNNING])
    const body = { purpose: 'booking', purchaseId: booking.id, phone: nextPhone(walk) } as const
    return walk.market.call('POST /api/payment/start', { body }, customerOf(walk, booking))
  },
  askPhoneForOwed: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, RUNNING)
    const body = { phone: nextPhone(walk) }
    const route = 'POST /api/admin/booking/:bookingId/owed/request'
    return walk.market.call(route, { params, body }, drawStaff(walk, draw))
  },
  askPhoneForDeposit: async (walk, draw) => {
    const { params } = await drawBooking(walk, draw, ['confirmed'])
    const body = { phone: nextPhone(walk) }
    const route = 'POST /api/admin/booking/:bookingId/deposit/request'
    return walk.market.call(route, { params, body }, drawStaff(walk, draw))
  },
  phonePays: async (walk, draw) => {
    const { id, amount } = await drawRequest(walk, draw, ['pending', 'processing', 'failed', 'expired'])
    const amountReceived = oneOf([amount, amount, amount, amount - 100, amount + 100, 100], draw) ?? amount
    const receipt = drawCode(walk.market.clock.now())
    await settlePayment(walk.market.deps, id, { kind: 'paid', receipt, amountReceived })
  },
  /** The callback comes once more. */
  callbackComesAgain: async (walk, draw) => {
    const { id, receipt, amount_received } = await drawRequest(walk, draw, MONEY_CAME)
    if (receipt === null) throw nothingToActOn()
    await settlePayment(walk.market.deps, id, { kind: 'paid', receipt, amountReceived: amount_received })
  },
  /** The callback was lost: the answer to a question names no receipt, and M-Pesa reports the money by itself. */
  pollSaysPaid: async (walk, draw) => {
    const { id } = await drawRequest(walk, draw, ['processing', 'expired'])
    await settlePayment(walk.market.deps, id, { kind: 'paid', receipt: null, amountReceived: null })
  },
  receiptComesLate: async (walk, draw) => {
    const { id, receipt, amount } = await drawRequest(walk, draw, ['paid', 'review'])
    if (receipt !== null) throw nothingToActOn()
    const late = drawCode(walk.market.clock.now())
    await settlePayment(walk.market.deps, id, { kind: 'paid', receipt: late, amountReceived: amount })
  },
  phoneRefuses: async (walk, draw) => {
    const { id } = await drawRequest(walk, draw, ['processing'])
    await settlePayment(walk.market.deps, id, { kind: 'not_paid', failure: 'cancelled' })
  },
  nobodyAnswers: async (walk, draw) => {
    const { id } = await drawRequest(walk, draw, ['processing'])
    await settlePayment(walk.market.deps, id, { kind: 'no_answer' })
  },
  paybill: async (walk, draw) => {
    const booking = await drawBooking(walk, draw, ANY_STATUS)
    const { paid, owed } = await moneyOf(walk, booking.id)
    const left = owed || Math.max(0, booking.final_amount - paid)
    const amount = oneOf([left, left, booking.final_amount, 300, left + 500], draw) || 700
    const reference = spelled(await drawReference(walk, draw, booking), draw)
    await sendC2bPayment(walk.market, { amount, reference })
  },
  /** M-Pesa reports money under a code that staff typed before. */
  reportTypedCode: async (walk, draw) => {
    const { market } = walk
    const typed = await market.db
      .selectFrom('payments')
      .leftJoin('bookings', 'bookings.id', 'booking_id')
      .select(['receipt', 'amount', 'bookings.status'])
      .where('recorded_by', 'is not', null)
      .where('receipt', 'is not', null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('provider_transactions')
              .select('receipt')
              .whereRef('provider_transactions.receipt', '=', 'payments.receipt'),
          ),
        ),
      )
      .orderBy('payments.id', 'desc')
      .limit(5)
      .execute()
    const { receipt, amount, status } = oneOf(typed, draw) ?? {}
    if (!receipt || !amount) throw nothingToActOn()
    await sendC2bPayment(market, {
      // Less is reported while the rental lasts; what becomes of a cancelled one is not decided yet.
      amount: status === 'active' && draw() < 0.3 ? amount - 50 : amount,
      code: receipt,
    })
  },
  moneyTasks: async ({ market: { deps } }) => {
    await addReportedReceipts(deps)
    await matchNamedMoney(deps)
    await pollPendingPayments(deps)
  },
  decide: async (walk, draw) => {
    const payments = await drawPayments(walk, ['review', 'partial', 'paid'])
    const paymentId = oneOf(payments, draw)?.id
    const decision = oneOf(['accept', 'giveBack', 'giveBackRest', 'dismiss'] as const, draw) ?? 'accept'
    if (!paymentId) throw nothingToActOn()
    const request = { params: { paymentId }, body: { decision, reason: 'Looked at it' } }
    return walk.market.call('POST /api/admin/payment/:paymentId/decide', request, drawStaff(walk, draw))
  },
  approvePayment: async (walk, draw) => {
    const paymentId = oneOf(await drawPayments(walk, ['paid', 'partial']), draw)?.id
    if (!paymentId) throw nothingToActOn()
    const request = { params: { paymentId }, body: {} }
    return walk.market.call('POST /api/admin/payment/:paymentId/approve', request, drawStaff(walk, draw))
  },
  matchMoney: async (walk, draw) => {
    const receipt = await drawUnmatchedCode(walk, draw)
    if (!receipt) throw nothingToActOn()
    const booking = await drawBooking(walk, draw, ANY_STATUS)
    const body = {
      reference: await drawReference(walk, draw, booking),
      giveBack: draw() < 0.3,
      reason: 'On the slip',
    }
    const route = 'POST /api/admin/receipt/:receipt/match'
    return walk.market.call(route, { params: { receipt }, body }, drawStaff(walk, draw))
  },
  approveRefund: async (walk, draw) => {
    const params = await drawRefund(walk, draw, 'due')
    return walk.market.call('POST /api/admin/refund/:refundId/approve', { params, body: {} }, walk.admin)
  },
  sendRefund: async (walk, draw) => {
    const params = await drawRefund(walk, draw, 'due')
    const code = draw() < 0.5 ? drawCode(walk.market.clock.now()) : ''
    const body =
      code === ''
        ? ({ paidBy: 'cash', note: 'At the office' } as const)
        : ({ paidBy: 'mpesa', code } as const)
    return walk.market.call('POST /api/admin/refund/:refundId/sent', { params, body }, drawStaff(walk, draw))
  },
  confirmRefund: async (walk, draw) => {
    const params = await drawRefund(walk, draw, 'sent')
    return walk.market.call(
      'POST /api/admin/refund/:refundId/confirm',
      { params, body: {} },
      drawStaff(walk, draw),
    )
  },
  moveRefund: async (walk, draw) => {
    const params = await drawRefund(walk, draw, 'due')
    const booking = await drawBooking(walk, draw, ['pending', ...RUNNING])
    const body = { reference: await drawReference(walk, draw, booking), reason: 'As agreed' }
    return walk.market.call('POST /api/admin/refund/:refundId/move', { params, body }, drawStaff(walk, draw))
  },
}

const MONEY_CAME = ['paid', 'partial', 'review', 'refunding', 'refunded'] as const

async function drawPayments({ market }: RentalWalk, statuses: readonly PaymentStatus[]) {
  return market.db
    .selectFrom('payments')
    .select(['id', 'amount', 'amount_received', 'receipt', 'method'])
    .where('status', 'in', [...statuses])
    .orderBy('id', 'desc')
    .limit(8)
    .execute()
}

/** A request to a phone in one of these states. */
async function drawRequest(walk: RentalWalk, draw: Random, statuses: readonly PaymentStatus[]) {
  const found = (await drawPayments(walk, statuses)).filter(({ method }) => method === 'stk')
  const request = oneOf(found, draw)
  if (!request) throw nothingToActOn()
  return request
}

async function drawRefund({ market }: RentalWalk, draw: Random, status: 'due' | 'sent') {
  const found = await market.db
    .selectFrom('refunds')
    .select('id')
    .where('status', '=', status)
    .orderBy('id', 'desc')
    .limit(6)
    .execute()
  const refund = oneOf(found, draw)
  if (!refund) throw nothingToActOn()
  return { refundId: refund.id }
}

/** The reference of a booking or of its deposit. */
async function drawReference(
  { market }: RentalWalk,
  draw: Random,
  { id, reference }: { id: string; reference: string },
) {
  if (draw() < 0.75) return reference
  const deposit = await market.db
    .selectFrom('deposits')
    .select('number')
    .where('booking_id', '=', id)
    .executeTakeFirst()
  return deposit ? `DEP${deposit.number}` : reference
}

function spelled(reference: string, draw: Random): string {
  const ways = [
    reference,
    reference.toLowerCase(),
    `${reference.slice(0, 2)} ${reference.slice(2)}`,
    `${reference.slice(0, 3)}-${reference.slice(3)}`,
    'school fees',
  ]
  return oneOf(ways, draw) ?? reference
}

async function moneyOf({ market, staff }: RentalWalk, bookingId: string) {
  return (await market.call('GET /api/admin/booking/:bookingId', { params: { bookingId } }, staff)).money
}

/** A code that M-Pesa reported and that pays nothing yet; undefined where there is none. */
async function drawUnmatchedCode({ market }: RentalWalk, draw: Random): Promise<string | undefined> {
  const rows = await market.db
    .selectFrom('provider_transactions')
    .select('receipt')
    .where('payment_id', 'is', null)
    .orderBy('moved_at', 'desc')
    .limit(5)
    .execute()
  return oneOf(rows, draw)?.receipt
}

/** How staff says that something was paid at the desk: a code is one that M-Pesa reported, or will report, or never. */
export async function drawDeskPayment(walk: RentalWalk, draw: Random) {
  const paidBy = oneOf(['cash', 'cash', 'mpesa', 'card', 'bank'] as const, draw) ?? 'cash'
  if (paidBy !== 'mpesa') return { paidBy, note: 'At the desk' }
  const known = draw() < 0.4 ? await drawUnmatchedCode(walk, draw) : undefined
  return { paidBy, code: known ?? typedCode(walk, draw) }
}

/** A code of today, in small letters now and then. */
function typedCode({ market }: RentalWalk, draw: Random): string {
  const number = String(randomInteger(draw, 0, 999_999)).padStart(6, '0')
  const code = `${codeBeginning(nairobiDay(market.clock.now()))}W${number}`
  return draw() < 0.3 ? code.toLowerCase() : code
}
