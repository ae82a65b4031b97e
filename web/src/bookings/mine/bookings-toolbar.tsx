import { BOOKING_STATUSES } from '@twende/contract/bookings/booking-status.ts'
import { bookingStatusLabels } from '@twende/contract/bookings/booking-status-format.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { Field, Input, Select } from '@twende/ui/controls/field.tsx'
import { usePendingSearch } from '@twende/ui/list/use-address-search.ts'
import { Search, SlidersHorizontal } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { type BookingsSearch, bookingsHref, countFilters, rangeLabels } from './bookings-search.ts'

const TYPING_MS = 350

/** Search and the filter panel; what they say stands in the address. */
export function BookingsToolbar({ search }: { search: BookingsSearch }) {
  const [open, setOpen] = useState(countFilters(search) > 0)
  const navigate = useNavigate()
  const panel = useId()
  const filters = countFilters(search)
  const add = usePendingSearch(search)
  const apply = (change: Record<string, string | undefined>) =>
    void navigate(bookingsHref(add(change)), { replace: true, preventScrollReset: true })
  return (
    <search className="mt-6 block">
      <div className="flex gap-3">
        <SearchBox text={search.search} onSearch={(text) => apply({ search: text })} />
        <Button
          variant="secondary"
          aria-expanded={open}
          aria-controls={panel}
          icon={<SlidersHorizontal aria-hidden="true" className="size-5" />}
          onClick={() => setOpen(!open)}
        >
          {m.my_bookings_filters()}
          {filters > 0 && <span className="figures">({filters})</span>}
        </Button>
      </div>
      <div id={panel} hidden={!open}>
        <div className="panel mt-3 grid items-end gap-4 p-4 sm:grid-cols-[1fr_1fr_auto]">
          <Field label={m.common_status()}>
            <Select
              name="status"
              value={search.status ?? ''}
              onChange={({ target }) => apply({ status: target.value || undefined })}
            >
              <option value="">{m.my_bookings_all_statuses()}</option>
              {BOOKING_STATUSES.map((status) => (
                <option key={status} value={status}>
                  {bookingStatusLabels[status]()}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={m.my_bookings_filter_dates()}>
            <Select
              name="range"
              value={search.range ?? ''}
              onChange={({ target }) => apply({ range: target.value || undefined })}
            >
              <option value="">{m.my_bookings_all_dates()}</option>
              {Object.entries(rangeLabels).map(([range, label]) => (
                <option key={range} value={range}>
                  {label()}
                </option>
              ))}
            </Select>
          </Field>
          <Button
            variant="quiet"
            disabled={filters === 0}
            onClick={() => apply({ status: undefined, range: undefined })}
          >
            {m.my_bookings_clear_filters()}
          </Button>
        </div>
      </div>
    </search>
  )
}

function SearchBox({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  const [applied, setApplied] = useState(text)
  // The address changed by something else, such as Back.
  if (text !== applied) {
    setApplied(text)
    setTyped(text)
  }
  const send = useEffectEvent(() => {
    if (typed === applied) return
    setApplied(typed)
    onSearch(typed)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every keystroke starts the wait anew
  useEffect(() => {
    const timer = setTimeout(send, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <div className="relative min-w-0 max-w-xl flex-1">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-soft"
      />
      <Input
        type="search"
        name="search"
        aria-label={m.my_bookings_search_label()}
        placeholder={m.my_bookings_search_placeholder()}
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        className="pr-2 pl-10"
      />
    </div>
  )
}
