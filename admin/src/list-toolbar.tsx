import { Button } from '@twende/ui/controls/button.tsx'
import { Field } from '@twende/ui/controls/field.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { ExportButton } from './export-button.tsx'

type SearchBarProps = {
  label: string
  placeholder: string
  words: string | undefined
  onSearch: (words: string | undefined) => void
  save: () => Promise<void>
}
type ListToolbarProps = SearchBarProps & {
  /** How many filters are in force. */
  inForce: number
  filters: (id: string) => ReactNode
}

/** The search of a list, its filters behind a button, and the way to take it home. */
export function ListToolbar({
  label,
  placeholder,
  words,
  onSearch,
  inForce,
  filters,
  save,
}: ListToolbarProps) {
  const [open, setOpen] = useState(inForce > 0)
  const panel = useId()
  return (
    <>
      <div className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,1fr)_auto_auto]">
        <Field label={label} labelHidden className="col-span-2 md:col-span-1">
          <SearchInput value={words ?? ''} placeholder={placeholder} onSearch={onSearch} />
        </Field>
        <Button
          variant="secondary"
          icon={<SlidersHorizontal aria-hidden="true" className="size-5" />}
          aria-expanded={open}
          aria-controls={open ? panel : undefined}
          onClick={() => setOpen(!open)}
        >
          Filters{inForce > 0 && ` (${inForce})`}
        </Button>
        <ExportButton save={save} />
      </div>
      {open && filters(panel)}
    </>
  )
}

/** The same for a list that has no filters. */
export function SearchBar({ label, placeholder, words, onSearch, save }: SearchBarProps) {
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)_auto] gap-3">
      <Field label={label} labelHidden>
        <SearchInput value={words ?? ''} placeholder={placeholder} onSearch={onSearch} />
      </Field>
      <ExportButton save={save} beside />
    </div>
  )
}
