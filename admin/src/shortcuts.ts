import { useSyncExternalStore } from 'react'

const KEY = 'console shortcuts'
const listeners = new Set<() => void>()

/** Whether single keys act: people who speak to their computer, or type with a stick, turn that off. */
export function shortcutsAreOn(): boolean {
  return localStorage.getItem(KEY) !== 'off'
}

export function turnShortcuts(on: boolean) {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
  for (const listener of listeners) listener()
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, shortcutsAreOn, () => true)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
