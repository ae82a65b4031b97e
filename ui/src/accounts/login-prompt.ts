import { useSyncExternalStore } from 'react'

export type LoginRequest = {
  mode: 'login' | 'signup' | 'reset'
  /** Whose password is set anew. */
  email?: string | undefined
  /** Say "To Proceed, you need to Login" first. */
  prompt: boolean
  /** What the person wanted to do; runs once after a successful sign-in. */
  onSignedIn: (() => void) | undefined
}

let request: LoginRequest | null = null
const listeners = new Set<() => void>()

function tell(next: LoginRequest | null) {
  request = next
  for (const listener of listeners) listener()
}

/** Opens the login popup from anywhere. */
export function openLogin(
  wish: { mode?: LoginRequest['mode']; email?: string; prompt?: boolean; onSignedIn?: () => void } = {},
) {
  tell({ mode: 'login', prompt: false, onSignedIn: undefined, ...wish })
}

export function closeLogin() {
  tell(null)
}

/** The popup's own view of the wish; null while it is closed. */
export function useLoginRequest(): LoginRequest | null {
  return useSyncExternalStore(
    subscribe,
    () => request,
    () => null,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
