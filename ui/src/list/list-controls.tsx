import { m } from '@twende/messages'
import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { Field, Select } from '../controls/field.tsx'
import { WhenOpen } from '../controls/when-open.tsx'
import { lazyWithRetry } from '../loading/lazy-with-retry.ts'
import { type Chip, FilterChips } from './filter-chips.tsx'
import { SearchInput } from './search-input.tsx'

const Sheet = lazyWithRetry(() => import('../controls/dialog.tsx').then((module) => module.Sheet))

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
  /** The button of the filter sheet that leads to what was found. */
  showFound?: string | undefined
  onChange: (changed: Readonly<Record<string, string | undefined>>) => void
  onClear: () => void
}

/** Search, sort and filters of a list: a panel on wide screens, a sheet on phones; what is in force. */
export function ListControls(props: ListControlsProps) {
  const { search, sorts, chips, found, foundWords } = props
  const { showFound = m.control_show_vehicles({ found }), onChange, onClear } = props
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
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 max-[359px]:grid-cols-1 md:grid-cols-[1fr_auto_14rem]">
        <Field label={m.common_search()} labelHidden className="col-span-full md:col-span-1">
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
          {inForce > 0 ? m.control_filters_count({ count: inForce }) : m.control_filters()}
        </Button>
        <SortSelect sorts={sorts} value={search.sort} onChoose={(sort) => onChange({ sort })} />
      </div>
      {panel && <FilterPanel id={panelId} filters={filters} onClear={clear} onClose={close} />}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p role="status" className="figures font-semibold">
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
          title={m.control_filters()}
          footer={
            <span className="flex w-full gap-3">
              <Button variant="secondary" onClick={clear}>
                {m.common_clear_all()}
              </Button>
              <Button className="flex-1" onClick={() => setSheet(false)}>
                {showFound}
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
    <section id={id} aria-label={m.control_filters()} className="panel hidden p-5 md:block">
      {filters}
      <div className="mt-5 flex justify-end gap-3">
        <Button variant="quiet" size="sm" onClick={onClear}>
          {m.common_clear_all()}
        </Button>
        <Button variant="secondary" size="sm" onClick={onClose}>
          {m.common_close()}
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
    <Field label={m.control_sort()} labelHidden>
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
