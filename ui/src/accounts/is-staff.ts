import type { Session } from './session.ts'

/** Whether the token says that its owner works here; only the server's word on it counts. */
export function worksHere(session: Session | null): boolean {
  return session?.owner?.role === 'staff' || session?.owner?.role === 'admin'
}
