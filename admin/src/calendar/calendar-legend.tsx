import { classes } from '@twende/ui/controls/classes.ts'
import { spanLooks } from './span-look.ts'

/** What the colours of the calendar mean. */
export function CalendarLegend() {
  return (
    <ul aria-label="Colours" className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {Object.values(spanLooks).map(({ word, look }) => (
        <li key={word} className="flex items-center gap-1.5">
          <span aria-hidden="true" className={classes('size-4 rounded-xs border', look)} />
          {word}
        </li>
      ))}
    </ul>
  )
}
