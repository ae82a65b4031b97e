import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { nairobiInstant } from '@twende/contract/calendar-day.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import { accountFilterName } from '../../accounts/admin/read-accounts.ts'
import type { AppDeps } from '../../deps.ts'
import { serve } from '../../http/serve.ts'
import { blockCar, unblockCar } from '../block-car.ts'
import { pickupMoved } from '../booking-labels.ts'
import { cancelBookingByStaff, markNoShow } from '../cancel-booking.ts'
import { extendBooking, previewExtension } from '../changes/extend-booking.ts'
import { completeUnrecorded } from '../complete-booking.ts'
import { confirmBooking } from '../confirm-booking.ts'
import { handOverCar, returnCar } from '../hand-over-and-return.ts'
import { markLost, withdrawLoss } from '../mark-lost.ts'
import { readCalendar } from '../read-calendar.ts'
import { answerReview, hideReview, showReview } from '../review-booking.ts'
import { undoEnd } from '../undo-end.ts'
import { listCounterCars, readYardDay } from '../yard/read-yard-day.ts'
import { bookAtCounter } from './book-at-counter.ts'
import {
  adminBookingsCsv,
  listAdminBookings,
  readAdminBooking,
  readBookingHistory,
  readBookingMoney,
} from './read-admin-bookings.ts'

export function adminBookingHandlers(app: FastifyInstance, deps: AppDeps) {
  readHandlers(app, deps)
  moveHandlers(app, deps)
  blockHandlers(app, deps)
}

function readHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/admin/bookings', async ({ query }) => ({
    success: true,
    whose: await accountFilterName(deps.db, query.accountId),
    ...(await listAdminBookings(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/bookings.csv', async ({ query, currentUser, sendTable }) =>
    sendTable(await adminBookingsCsv(deps, currentUser.role, query)),
  )
  serve(app, deps, 'GET /api/admin/booking/:bookingId', async ({ params }) => ({
    success: true,
    data: await readAdminBooking(deps, params.bookingId),
    timeline: await readBookingHistory(deps, params.bookingId),
    money: await readBookingMoney(deps, params.bookingId),
  }))
  serve(app, deps, 'GET /api/admin/booking/:bookingId/extend', async ({ params, query }) => ({
    success: true,
    data: await previewExtension(deps, { ...params, ...query }),
  }))
  serve(app, deps, 'GET /api/admin/calendar', async ({ query }) => ({
    success: true,
    ...(await readCalendar(deps, query)),
  }))
  serve(app, deps, 'GET /api/admin/counter/cars', async () => ({
    success: true,
    data: await listCounterCars(deps),
  }))
  serve(app, deps, 'GET /api/admin/yard', async ({ query }) => ({
    success: true,
    ...(await readYardDay(deps, query.day)),
  }))
}

function moveHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/admin/bookings', async ({ body, currentUser, idempotency }) => {
    const bookingId = await bookAtCounter(deps, { staffId: currentUser.accountId, walkIn: body }, idempotency)
    const { message, ...booked } = await answer(deps, bookingId, m.booking_event_book())
    const moved = pickupMoved(body.pickupTime, booked.data)
    return { ...booked, message: [message, moved].filter(Boolean).join('. ') }
  })
  serve(app, deps, 'POST /api/admin/booking/:bookingId/confirm', async ({ params, body, currentUser }) => {
    const done = await confirmBooking(deps, { ...params, ...body, accountId: currentUser.accountId })
    return answer(
      deps,
      params.bookingId,
      done === 'requested' ? m.answer_booking_second_person() : m.answer_booking_confirmed(),
    )
  })
  serve(app, deps, 'POST /api/admin/booking/:bookingId/handover', async (input) => {
    const { params, body, currentUser, idempotency } = input
    const handing = { ...params, condition: body, accountId: currentUser.accountId }
    await handOverCar(deps, handing, idempotency)
    return answer(deps, params.bookingId, m.answer_car_handed_over())
  })
  serve(app, deps, 'POST /api/admin/booking/:bookingId/return', async (input) => {
    const { params, body, currentUser, idempotency } = input
    const { charges, chargesPayment, ...condition } = body
    const { accountId } = currentUser
    await returnCar(deps, { ...params, condition, charges, chargesPayment, accountId }, idempotency)
    return answer(deps, params.bookingId, m.answer_car_returned())
  })
  serve(app, deps, 'POST /api/admin/booking/:bookingId/extend', async ({ params, body, currentUser }) => {
    await extendBooking(deps, { ...params, ...body, accountId: currentUser.accountId })
    return answer(deps, params.bookingId, m.answer_booking_prolonged())
  })
  serve(app, deps, 'POST /api/admin/booking/:bookingId/no-show', async ({ params, body, currentUser }) => {
    await markNoShow(deps, { ...params, ...body, accountId: currentUser.accountId })
    return answer(deps, params.bookingId, m.answer_booking_cancelled())
  })
  serve(app, deps, 'POST /api/admin/booking/:bookingId/complete', async ({ params, body, currentUser }) => {
    await completeUnrecorded(deps, { ...params, ...body, accountId: currentUser.accountId })
    return answer(deps, params.bookingId, m.answer_booking_completed())
  })
  serve(app, deps, 'POST /api/admin/booking/:bookingId/lost', async ({ params, body, currentUser }) => {
    const done = await markLost(deps, { ...params, ...body, accountId: currentUser.accountId })
    const message = done === 'requested' ? m.answer_car_loss_second_person() : m.answer_car_lost()
    return answer(deps, params.bookingId, message)
  })
  serve(app, deps, 'POST /api/admin/booking/:bookingId/lost/withdraw', async (input) => {
    const { params, body, currentUser } = input
    const done = await withdrawLoss(deps, { ...params, ...body, accountId: currentUser.accountId })
    return answer(deps, params.bookingId, withdrawnWords[done]())
  })
  reviewHandlers(app, deps)
  serve(app, deps, 'POST /api/admin/booking/:bookingId/undo', async ({ params, body, currentUser }) => {
    await undoEnd(deps, { ...params, ...body, accountId: currentUser.accountId })
    return answer(deps, params.bookingId, undoneWords(await readAdminBooking(deps, params.bookingId)))
  })
  serve(app, deps, 'POST /api/admin/booking/:bookingId/cancel', async ({ params, body, currentUser }) => {
    await cancelBookingByStaff(deps, { ...params, ...body, accountId: currentUser.accountId })
    return answer(deps, params.bookingId, m.answer_booking_cancelled())
  })
}

const withdrawnWords = {
  asked: m.answer_car_loss_withdrawal_second_person,
  requestWithdrawn: m.answer_car_loss_request_withdrawn,
  withdrawn: m.answer_car_loss_withdrawn,
} as const

function undoneWords({ status, carIsLost }: Pick<AdminBooking, 'status' | 'carIsLost'>): string {
  if (status === 'active') return m.answer_booking_goes_on()
  if (carIsLost) return m.answer_return_undone_lost()
  return status === 'completed' ? m.answer_return_undone() : m.answer_booking_restored()
}

function blockHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/admin/car/:carId/block', async ({ params, body, currentUser, idempotency }) => {
    const block = {
      ...params,
      from: nairobiInstant(body.startDate, body.startTime),
      until: nairobiInstant(body.endDate, body.endTime),
      reason: body.reason,
      accountId: currentUser.accountId,
    }
    const blockId = await blockCar(deps, block, idempotency)
    return { success: true, message: m.answer_car_blocked(), blockId }
  })
  serve(app, deps, 'POST /api/admin/block/:blockId/remove', async ({ params }) => {
    await unblockCar(deps, params.blockId)
    return { success: true, message: m.answer_block_removed() }
  })
}

function reviewHandlers(app: FastifyInstance, deps: AppDeps) {
  const of = 'POST /api/admin/booking/:bookingId/review'
  serve(app, deps, `${of}/hide`, async ({ params, body, currentUser }) => {
    await hideReview(deps, { ...params, ...body, accountId: currentUser.accountId })
    return answer(deps, params.bookingId, m.answer_review_hidden())
  })
  serve(app, deps, `${of}/show`, async ({ params, currentUser }) => {
    await showReview(deps, { ...params, accountId: currentUser.accountId })
    return answer(deps, params.bookingId, m.answer_review_shown())
  })
  serve(app, deps, `${of}/answer`, async ({ params, body, currentUser }) => {
    await answerReview(deps, { ...params, answer: body.note, accountId: currentUser.accountId })
    return answer(deps, params.bookingId, m.answer_review_answered())
  })
}

async function answer(deps: AppDeps, bookingId: string, message: string) {
  return { success: true as const, message, data: await readAdminBooking(deps, bookingId) }
}
