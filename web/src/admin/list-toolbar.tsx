import { Download, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { SearchInput } from '../ui/search-input.tsx'

type ListToolbarProps = {
  label: string
  placeholder: string
  words: string | undefined
  onSearch: (words: string | undefined) => void
  /** How many filters are in force. */
  inForce: number
  filters: (id: string) => ReactNode
  save: () => Promise<void>
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
  const [saving, setSaving] = useState(false)
  const panel = useId()
  async function takeHome() {
    setSaving(true)
    await save()
    setSaving(false)
  }
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
        <Button
          variant="secondary"
          icon={<Download aria-hidden="true" className="size-5" />}
          pending={saving}
          onClick={() => void takeHome()}
        >
          Export CSV
        </Button>
      </div>
      {open && filters(panel)}
    </>
  )
}
