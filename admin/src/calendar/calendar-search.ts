import { isDay } from '@twende/contract/calendar-day.ts'
import { addressReader } from '@twende/ui/list/address-reader.ts'
import { links } from '../links.ts'

export type CalendarSearch = {
  from?: string | undefined
  weeks: 2 | 4
  search?: string | undefined
  page?: number | undefined
}

export function readCalendarSearch(query: URLSearchParams): CalendarSearch {
  const { text, page } = addressReader(query)
  const from = text('from', 10)
  return {
    from: from && isDay(from) ? from : undefined,
    weeks: query.get('weeks') === '4' ? 4 : 2,
    search: text('search', 100),
    page: page(),
  }
}

export function calendarHref({ weeks, page, ...search }: CalendarSearch): string {
  return links.calendar({
    ...search,
    weeks: weeks === 4 ? 4 : undefined,
    page: page === 1 ? undefined : page,
  })
}
