import type { RouteKey } from '@twende/contract/routes.ts'
import type { CurrentUser } from './current-user.ts'

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
