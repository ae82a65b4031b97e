import { Download, SlidersHorizontal } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { Await, Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useAddressSearch } from '../../ui/use-address-search.ts'
import { saveCsv } from '../save-csv.ts'
import type { FoundBookings } from './bookings-page.tsx'
import { DeskFilters } from './desk-filters.tsx'
import { type DeskSearch, deskHref, deskTabs, readDeskSearch } from './desk-search.ts'

type DeskToolbarProps = { search: DeskSearch; found: Promise<FoundBookings> }

/** The queues with how many wait in each, the search and the filters, and the way to take the list home. */
export function DeskToolbar({ search, found }: DeskToolbarProps) {
  const { change } = useAddressSearch((query) => ({
    ...readDeskSearch(query),
    queue: query.get('queue') ?? undefined,
  }))
  const inForce = [search.status, search.carId, search.fromDay, search.toDay].filter(Boolean).length
  const [open, setOpen] = useState(inForce > 0)
  const [saving, setSaving] = useState(false)
  const panel = useId()
  async function save() {
    setSaving(true)
    const { page: _, ...wish } = search
    await saveCsv('GET /api/admin/bookings.csv', wish)
    setSaving(false)
  }
  return (
    <>
      <Queues search={search} found={found} />
      <div className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,1fr)_auto_auto]">
        <Field label="Search bookings" labelHidden className="col-span-2 md:col-span-1">
          <SearchInput
            value={search.search ?? ''}
            placeholder="Reference, name, phone or car"
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
      {open && <DeskFilters id={panel} search={search} onChange={change} />}
    </>
  )
}

function Queues({ search, found }: DeskToolbarProps) {
  return (
    <nav aria-label="Queues" className="-mx-4 mt-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0">
      <ul className="flex gap-1">
        {deskTabs.map(({ queue, label }) => (
          <li key={queue}>
            <Link
              to={deskHref({ queue })}
              aria-current={queue === search.queue ? 'page' : undefined}
              className={classes(
                '-mb-px flex min-h-12 items-center gap-2 border-b-3 px-3 font-semibold whitespace-nowrap',
                queue === search.queue ? 'border-acacia' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {label}
              <Suspense fallback={null}>
                <Await resolve={found} errorElement={null}>
                  {({ counts }) => (
                    <Count n={queue === 'all' ? 0 : counts[queue]} urgent={queue === 'overdue'} />
                  )}
                </Await>
              </Suspense>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Count({ n, urgent }: { n: number; urgent: boolean }) {
  if (n === 0) return null
  return (
    <span
      className={classes(
        'figures min-w-6 rounded-full px-1.5 py-0.5 text-center text-sm',
        urgent ? 'bg-clay-tint text-clay-deep' : 'bg-sunrise-tint text-sunrise-ink',
      )}
    >
      {n}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
