import { useShortcuts } from './listings/use-queue-keys.ts'

/** J and K walk the focus through the rows of a list, / goes to its search. */
export function useRowKeys() {
  useShortcuts({
    j: () => focusBy(1),
    k: () => focusBy(-1),
    '/': () => document.querySelector<HTMLInputElement>('input[name="search"]')?.focus(),
  })
}

function focusBy(step: number) {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter(
    (row) => row.offsetParent !== null,
  )
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = at < 0 ? rows[0] : rows[at + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
