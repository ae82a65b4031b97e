import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id } from '../text.ts'

/** Browsers and operating systems that are told apart by the User-Agent header. */
export const BROWSERS = [
  'edge',
  'opera',
  'samsung_internet',
  'uc_browser',
  'firefox',
  'chrome',
  'safari',
] as const
export const OPERATING_SYSTEMS = ['iphone', 'ipad', 'android', 'windows', 'chromeos', 'mac', 'linux'] as const

/** What a session was begun with; null where the User-Agent header names none of the known ones. */
export const Device = z.object({
  browser: z.nullable(z.enum(BROWSERS)),
  system: z.nullable(z.enum(OPERATING_SYSTEMS)),
})
export type Device = z.output<typeof Device>

/** A place where the person is signed in. */
export const OwnSession = z.object({
  _id: z.string(),
  device: Device,
  begunAt: z.string(),
  lastUsedAt: z.string(),
  /** The session that asks. */
  isThisOne: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

const Done = z.object({ success: z.literal(true), message: z.string() })

export const sessionRoutes = defineRoutes({
  'POST /api/user/logout': {
    summary: 'End the session that asks',
    access: 'user',
    withoutSecondFactor: true,
    reply: Done,
    errors: [],
  },
  'POST /api/user/logout-everywhere': {
    summary: 'End every session of the caller',
    access: 'user',
    withoutSecondFactor: true,
    reply: Done,
    errors: [],
  },
  'GET /api/user/sessions': {
    summary: 'Where the caller is signed in, the last used first',
    access: 'user',
    withoutSecondFactor: true,
    reply: z.object({ success: z.literal(true), data: z.array(OwnSession) }),
    errors: [],
  },
  'POST /api/user/session/:sessionId/end': {
    summary: 'End one session of the caller',
    access: 'user',
    withoutSecondFactor: true,
    params: z.object({ sessionId: Id }),
    reply: Done,
    errors: ['not_found'],
  },
})
