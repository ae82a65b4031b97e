import { addDays, type Day, nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { BusySpan } from '@twende/contract/cars/car-routes.ts'

/** Days on which a car cannot be had at all, and days on which it is away for some hours. */
export type BusyDays = { taken: ReadonlySet<Day>; partly: ReadonlySet<Day> }

/** Sorts the days of the spans in which a car is taken, by Nairobi's calendar. */
export function busyDays(spans: readonly BusySpan[]): BusyDays {
  const taken = new Set<Day>()
  const partly = new Set<Day>()
  for (const span of spans) {
    const from = new Date(span.from)
    const until = new Date(span.until)
    for (let day = nairobiDay(from); nairobiInstant(day, '00:00') < until; day = addDays(day, 1)) {
      const begins = nairobiInstant(day, '00:00')
      const ends = nairobiInstant(addDays(day, 1), '00:00')
      if (from <= begins && until >= ends) taken.add(day)
      else partly.add(day)
    }
  }
  for (const day of taken) partly.delete(day)
  return { taken, partly }
}
