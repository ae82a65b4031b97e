import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import type { FilterLists } from '../content/filter-lists.ts'
import type { FleetSearch } from '../links.ts'
import { Button } from '../ui/button.tsx'
import { Field, Select } from '../ui/field.tsx'
import { later } from '../ui/later.ts'
import { WhenOpen } from '../ui/when-open.tsx'
import { FleetFilters } from './fleet-filters.tsx'
import { filterChips, sortNames } from './fleet-search.ts'
import { SearchInput } from './search-input.tsx'
import { StayFields } from './stay-fields.tsx'

const Sheet = later(() => import('../ui/dialog.tsx').then((module) => module.Sheet))

export type FleetControlsProps = {
  today: string
  lists: FilterLists
  search: FleetSearch
  found: number
  onChange: (search: FleetSearch) => void
  onClear: () => void
}

/** Dates, search, sort, and the filters: a panel on wide screens, a sheet on phones. */
export function FleetControls({ today, lists, search, found, onChange, onClear }: FleetControlsProps) {
  const [panel, setPanel] = useState(false)
  const [sheet, setSheet] = useState(false)
  const panelId = useId()
  const toggle = () => (window.matchMedia('(min-width: 768px)').matches ? setPanel(!panel) : setSheet(true))
  const inForce = filterChips({ ...search, search: undefined }).length
  const filters = <FleetFilters lists={lists} search={search} onChange={onChange} />
  return (
    <div className="mt-8 flex flex-col gap-4">
      <StayFields today={today} search={search} onChange={onChange} />
      <div className="grid grid-cols-2 gap-3 md:grid-cols-[1fr_auto_14rem]">
        <Field label="Search" labelHidden className="col-span-2 md:col-span-1">
          <SearchInput value={search.search ?? ''} onSearch={(words) => onChange({ search: words })} />
        </Field>
        <Button
          variant="secondary"
          icon={<SlidersHorizontal aria-hidden="true" className="size-5" />}
          aria-expanded={panel}
          aria-controls={panel ? panelId : undefined}
          onClick={toggle}
        >
          Filters{inForce > 0 && ` (${inForce})`}
        </Button>
        <Field label="Sort" labelHidden>
          <Select
            value={search.sort ?? 'recommended'}
            onChange={({ target }) =>
              onChange({ sort: target.value === 'recommended' ? undefined : target.value })
            }
          >
            {Object.entries(sortNames).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {panel && (
        <section id={panelId} aria-label="Filters" className="panel hidden p-5 md:block">
          {filters}
        </section>
      )}
      <WhenOpen open={sheet}>
        <Sheet
          open={sheet}
          onOpenChange={setSheet}
          title="Filters"
          footer={
            <span className="flex w-full gap-3">
              <Button variant="secondary" onClick={onClear}>
                Clear
              </Button>
              <Button className="flex-1" onClick={() => setSheet(false)}>
                Show {found} vehicle(s)
              </Button>
            </span>
          }
        >
          {filters}
        </Sheet>
      </WhenOpen>
    </div>
  )
}
