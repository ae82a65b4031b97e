import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, line } from '../text.ts'

/** Why the calendar of another program could not be read when it was last asked. */
export const IMPORT_PROBLEMS = [
  'unreachable',
  'private_address',
  'refused',
  'too_large',
  'not_a_calendar',
  'too_many_entries',
  /** It ends before its end: what is whole in it was read, and what was read before stays. */
  'cut_off',
  /** Something in it could not be worked with; the log says what. */
  'failed',
] as const
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number]

const Car = z.object({ _id: z.string(), name: z.string() })

/** An address at which other programs read our calendar. */
const CalendarFeed = z.object({
  _id: z.string(),
  name: z.string(),
  /** Null: all cars of the fleet. */
  car: z.nullable(Car),
  /** Null once the account of who made it is deleted. */
  createdBy: z.nullable(z.string()),
  createdAt: z.string(),
  /** When a program last read it, to the minute. */
  lastUsedAt: z.nullable(z.string()),
  /** Whoever made it is no longer staff or was banned: the address answers nobody. */
  isStopped: z.boolean(),
})
export type CalendarFeed = z.output<typeof CalendarFeed>

/** The calendar of another program, whose entries block one of our cars. */
const CalendarImport = z.object({
  _id: z.string(),
  name: z.string(),
  car: Car,
  /** Of its address only the host: whoever knows the address reads the calendar. */
  host: z.string(),
  createdBy: z.nullable(z.string()),
  createdAt: z.string(),
  checkedAt: z.nullable(z.string()),
  /** When it last answered with a calendar. */
  readAt: z.nullable(z.string()),
  problem: z.nullable(z.enum(IMPORT_PROBLEMS)),
  /** Entries of the last reading that could not be read. */
  unreadEntries: z.int(),
  /** What the first of them are called; an entry blocks the days that it names. */
  unreadNames: z.array(z.string()),
  /** Blocks that are not over. */
  blocks: z.int(),
  /** Bookings at times at which the other calendar has an entry. The entry does not block the car then. */
  conflicts: z.array(
    z.object({ bookingId: z.string(), reference: z.string(), startsAt: z.string(), endsAt: z.string() }),
  ),
})
export type CalendarImport = z.output<typeof CalendarImport>

const Done = z.object({ success: z.literal(true), message: z.string() })
const ImportId = z.object({ importId: Id })
const ofCar = z.object({ carId: z.optional(Id) })
const OneImport = z.extend(Done, { data: CalendarImport })

/** An https address; programs also write `webcal://` for it. */
const CalendarAddress = z.pipe(
  z.string({ error: m.validation_calendar_address }).check(z.trim(), z.maxLength(2000)),
  z.transform((text, context) => {
    const url = URL.parse(text.replace(/^webcals?:\/\//i, 'https://'))
    if (url?.protocol === 'https:' && url.username === '' && url.password === '') return url.href
    context.issues.push({ code: 'custom', message: m.validation_calendar_address(), input: text })
    return z.NEVER
  }),
)

/** Each of them has the server ask another one. */
const readings = [{ per: 'user', max: 60, seconds: 600 }] as const

/** Our calendar for other programs, and the calendars of others that block our cars. */
export const calendarLinkRoutes = defineRoutes({
  'GET /api/calendar-feed/:token/calendar.ics': {
    summary: 'What takes one car or all cars, as a calendar that other programs read; without personal data',
    access: 'anyone',
    params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    reply: z.object({ success: z.literal(true) }),
    errors: ['not_found', 'rate_limited'],
    sends: 'text/calendar',
  },
  'GET /api/admin/calendar-feeds': {
    summary: 'The addresses at which other programs read our calendar, the newest first',
    access: 'staff',
    personalData: false,
    query: ofCar,
    reply: z.object({ success: z.literal(true), data: z.array(CalendarFeed) }),
    errors: [],
  },
  'POST /api/admin/calendar-feeds': {
    summary: 'Make an address at which another program reads the calendar of one car or of all cars',
    access: 'staff',
    idempotent: true,
    body: z.object({
      name: line(60, m.validation_calendar_name),
      /** Without it, all cars. */
      carId: z.optional(Id),
    }),
    /** The address is told only here. */
    reply: z.extend(Done, { address: z.string() }),
    errors: ['car_not_found', 'idempotency_conflict'],
  },
  'POST /api/admin/calendar-feed/:feedId/revoke': {
    summary: 'Revoke an address of our calendar; it answers nobody from now on',
    access: 'staff',
    params: z.object({ feedId: Id }),
    reply: Done,
    errors: ['not_found'],
  },
  'GET /api/admin/calendar-imports': {
    summary: 'The calendars of other programs that block our cars, and how their last reading went',
    access: 'staff',
    personalData: false,
    query: ofCar,
    reply: z.object({ success: z.literal(true), data: z.array(CalendarImport) }),
    errors: [],
  },
  'POST /api/admin/car/:carId/calendar-imports': {
    summary: 'Block a car by the calendar of another program, which is read now and then every 15 minutes',
    access: 'staff',
    idempotent: true,
    params: z.object({ carId: Id }),
    body: z.object({ name: line(60, m.validation_calendar_name), address: CalendarAddress }),
    reply: OneImport,
    errors: ['car_not_found', 'idempotency_conflict', 'rate_limited'],
    limits: readings,
  },
  'POST /api/admin/calendar-import/:importId/read': {
    summary: 'Read the calendar of another program now',
    access: 'staff',
    params: ImportId,
    reply: OneImport,
    errors: ['not_found', 'rate_limited'],
    limits: readings,
  },
  'POST /api/admin/calendar-import/:importId/remove': {
    summary: 'Read the calendar of another program no more; its blocks that are not over are removed',
    access: 'staff',
    params: ImportId,
    reply: Done,
    errors: ['not_found'],
  },
})
