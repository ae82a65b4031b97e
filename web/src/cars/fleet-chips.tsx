import { X } from 'lucide-react'
import type { FleetSearch } from '../links.ts'
import { filterChips } from './fleet-search.ts'

type FleetChipsProps = {
  search: FleetSearch
  onChange: (search: FleetSearch) => void
  onClear: () => void
}

/** The filters in force, each with a way to drop it. */
export function FleetChips({ search, onChange, onClear }: FleetChipsProps) {
  const chips = filterChips(search)
  if (chips.length === 0) return null
  return (
    <ul className="flex flex-wrap items-center gap-2">
      {chips.map(({ label, without }) => (
        <li key={label}>
          <button
            type="button"
            onClick={() => onChange(without)}
            aria-label={`Remove filter: ${label}`}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-md border border-line bg-card px-3 text-sm font-semibold capitalize hover:border-ink"
          >
            {label}
            <X aria-hidden="true" className="size-4" />
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={onClear}
          className="min-h-11 px-2 text-sm font-semibold text-acacia underline underline-offset-4"
        >
          Clear all
        </button>
      </li>
    </ul>
  )
}
