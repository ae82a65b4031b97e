import { payerPhoneOf } from '@twende/contract/bookings/booking.ts'
import { m } from '@twende/messages'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps.ts'
import { originOf } from '../holds/hold-origin.ts'
import { serve } from '../http/serve.ts'
import { acceptAddendum, readAddendum } from './agreements/addenda.ts'
import { readAgreementToSign } from './agreements/agreement-to-sign.ts'
import { agreementsOfBooking, checkAgreement } from './agreements/read-agreements.ts'
import { pickupMoved, submittedMessages } from './booking-labels.ts'
import { cancelBooking } from './cancel-booking.ts'
import { changeBooking, previewChange } from './changes/change-booking.ts'
import { listChangeableCars } from './changes/list-changeable-cars.ts'
import { quoteBooking } from './quote-booking.ts'
import {
  bookingStats,
  bookingsOfAccount,
  bookingWithHistory,
  previewRefund,
  readBooking,
} from './read-bookings.ts'
import { requestBooking } from './request-booking.ts'
import { reviewBooking } from './review-booking.ts'

/** The customer's side of the bookings; staff's is in `admin-booking-handlers.ts`. */
export function bookingHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'POST /api/booking/quote', async ({ body }) => ({
    success: true,
    data: await quoteBooking(deps, body),
  }))
  serve(app, deps, 'POST /api/booking/create', async ({ body, currentUser, idempotency, request }) => {
    const origin = originOf(deps, { request, currentUser }, [body.customerInfo.phone, payerPhoneOf(body)])
    const { booking, payment } = await requestBooking(deps, currentUser.accountId, body, idempotency, origin)
    const moved = pickupMoved(body.pickupTime, booking)
    const message = [submittedMessages[booking.paymentMethod](), moved].filter(Boolean).join(' ')
    return { success: true, message, bookingId: booking.bookingId, data: booking, payment }
  })
  serve(app, deps, 'GET /api/booking/user', async ({ query, currentUser }) => {
    const { status, ...search } = query
    const filter = { ...search, status: status === 'all' ? undefined : status }
    return { success: true, message: '', ...(await bookingsOfAccount(deps, currentUser.accountId, filter)) }
  })
  serve(app, deps, 'GET /api/booking/stats', async ({ currentUser }) => ({
    success: true,
    stats: await bookingStats(deps, currentUser.accountId),
  }))
  serve(app, deps, 'GET /api/booking/:bookingId', async ({ params, currentUser }) => {
    const { booking, timeline } = await bookingWithHistory(deps, params.bookingId, currentUser)
    return { success: true, data: booking, timeline }
  })
  serve(app, deps, 'GET /api/booking/:bookingId/refund', async ({ params, currentUser }) => ({
    success: true,
    data: await previewRefund(deps, params.bookingId, currentUser.accountId),
  }))
  serve(app, deps, 'PUT /api/booking/:bookingId/cancel', async ({ params, body, currentUser }) => {
    const { accountId } = currentUser
    await cancelBooking(deps, { ...params, accountId, reason: body.cancellationReason })
    return answer(deps, params.bookingId, m.answer_booking_cancelled_by_customer())
  })
  serve(app, deps, 'GET /api/booking/:bookingId/change', async ({ params, query, currentUser }) => {
    const { carId, ...period } = query
    const { accountId } = currentUser
    return { success: true, data: await previewChange(deps, { ...params, accountId, period, carId }) }
  })
  serve(app, deps, 'GET /api/booking/:bookingId/change/cars', async ({ params, query, currentUser }) => ({
    success: true,
    data: await listChangeableCars(deps, { ...params, accountId: currentUser.accountId, period: query }),
  }))
  serve(
    app,
    deps,
    'POST /api/booking/:bookingId/change',
    async ({ params, body, currentUser, idempotency }) => {
      const { finalAmount, deposit, updatedAt, phone, carId, ...period } = body
      const { accountId } = currentUser
      const shown = { finalAmount, deposit, updatedAt }
      const change = { ...params, accountId, period, carId, ...shown, phone }
      const { booking, payment } = await changeBooking(deps, change, idempotency)
      const message = payment ? m.answer_booking_change_to_pay() : m.answer_booking_changed()
      return { success: true, message, data: booking, payment }
    },
  )
  serve(app, deps, 'POST /api/booking/:bookingId/review', async ({ params, body, currentUser }) => {
    await reviewBooking(deps, { ...params, ...body, accountId: currentUser.accountId })
    deps.changeFeed.changed('cars')
    return answer(deps, params.bookingId, m.answer_review_submitted())
  })
}

async function answer(deps: AppDeps, bookingId: string, message: string) {
  return { success: true as const, message, data: await readBooking(deps, bookingId) }
}

export function agreementHandlers(app: FastifyInstance, deps: AppDeps) {
  serve(app, deps, 'GET /api/booking/:bookingId/agreements', async ({ params, currentUser }) => ({
    success: true,
    ...(await agreementsOfBooking(deps, params.bookingId, currentUser)),
  }))
  serve(app, deps, 'GET /api/admin/booking/:bookingId/agreement', async ({ params, query, currentUser }) => ({
    success: true,
    ...(await readAgreementToSign(deps, { ...params, ...query, staffId: currentUser.accountId })),
  }))
  serve(app, deps, 'GET /api/addendum/:token', async ({ params }) => ({
    success: true,
    ...(await readAddendum(deps, params.token)),
  }))
  serve(app, deps, 'POST /api/addendum/:token/accept', async ({ params, body }) => {
    await acceptAddendum(deps, { ...params, ...body })
    return { success: true, message: m.answer_addendum_accepted() }
  })
  serve(app, deps, 'GET /api/agreement/:number', async ({ params, query }) => ({
    success: true,
    data: await checkAgreement(deps, params.number, query.hash),
  }))
}
