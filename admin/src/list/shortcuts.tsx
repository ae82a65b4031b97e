import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useSyncExternalStore } from 'react'

const STORAGE_KEY = 'admin shortcuts'
const listeners = new Set<() => void>()

/** Whether single keys act: people who use speech input or a switch device turn that off. */
function shortcutsAreOn(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== 'off'
}

export function turnShortcuts(on: boolean) {
  if (on) localStorage.removeItem(STORAGE_KEY)
  else localStorage.setItem(STORAGE_KEY, 'off')
  for (const listener of listeners) listener()
}

export function useShortcutsOn(): boolean {
  return useSyncExternalStore(subscribe, shortcutsAreOn, () => true)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type Keys = Readonly<Record<string, ((event: KeyboardEvent) => void) | undefined>>

/** Single keys that do something on a page, while nothing is being typed and no dialog is open. */
export function useShortcuts(keys: Keys) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key.toLowerCase()]
    if (!act || event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return
    event.preventDefault()
    act(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function isTaken(target: EventTarget | null): boolean {
  if (!shortcutsAreOn() || document.querySelector('[role="dialog"], [role="alertdialog"]')) return true
  if (!(target instanceof HTMLElement)) return false
  return target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null
}

export const focusSearch = () => document.querySelector<HTMLInputElement>('input[name="search"]')?.focus()

/** Moves the focus by `step` among the rows that are in sight, and returns the id of the row that has it now. */
export function focusRow(step: number): string | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')]
  const current = rows.findIndex((row) => row.dataset.row === focusedRow())
  const next = current < 0 ? rows[0] : rows[current + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
  return next?.dataset.row
}

/** The id of the row that has the focus, or something in it. */
export function focusedRow(): string | undefined {
  const focused = document.activeElement
  const row = focused?.closest('[data-row]') ?? focused?.closest('tr')?.querySelector('[data-row]')
  return row instanceof HTMLElement ? row.dataset.row : undefined
}

/** A key, drawn as one. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-6 min-w-6 place-items-center rounded-xs border border-current px-1 font-text text-xs leading-none font-semibold">
      {children}
    </kbd>
  )
}

/** A button with the key that does the same, where keys act; `useShortcuts` binds the key. */
export function KeyButton({
  shortcut,
  children,
  ...button
}: ComponentProps<typeof Button> & { shortcut: string }) {
  const on = useShortcutsOn()
  return (
    <Button {...button} aria-keyshortcuts={on ? shortcut : undefined}>
      {children}
      {on && (
        <span aria-hidden="true" className="hidden lg:inline">
          <Key>{shortcut.toUpperCase()}</Key>
        </span>
      )}
    </Button>
  )
}

/** The decisions about what a page shows, as buttons that stay at the lower edge of the screen. */
export function DecisionButtons({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-5 flex items-center gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 no-print">
      {children}
    </div>
  )
}

/** Which single keys act on a page, and the switch that turns them off; large screens only. */
export function ShortcutsNote({ keys }: { keys: readonly (readonly [key: string, does: string])[] }) {
  const on = useShortcutsOn()
  return (
    <div className="mt-4 hidden flex-wrap items-center gap-x-4 gap-y-2 text-sm text-soft lg:flex no-print">
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={on}
          onChange={({ target }) => turnShortcuts(target.checked)}
          className="size-4 accent-acacia"
        />
        {m.admin_common_shortcuts_label()}
      </label>
      {on &&
        keys.map(([key, does]) => (
          <span key={key} className="flex items-center gap-1.5">
            <Key>{key}</Key> {does}
          </span>
        ))}
    </div>
  )
}
