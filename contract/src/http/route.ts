import type * as z from 'zod/mini'
import type { ErrorCode } from './error-codes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type RouteName = `${Method} /api/${string}`

/** Who may call: `user` is any signed-in person; `staff` includes admins. */
export type Access = 'anyone' | 'user' | 'staff' | 'admin'

/**
 * What an admin gives or takes from a member of staff: all money, the reports, the files of people. What belongs to one booking,
 * listing or order needs none of them. Admins have all.
 */
export const STAFF_RIGHTS = ['payments', 'reports', 'people'] as const
export type StaffRight = (typeof STAFF_RIGHTS)[number]

/** At most `max` calls in `seconds`: per caller, or per network address. */
export type RateLimit =
  | { per: 'user'; max: number; seconds: number }
  /**
   * Beyond the limit of an address a person proves an email address or a phone number. Whoever has proved one is counted by
   * it alone, and may call `ofPerson` times.
   */
  | { per: 'address'; max: number; seconds: number; ofPerson: number }

/** How many forms with pictures one member of staff may send: many more than anybody fills in. */
export const STAFF_UPLOADS: readonly RateLimit[] = [{ per: 'user', max: 600, seconds: 3600 }]

/** The largest file that a form may have, 8 MB. */
export const LARGEST_FILE_BYTES = 8 * 1024 * 1024

export type RouteSpec = {
  summary: string
  access: Access
  /** The right that staff needs besides; of routes with `access: 'staff'` alone. */
  right?: StaffRight
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  reply: z.ZodMiniType
  errors: readonly ErrorCode[]
  limits?: readonly RateLimit[]
  /** A create: a repeated `Idempotency-Key` gets what the first request created. */
  idempotent?: true
  /** The body is a form with files; its other fields are the body, each of them text. */
  multipart?: true
  /** Requires a proof of the last five minutes: of the second factor or, without one, of the password. */
  fresh?: true
  /** A read of personal data by staff, which is recorded. Every staff route that reads must state it. */
  personalData?: boolean
  /** Allowed for an admin who has not yet added the second factor that the role requires. */
  withoutSecondFactor?: true
  /** The answer is a file of this type instead of an object. */
  sends?: 'text/csv' | 'application/pdf' | 'text/calendar'
}

/** Names of path parameters, e.g. `carId` in `GET /api/car/get/:carId`. */
export type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Output<T> = T extends z.ZodMiniType ? z.output<T> : undefined
type Input<T> = T extends z.ZodMiniType ? z.input<T> : undefined

/** What a handler receives, already checked. */
export type RouteInput<R extends RouteSpec> = {
  params: Output<R['params']>
  query: Output<R['query']>
  body: Output<R['body']>
}

/** What a handler returns; checked against the reply schema, which drops unknown fields. */
export type RouteReply<R extends RouteSpec> = z.input<R['reply']>

/** What a caller gets. */
export type RouteAnswer<R extends RouteSpec> = z.output<R['reply']>

/** What a caller sends. */
export type RouteRequest<Name extends string, R extends RouteSpec> = ([ParamNames<Name>] extends [never]
  ? { params?: undefined }
  : { params: Record<ParamNames<Name>, string> }) &
  (undefined extends R['query'] ? { query?: undefined } : { query?: Input<R['query']> }) &
  (undefined extends R['body'] ? { body?: undefined } : { body: Input<R['body']> })

/** A staff route that reads does not compile without `personalData`. */
type SaysPersonalData<Name, Spec> = Name extends `GET ${string}`
  ? Spec extends { access: 'staff' | 'admin' }
    ? { personalData: boolean }
    : unknown
  : unknown

/** Declares routes; the name of each is its method and path, as in `GET /api/car/get/:carId`. */
export function defineRoutes<const Routes extends Record<RouteName, RouteSpec>>(
  routes: Routes & { [Name in keyof Routes]: SaysPersonalData<Name, Routes[Name]> },
): Routes {
  return routes
}
