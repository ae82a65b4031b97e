import type { RouteInput, RouteReply, RouteSpec } from '@twende/contract/http/route.ts'
import { type RouteKey, type Routes, routes } from '@twende/contract/routes.ts'
import { m } from '@twende/messages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Clock } from '../basic-deps.ts'
import type { Database } from '../db/database.ts'
import { repeatBrokenRead } from '../db/database-away.ts'
import { addSecurityFacts, logDoneRequest } from '../ops/request-security.ts'
import { AppError } from './app-error.ts'
import { type RecordAccess, withAuditContext } from './audit-context.ts'
import { type CsvTable, sendCsv } from './csv.ts'
import { admit, type CurrentUser, type IdentifyCurrentUser } from './current-user.ts'
import { type Idempotency, requestHash, withKey, withoutKey } from './idempotency.ts'
import type { CheckRateLimit } from './limits/rate-limit.ts'
import { isKeepable } from './parse-json.ts'
import { readForm } from './uploads/read-form.ts'

export type ServeDeps = {
  db: Database
  identify: IdentifyCurrentUser
  checkRateLimit: CheckRateLimit
  recordAccess: RecordAccess
  /** Refuses staff who act on something that is their own. */
  refuseOwnThings: (params: unknown, accountId: string) => Promise<void>
  clock: Clock
}

type CallerOf<Name extends RouteKey> = Routes[Name]['access'] extends 'anyone'
  ? CurrentUser | undefined
  : CurrentUser

export type RequestInput<Name extends RouteKey> = RouteInput<Routes[Name]> & {
  currentUser: CallerOf<Name>
  /** On `idempotent` routes: a request that is sent twice creates one thing. */
  idempotency: Idempotency
  /** Files of a form, by field name. */
  files: ReadonlyMap<string, Buffer>
  /** Records the export and sends the table. */
  sendTable: (table: CsvTable) => Promise<FastifyReply>
  request: FastifyRequest
  reply: FastifyReply
}

/** Returns the reply of the contract, or Fastify's reply when it sends a stream. */
export type Handler<Name extends RouteKey> = (
  input: RequestInput<Name>,
) => Promise<RouteReply<Routes[Name]> | FastifyReply>

/** Binds a contract route to a handler: checks access, rate limits, input and output. */
export function serve<Name extends RouteKey>(
  app: FastifyInstance,
  deps: ServeDeps,
  name: Name,
  handle: Handler<Name>,
) {
  const spec: RouteSpec = routes[name]
  const [method = 'GET', url = ''] = name.split(' ')
  app.route({
    method,
    url,
    handler: repeatReads(async (request, reply) => {
      if (!isKeepableUrl(request.url)) throw new AppError('invalid')
      const identified = await callerOf(request, deps.identify)
      if (identified) addSecurityFacts(request, { accountId: identified.accountId })
      const currentUser = admit(spec, identified, deps.clock.now())
      if (currentUser) reply.header('cache-control', 'no-store')
      const countAttempts = async (body: unknown) => {
        for (const limit of spec.limits ?? [])
          await deps.checkRateLimit(name, limit, { request, currentUser, body })
      }
      // Reading a form is expensive, so it is counted before it is read.
      if (spec.multipart) await countAttempts(undefined)
      using form = spec.multipart && currentUser ? await formOf(request, currentUser) : undefined
      const sent = form?.fields ?? request.body
      const input = {
        params: check(spec.params, request.params),
        query: inOrder(check(spec.query, withoutEmpty(request.query))),
        body: check(spec.body, sent ?? (spec.body ? {} : undefined)),
        files: form?.files ?? noFiles,
      }
      if (currentUser && isActOfStaff(spec, method))
        await deps.refuseOwnThings(input.params, currentUser.accountId)
      const handlerInput = {
        ...input,
        currentUser,
        idempotency: spec.idempotent
          ? idempotencyOf(deps, name, { request, currentUser, input })
          : withoutKey(deps),
        sendTable: async (table: CsvTable) => {
          await record(table.rowCount)
          return sendCsv(reply, table)
        },
        request,
        reply,
      }
      const { params, query } = handlerInput
      const record = async (rowCount: number) =>
        currentUser &&
        deps.recordAccess({ route: name, currentUser, params, query, rowCount, requestId: request.id })
      if (!spec.multipart) await countAttempts(handlerInput.body)
      const staffed = { name, spec, currentUser, body: handlerInput.body, request, now: deps.clock.now() }
      const answer = await withAuditContext(staffed, () =>
        handle(handlerInput as unknown as RequestInput<Name>),
      )
      logDoneRequest(request)
      // The handler has already sent the reply.
      if (answer === reply || reply.sent) return reply
      await record(rowsIn(answer))
      // Parsing drops fields that the contract does not name, so that no secret leaks from a spread row.
      return spec.reply.parse(answer)
    }),
  })
}

function isActOfStaff({ access }: RouteSpec, method: string): boolean {
  return method !== 'GET' && (access === 'staff' || access === 'admin')
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function repeatReads(answer: Answer): Answer {
  return (request, reply) =>
    repeatBrokenRead(
      () => answer(request, reply),
      () => request.method === 'GET' && !reply.sent,
    )
}

/** How many records an answer contains: the length of its list, otherwise one. */
function rowsIn(answer: unknown): number {
  const data = answer && typeof answer === 'object' && 'data' in answer ? answer.data : undefined
  return Array.isArray(data) ? data.length : 1
}

const noFiles: ReadonlyMap<string, Buffer> = new Map()

/** Reads the body only after access was checked. */
async function formOf(request: FastifyRequest, currentUser: CurrentUser) {
  return request.isMultipart?.() ? readForm(request, currentUser) : undefined
}

async function callerOf(
  request: FastifyRequest,
  identify: IdentifyCurrentUser,
): Promise<CurrentUser | undefined> {
  const token = request.headers.token
  if (typeof token !== 'string' || token === '' || token.length > 2000) return undefined
  return identify(token)
}

function check(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { issues } = result.error
  const fields = Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]))
  throw new AppError('invalid', { message: issues[0]?.message ?? '', data: { fields } })
}

/** A list from a day until an earlier one would be empty without a word. */
function inOrder(query: unknown): unknown {
  const { fromDay, toDay } = (query ?? {}) as { fromDay?: unknown; toDay?: unknown }
  if (typeof fromDay !== 'string' || typeof toDay !== 'string' || fromDay <= toDay) return query
  const message = m.error_days_backwards()
  throw new AppError('invalid', { message, data: { fields: { toDay: message } } })
}

function withoutEmpty(query: unknown): Record<string, unknown> {
  const entries = Object.entries(query && typeof query === 'object' ? query : {})
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

function isKeepableUrl(url: string): boolean {
  try {
    return isKeepable(decodeURIComponent(url))
  } catch {
    return false
  }
}

type Keyed = {
  request: FastifyRequest
  currentUser: CurrentUser | undefined
  input: Parameters<typeof requestHash>[0]
}

function idempotencyOf(
  deps: ServeDeps,
  route: RouteKey,
  { request, currentUser, input }: Keyed,
): Idempotency {
  const key = idempotencyKey(request)
  if (key === undefined) return withoutKey(deps)
  const { params, body, files } = input
  const accountId = currentUser?.accountId ?? null
  return withKey(deps, { accountId, route, key, requestHash: requestHash({ params, body, files }) })
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\w-]{8,100}$/.test(key)) {
    throw new AppError('invalid', { message: m.error_invalid_idempotency_key() })
  }
  return key
}
