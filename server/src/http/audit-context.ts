import type { RouteSpec } from '@twende/contract/http/route.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import type { FastifyRequest } from 'fastify'
import { asStaffAction } from '../db/transaction.ts'
import type { CurrentUser } from './current-user.ts'

type AuditedRequest = {
  name: string
  spec: RouteSpec
  currentUser: CurrentUser | undefined
  body: unknown
  request: FastifyRequest
  now: Date
}

/** Runs a handler; the audit log records what a request of staff changes under that person's account. */
export function withAuditContext<T>(
  { name, spec, currentUser, body, request, now }: AuditedRequest,
  handle: () => Promise<T>,
): Promise<T> {
  const isForStaff = spec.access === 'staff' || spec.access === 'admin'
  if (!currentUser || !isForStaff || name.startsWith('GET ')) return handle()
  const action = { account: currentUser.accountId, request: request.id, route: name, at: now }
  return asStaffAction({ ...action, reason: reasonIn(body) }, handle)
}

function reasonIn(body: unknown): string {
  const fields = new Map(Object.entries(body && typeof body === 'object' ? body : {}))
  const reason = fields.get('reason') ?? fields.get('note')
  return typeof reason === 'string' ? reason : ''
}

/** A request whose answer may have to be recorded, depending on its route. */
export type Access = {
  route: RouteKey
  currentUser: CurrentUser
  params: unknown
  query: unknown
  /** How many records the answer contains. */
  rowCount: number
  requestId: string
}

/** Records who read what, before the answer is sent; if recording fails, so does the request. */
export type RecordAccess = (access: Access) => Promise<void>
