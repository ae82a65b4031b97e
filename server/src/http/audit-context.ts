import type { RouteSpec } from '@twende/contract/http/route.ts'
import type { RouteKey } from '@twende/contract/routes.ts'
import type { FastifyRequest } from 'fastify'
import { asStaffAction } from '../db/staff-action.ts'
import type { CurrentUser } from './current-user.ts'

type Staffed = {
  name: string
  spec: RouteSpec
  currentUser: CurrentUser | undefined
  body: unknown
  request: FastifyRequest
  now: Date
}

/** Runs a handler; what a request for staff changes is written down as that person's doing. */
export function withAuditContext<T>(
  { name, spec, currentUser, body, request, now }: Staffed,
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

/** Somebody was answered; whether that is to be recorded depends on the route. */
export type Access = {
  route: RouteKey
  currentUser: CurrentUser
  params: unknown
  query: unknown
  /** How many people or things the answer holds. */
  rowCount: number
  requestId: string
}

/** Records who saw what, before it is sent: what cannot be recorded is not answered. */
export type RecordAccess = (access: Access) => Promise<void>
