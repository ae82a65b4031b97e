import { addDays, type Day, showDay } from '@twende/contract/calendar-day.ts'
import { classes } from '@twende/ui/controls/classes.ts'

const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })

/** The days above the cars, today marked. */
export function DayHeads({ fromDay, days, today }: { fromDay: Day; days: number; today: Day }) {
  return (
    <thead>
      <tr>
        <th
          scope="col"
          className="sticky top-0 left-0 z-40 border-r border-b border-line bg-card px-3 py-2 text-left align-bottom text-sm font-semibold text-soft"
        >
          {monthOf(fromDay)}
        </th>
        {Array.from({ length: days }, (_, at) => addDays(fromDay, at)).map((day) => (
          <DayHead key={day} day={day} isToday={day === today} />
        ))}
      </tr>
    </thead>
  )
}

function DayHead({ day, isToday }: { day: Day; isToday: boolean }) {
  const name = weekday.format(new Date(`${day}T00:00:00Z`))
  return (
    <th
      scope="col"
      aria-label={`${name} ${showDay(day)}${isToday ? ', today' : ''}`}
      className={classes(
        'sticky top-0 z-30 border-r border-b border-line px-0 py-1.5 text-center text-sm leading-tight font-normal last:border-r-0',
        isToday ? 'bg-acacia text-paper' : name.startsWith('S') ? 'bg-sand' : 'bg-card',
      )}
    >
      <span className="block">{name}</span>
      <span className="figures block text-base font-semibold">{Number(day.slice(8))}</span>
      {day.endsWith('-01') && <span className="block text-xs">{monthOf(day).slice(0, 3)}</span>}
    </th>
  )
}

/** `Nov 2026`. */
function monthOf(day: Day): string {
  return showDay(day).replace(/^\d+ /, '')
}
