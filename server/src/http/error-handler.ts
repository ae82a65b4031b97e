import { m } from '@twende/messages'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { DatabaseError } from 'pg'
import { isDatabaseAway } from '../db/database-away.ts'
import { isDiskFull } from '../ops/disk-room.ts'
import { logRefusedRequest } from '../ops/request-security.ts'
import { AppError } from './app-error.ts'

/** Room is made by people. */
const NO_ROOM_SECONDS = 60

/** Answers every error in one format: an AppError with its reason, any other error without internal details. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asRefusal(error)
    if (isDiskFull(error)) request.log.error({ err: error, requestId: request.id }, 'no room on the disk')
    if (refusal) {
      logRefusedRequest(request, refusal)
      return sendRefusal(reply, refusal)
    }
    request.log.error({ err: error, requestId: request.id }, 'request failed')
    return reply.code(500).send({
      success: false,
      code: 'internal',
      message: m.error_internal(),
      requestId: request.id,
    })
  })
}

export function sendRefusal(reply: FastifyReply, refusal: AppError) {
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds)
  const { code, message, data } = refusal
  return reply
    .code(refusal.status)
    .send({ success: false, message, code, ...(data === undefined ? {} : { data }) })
}

function asRefusal(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  // The account was deleted while the request was running.
  if (error instanceof DatabaseError && error.constraint === 'account_is_open')
    return new AppError('not_signed_in')
  // The chosen catalog item was removed at that moment.
  if (error instanceof DatabaseError && /_(category|location)_id_fkey$/.test(error.constraint ?? ''))
    return new AppError('changed_meanwhile')
  if (isDiskFull(error))
    return new AppError('unavailable', { message: m.error_no_room(), retryAfterSeconds: NO_ROOM_SECONDS })
  if (isDatabaseAway(error)) return new AppError('unavailable', { retryAfterSeconds: 2 })
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === 413) return new AppError('too_large')
  if (status === 415) return new AppError('unsupported_type')
  // Fastify's own parsing errors; their texts contain internal details.
  if (typeof status === 'number' && status >= 400 && status < 500) return new AppError('invalid')
  return undefined
}
