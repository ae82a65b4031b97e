import { useSyncExternalStore } from 'react'

/** What the token says about its owner; only the server's word on it counts. */
export type SessionOwner = { id: string; role: 'user' | 'staff' | 'admin'; name?: string }
export type Session = { token: string; owner: SessionOwner | null }

const KEY = 'token'
const listeners = new Set<() => void>()
let known: Session | null | undefined

/** The session as it is now, for code outside components (loaders, calls). */
export function currentSession(): Session | null {
  if (typeof localStorage === 'undefined') return null
  const token = localStorage.getItem(KEY)
  // Ended in this tab or in another.
  if (!token && known) forgetDrafts()
  if (!token) known = null
  else if (known?.token !== token) known = { token, owner: readOwner(token) }
  return known ?? null
}

/** The session for components. The first paint is always signed out, as in the server's HTML. */
export function useSession(): Session | null {
  return useSyncExternalStore(subscribe, currentSession, () => null)
}

export function signIn(token: string) {
  localStorage.setItem(KEY, token)
  tell()
}

/** Ends the session in this browser, without moving the person. What they typed and had not sent goes with it. */
export function forgetToken() {
  localStorage.removeItem(KEY)
  tell()
  currentSession()
}

/** Ends the session in this browser, and on the server if it can be reached. The app decides which page comes next. */
export function signOut() {
  const token = localStorage.getItem(KEY) ?? ''
  forgetToken()
  void fetch('/api/user/logout', { method: 'POST', headers: { token }, keepalive: true }).catch(() => {})
}

/** They hold names, phone numbers and addresses, and what was looked at; pictures of a car for sale are in the database. */
function forgetDrafts() {
  sessionStorage.clear()
  for (const key in localStorage) if (/^(sell draft|looked at )/.test(key)) localStorage.removeItem(key)
  indexedDB.deleteDatabase('twende')
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function tell() {
  for (const listener of listeners) listener()
}

/** What a token says about its owner; null for anything that cannot be read. */
export function readOwner(token: string): SessionOwner | null {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0))
    const payload: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (typeof payload !== 'object' || payload === null || !('id' in payload)) return null
    if (typeof payload.id !== 'string' || payload.id === '') return null
    const role =
      'role' in payload && (payload.role === 'staff' || payload.role === 'admin') ? payload.role : 'user'
    const name = 'name' in payload && typeof payload.name === 'string' ? payload.name : ''
    return { id: payload.id, role, ...(name ? { name } : {}) }
  } catch {
    return null
  }
}

/** Whether the token says that its owner is staff or an admin; the server decides. */
export function isStaff(session: Session | null): boolean {
  return session?.owner?.role === 'staff' || session?.owner?.role === 'admin'
}
