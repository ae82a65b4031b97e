import { Download, SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useAddressSearch } from '../../ui/use-address-search.ts'
import { saveCsv } from '../save-csv.ts'
import { MoneyFilters } from './money-filters.tsx'
import { type MoneySearch, moneyHref, moneyTabs, readMoneySearch } from './money-search.ts'
import type { FoundMoney } from './payments-page.tsx'
import { QueueTabs } from './queue-tabs.tsx'

/** The queues, the search and the filters, and the way to take the list home. */
export function MoneyToolbar({
  search,
  counts,
}: {
  search: MoneySearch
  counts: Promise<FoundMoney['counts']>
}) {
  const { change } = useAddressSearch((query) => ({
    ...readMoneySearch(query),
    queue: query.get('queue') ?? undefined,
  }))
  const { purpose, method, status, fromDay, toDay } = search
  const inForce = [purpose, method, status, fromDay, toDay].filter(Boolean).length
  const [open, setOpen] = useState(inForce > 0)
  const [saving, setSaving] = useState(false)
  const panel = useId()
  async function save() {
    setSaving(true)
    const { page: _, ...wish } = search
    await saveCsv('GET /api/admin/payments.csv', wish)
    setSaving(false)
  }
  return (
    <>
      <QueueTabs
        tabs={moneyTabs}
        chosen={search.queue}
        hrefOf={(queue) => moneyHref({ queue })}
        counts={counts}
      />
      <div className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,1fr)_auto_auto]">
        <Field label="Search payments" labelHidden className="col-span-2 md:col-span-1">
          <SearchInput
            value={search.search ?? ''}
            placeholder="M-Pesa code, phone, name or reference"
            onSearch={(words) => change({ search: words })}
          />
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
          onClick={() => void save()}
        >
          Export CSV
        </Button>
      </div>
      {open && <MoneyFilters id={panel} search={search} onChange={change} />}
    </>
  )
}
