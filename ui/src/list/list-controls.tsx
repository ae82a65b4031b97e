import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Field, Select } from '../controls/field.tsx'
import { WhenOpen } from '../controls/when-open.tsx'
import { later } from '../loading/later.ts'
import { type Chip, FilterChips } from './filter-chips.tsx'
import { SearchInput } from './search-input.tsx'

const Sheet = later(() => import('../controls/dialog.tsx').then((module) => module.Sheet))

type ListControlsProps = {
  search: { search?: string | undefined; sort?: string | undefined }
  /** Orders by their name in the address; the first is what an address without one means. */
  sorts: Readonly<Record<string, string>>
  chips: readonly Chip[]
  /** The fields of the filter panel. */
  filters: ReactNode
  /** How many were found, as it is to be read. */
  found: number | string
  /** What was found, as a sentence that begins with the number. */
  foundWords: ReactNode
  /** What the list is of. */
  things?: string | undefined
  onChange: (changed: Readonly<Record<string, string | undefined>>) => void
  onClear: () => void
}

/** Search, sort and filters of a list: a panel on wide screens, a sheet on phones; what is in force. */
export function ListControls(props: ListControlsProps) {
  const { search, sorts, chips, found, foundWords, things = 'vehicle(s)' } = props
  const { onChange, onClear } = props
  const [panel, setPanel] = useState(false)
  const [sheet, setSheet] = useState(false)
  const [cleared, setCleared] = useState(0)
  const opener = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const toggle = () => (window.matchMedia('(min-width: 768px)').matches ? setPanel(!panel) : setSheet(true))
  const inForce = chips.filter(({ name }) => name !== 'search').length
  const clear = () => {
    setCleared(cleared + 1)
    onClear()
  }
  const close = () => {
    setPanel(false)
    opener.current?.focus()
  }
  // A new key also empties fields that hold what no filter could be read from.
  const filters = <div key={cleared}>{props.filters}</div>
  return (
    <>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-[1fr_auto_14rem]">
        <Field label="Search" labelHidden className="col-span-2 md:col-span-1">
          <SearchInput value={search.search ?? ''} onSearch={(words) => onChange({ search: words })} />
        </Field>
        <Button
          ref={opener}
          variant="secondary"
          icon={<SlidersHorizontal aria-hidden="true" className="size-5" />}
          aria-expanded={panel}
          aria-controls={panel ? panelId : undefined}
          onClick={toggle}
        >
          Filters{inForce > 0 && ` (${inForce})`}
        </Button>
        <SortSelect sorts={sorts} value={search.sort} onChoose={(sort) => onChange({ sort })} />
      </div>
      {panel && <FilterPanel id={panelId} filters={filters} onClear={clear} onClose={close} />}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="font-semibold">
          {foundWords}
        </p>
        <FilterChips
          chips={chips}
          onDrop={(name) => onChange({ [name]: undefined })}
          onClear={panel ? undefined : clear}
        />
      </div>
      <WhenOpen open={sheet}>
        <Sheet
          open={sheet}
          onOpenChange={setSheet}
          title="Filters"
          footer={
            <span className="flex w-full gap-3">
              <Button variant="secondary" onClick={clear}>
                Clear All
              </Button>
              <Button className="flex-1" onClick={() => setSheet(false)}>
                Show {found} {things}
              </Button>
            </span>
          }
        >
          {filters}
        </Sheet>
      </WhenOpen>
    </>
  )
}

type FilterPanelProps = { id: string; filters: ReactNode; onClear: () => void; onClose: () => void }

function FilterPanel({ id, filters, onClear, onClose }: FilterPanelProps) {
  return (
    <section id={id} aria-label="Filters" className="panel hidden p-5 md:block">
      {filters}
      <div className="mt-5 flex justify-end gap-3">
        <Button variant="quiet" size="sm" onClick={onClear}>
          Clear All
        </Button>
        <Button variant="secondary" size="sm" onClick={onClose}>
          Close
        </Button>
      </div>
    </section>
  )
}

type SortSelectProps = {
  sorts: Readonly<Record<string, string>>
  value: string | undefined
  onChoose: (sort: string | undefined) => void
}

function SortSelect({ sorts, value, onChoose }: SortSelectProps) {
  const [usual = ''] = Object.keys(sorts)
  return (
    <Field label="Sort" labelHidden>
      <Select
        value={value ?? usual}
        onChange={({ target }) => onChoose(target.value === usual ? undefined : target.value)}
      >
        {Object.entries(sorts).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  )
}
