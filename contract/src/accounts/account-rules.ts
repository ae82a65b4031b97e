import { m } from '@twende/messages'
import { STAFF_RIGHTS, type StaffRight } from '../http/route.ts'
import type { Role } from './account-routes.ts'

type Somebody = { _id: string; role: Role }

/** Who may be banned, let in again, or logged out by whom: staff looks after customers, an admin after all others. */
export function mayBan(caller: Somebody, person: Somebody): boolean {
  return caller._id !== person._id && (caller.role === 'admin' || person.role === 'user')
}

/** Staff logs customers out; an admin logs out everybody, also themselves. */
export function mayLogOut(caller: Somebody, person: Somebody): boolean {
  return caller.role === 'admin' || person.role === 'user'
}

/** An admin removes the lost second factor of anybody else; nobody their own. */
export function mayResetSecondFactor(caller: Somebody, person: Somebody): boolean {
  return caller.role === 'admin' && caller._id !== person._id
}

export const ACCOUNT_STATES = ['open', 'banned', 'all'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

export const NOTE_KINDS = ['note', 'ban', 'unban', 'role', 'rights', 'log-out', 'second-factor'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

export const roleLabels: Record<Role, () => string> = {
  user: m.account_role_user,
  staff: m.account_role_staff,
  admin: m.account_role_admin,
}

export const rightLabels: Record<StaffRight, () => string> = {
  payments: m.account_right_payments,
  reports: m.account_right_reports,
  people: m.account_right_people,
}

/** Rights as they are stored and shown: each once, always in the same order. */
export function inOrder(rights: readonly string[]): StaffRight[] {
  return STAFF_RIGHTS.filter((right) => rights.includes(right))
}

/** What somebody may do besides the work of all staff, from the role and what is stored. */
export function rightsOf(role: Role, stored: readonly string[]): readonly StaffRight[] {
  return role === 'admin' ? STAFF_RIGHTS : inOrder(stored)
}

/** Rights in words: `Payments, People`. */
export function rightWords(rights: readonly StaffRight[]): string {
  return rights.length === 0
    ? m.account_rights_none()
    : rights.map((right) => rightLabels[right]()).join(', ')
}
