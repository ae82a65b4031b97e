import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, Pagination, queryNumber } from '../text.ts'

/** `failed`: nobody tries any more. `retrying`: it went wrong at least once, and is tried again by itself. */
export const NOTICE_STATES = ['failed', 'retrying'] as const

/** A mail that did not arrive. */
export const TroubledNotice = z.object({
  _id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** Whose it is, if they have an account. */
  accountId: z.nullable(z.string()),
  writtenAt: z.string(),
  attempts: z.int(),
  error: z.string(),
  givenUpAt: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
  /** False for codes that have been wiped since: the person asks for a new one. */
  canRetry: z.boolean(),
})
export type TroubledNotice = z.output<typeof TroubledNotice>

export const noticeRoutes = defineRoutes({
  'GET /api/admin/notices': {
    summary: 'Mails that did not arrive, the newest first',
    access: 'staff',
    query: z.object({
      state: z._default(z.enum(NOTICE_STATES), 'failed'),
      page: z._default(queryNumber(1, 100_000), 1),
      limit: z._default(queryNumber(1, 100), 20),
    }),
    reply: z.object({
      success: z.literal(true),
      data: z.array(TroubledNotice),
      counts: z.object({ failed: z.int(), retrying: z.int() }),
      pagination: Pagination,
    }),
    errors: [],
  },
  'POST /api/admin/notice/:noticeId/retry': {
    summary: 'Send a mail once more that was given up',
    access: 'staff',
    params: z.object({ noticeId: Id }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['not_found', 'notice_wrong_state'],
  },
})
