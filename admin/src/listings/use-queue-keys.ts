import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { shortcutsAreOn } from '../shortcuts.ts'

/** Walks through the queue with J and K; the doors answer an address, or nothing at the end. */
export function useQueueKeys(doors: { next: () => string | undefined; previous: () => string | undefined }) {
  const navigate = useNavigate()
  useShortcuts({
    j: () => go(doors.next()),
    k: () => go(doors.previous()),
    '/': () => document.querySelector<HTMLInputElement>('input[name="search"]')?.focus(),
  })
  function go(href: string | undefined) {
    if (href) void navigate(href, { replace: true, preventScrollReset: false })
  }
}

/** Single keys that do something on a page, while nothing is being typed and no dialog is open. */
export function useShortcuts(keys: Readonly<Record<string, (() => void) | undefined>>) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key.toLowerCase()]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function isTaken(target: EventTarget | null): boolean {
  if (!shortcutsAreOn() || document.querySelector('[role="dialog"], [role="alertdialog"]')) return true
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  )
}
