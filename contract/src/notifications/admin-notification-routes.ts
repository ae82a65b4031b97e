import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, pageQuery, pageReply } from '../text.ts'

/** `failed`: given up. `retrying`: at least one attempt failed, and it is tried again automatically. */
export const UNDELIVERED_STATES = ['failed', 'retrying'] as const

/** A notification that was not delivered. */
export const UndeliveredNotification = z.object({
  _id: z.string(),
  kind: z.string(),
  recipient: z.string(),
  subject: z.string(),
  /** Null without an account. */
  accountId: z.nullable(z.string()),
  writtenAt: z.string(),
  attempts: z.int(),
  error: z.string(),
  givenUpAt: z.nullable(z.string()),
  nextTryAt: z.nullable(z.string()),
  /** False for codes, which are deleted when they are given up: the person requests a new one. */
  canRetry: z.boolean(),
})
export type UndeliveredNotification = z.output<typeof UndeliveredNotification>

export const notificationRoutes = defineRoutes({
  'GET /api/admin/notifications': {
    summary: 'Notifications that were not delivered, the newest first',
    access: 'staff',
    personalData: true,
    query: pageQuery(
      {
        state: z._default(z.enum(UNDELIVERED_STATES), 'failed'),
      },
      100,
    ),
    reply: pageReply(UndeliveredNotification, {
      counts: z.object({ failed: z.int(), retrying: z.int() }),
    }),
    errors: [],
  },
  'POST /api/admin/notification/:notificationId/retry': {
    summary: 'Send a notification again that was given up',
    access: 'staff',
    params: z.object({ notificationId: Id }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['not_found', 'notification_wrong_state'],
  },
})
