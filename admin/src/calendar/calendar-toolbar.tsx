import { addDays, nairobiDay } from '@twende/contract/calendar-day.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { LinkButton } from '@twende/ui/controls/button.tsx'
import { Choices } from '@twende/ui/controls/choices.tsx'
import { DateInput, Field } from '@twende/ui/controls/field.tsx'
import { SearchInput } from '@twende/ui/list/search-input.tsx'
import { useAddressSearch } from '@twende/ui/list/use-address-search.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CalendarSearch, calendarHref, readCalendarSearch } from './calendar-search.ts'

const spans = [
  { value: '2', label: '2 weeks' },
  { value: '4', label: '4 weeks' },
] as const

/** Which days and cars the calendar shows. */
export function CalendarToolbar({ search }: { search: CalendarSearch }) {
  const { change } = useAddressSearch(readCalendarSearch)
  const today = nairobiDay(serverNow())
  const from = search.from ?? today
  const at = (days: number) => calendarHref({ ...search, from: addDays(from, days) })
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <div className="flex items-center gap-1.5">
        <LinkButton variant="secondary" size="sm" to={at(-7)} preventScrollReset aria-label="A week earlier">
          <ChevronLeft aria-hidden="true" className="size-5" />
        </LinkButton>
        <LinkButton
          variant="secondary"
          size="sm"
          to={calendarHref({ ...search, from: undefined })}
          preventScrollReset
        >
          Today
        </LinkButton>
        <LinkButton variant="secondary" size="sm" to={at(7)} preventScrollReset aria-label="A week later">
          <ChevronRight aria-hidden="true" className="size-5" />
        </LinkButton>
      </div>
      <Field label="First day" labelHidden className="min-w-32 flex-1 sm:flex-none">
        <DateInput value={from} onChange={({ target }) => target.value && change({ from: target.value })} />
      </Field>
      <Choices
        legend="How many days"
        legendHidden
        look="segments"
        choices={spans}
        value={search.weeks === 4 ? '4' : '2'}
        onChange={(weeks) => change({ weeks: weeks === '4' ? 4 : undefined })}
      />
      <Field label="Search cars" labelHidden className="min-w-32 flex-1">
        <SearchInput
          value={search.search ?? ''}
          placeholder="Car"
          onSearch={(words) => change({ search: words })}
        />
      </Field>
    </div>
  )
}
