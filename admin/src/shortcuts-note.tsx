import { turnShortcuts, useShortcutsOn } from './shortcuts.ts'

/** A key, drawn as one. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-grid h-6 min-w-6 place-items-center rounded-xs border border-current px-1 font-text text-xs leading-none font-semibold">
      {children}
    </kbd>
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
        Single-key shortcuts
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
