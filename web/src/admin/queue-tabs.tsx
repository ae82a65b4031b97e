import { Link } from 'react-router'
import { classes } from '../ui/classes.ts'

export type QueueTab = { to: string; label: string; current: boolean; count?: number | undefined }
type QueueTabsProps = {
  label: string
  tabs: readonly QueueTab[]
  /** What the number beside a tab means. */
  counted?: string
  /** Marks the numbers as things that wait for somebody. */
  urgent?: boolean
}

/** The lists of a room as tabs that are links, each with how much is in it. */
export function QueueTabs({ label, tabs, counted = 'waiting', urgent = false }: QueueTabsProps) {
  return (
    <nav
      aria-label={label}
      className="relative -mx-4 min-w-0 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0 no-print"
    >
      <ul className="flex gap-1">
        {tabs.map(({ to, label: words, current, count }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={current ? 'page' : undefined}
              className={classes(
                '-mb-px flex min-h-12 items-center gap-2 border-b-3 px-3 font-semibold whitespace-nowrap',
                current ? 'border-acacia' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {words}
              {count !== undefined && count > 0 && (
                <span
                  className={classes(
                    'figures min-w-6 rounded-full px-1.5 py-0.5 text-center text-sm',
                    urgent ? 'bg-sunrise-tint text-sunrise-ink' : 'bg-sand text-ink',
                  )}
                >
                  {count}
                  <span className="sr-only"> {counted}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
