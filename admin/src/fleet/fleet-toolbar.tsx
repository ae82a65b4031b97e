import type { Reply } from '@twende/ui/api/call.ts'
import { Field, Select } from '@twende/ui/controls/field.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { QueueTabs } from '../queue-tabs.tsx'
import { type FleetDeskSearch, fleetDeskHref, fleetTabs, readFleetDeskSearch } from './fleet-search.ts'

type LoadedFleet = Pick<Reply<'GET /api/admin/cars'>, 'counts'> & {
  search: FleetDeskSearch
  categories: string[]
}

/** Which cars are listed, and the search among them. */
export function FleetToolbar({ fleet: { search, counts, categories } }: { fleet: LoadedFleet }) {
  const { change } = useAddressSearch((query) => {
    const { search, category } = readFleetDeskSearch(query)
    return { search, category, show: query.get('show') ?? undefined }
  })
  return (
    <div className="mt-4 grid gap-4">
      <QueueTabs
        label="Cars"
        counted="cars"
        tabs={fleetTabs.map(({ show, label }) => ({
          to: fleetDeskHref({ ...search, show, page: 1 }),
          label,
          current: show === search.show,
          count: counts[show],
        }))}
      />
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_14rem]">
        <Field label="Search cars" labelHidden>
          <SearchInput
            value={search.search}
            placeholder="Name, category or place"
            onSearch={(words) => change({ search: words })}
          />
        </Field>
        <Field label="Category" labelHidden>
          <Select
            name="category"
            value={search.category}
            onChange={({ target }) => change({ category: target.value || undefined })}
          >
            <option value="">All categories</option>
            {categories.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        </Field>
      </div>
    </div>
  )
}
