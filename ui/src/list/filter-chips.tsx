import { m } from '@twende/messages'
import { X } from 'lucide-react'

/** A filter in force: its name in the address, and how it reads. */
export type Chip = { name: string; label: string }

type FilterChipsProps = {
  chips: readonly Chip[]
  onDrop: (name: string) => void
  /** Left out where a button for it is in sight already. */
  onClear: (() => void) | undefined
}

/** The filters in force, each with a way to drop it. */
export function FilterChips({ chips, onDrop, onClear }: FilterChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul className="flex min-w-0 flex-wrap items-center gap-2">
      {chips.map(({ name, label }) => (
        <li key={name} className="max-w-full min-w-0">
          <button
            type="button"
            onClick={() => onDrop(name)}
            aria-label={m.control_filter_remove({ filter: label })}
            className="inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-md border border-line bg-card px-3 text-sm font-semibold hover:border-ink"
          >
            <span className="min-w-0 text-left">{label}</span>
            <X aria-hidden="true" className="size-4 shrink-0" />
          </button>
        </li>
      ))}
      {onClear && (
        <li>
          <button
            type="button"
            onClick={onClear}
            className="min-h-11 px-2 text-sm font-semibold text-acacia underline underline-offset-4"
          >
            {m.common_clear_all()}
          </button>
        </li>
      )}
    </ul>
  )
}
