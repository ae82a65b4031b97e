import type { Session } from './session.ts'

/** Whether the token says that its owner is staff or an admin; the server decides. */
export function isStaff(session: Session | null): boolean {
  return session?.owner?.role === 'staff' || session?.owner?.role === 'admin'
}
