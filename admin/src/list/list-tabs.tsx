import { m } from '@twende/messages'
import { classes } from '@twende/ui/controls/classes.ts'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

const looks = {
  quiet: 'bg-sand text-ink',
  waiting: 'bg-sunrise-tint text-sunrise-ink',
  late: 'bg-clay-tint text-clay-deep',
}

export type TabLink = {
  to: string
  label: string
  current: boolean
  count?: number | undefined
  look?: keyof typeof looks | undefined
}
type ListTabsProps = { label?: string | undefined; tabs: readonly TabLink[] }

/** Parts of a list as tabs that are links, each with how much is in it. */
export function ListTabs({ label = m.admin_common_queues(), tabs }: ListTabsProps) {
  const bar = useCurrentInSight<HTMLElement>(tabs.find(({ current }) => current)?.to)
  return (
    <nav
      ref={bar}
      aria-label={label}
      className="relative -mx-4 mt-4 min-w-0 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0 no-print"
    >
      <ul className="flex gap-1">
        {tabs.map(({ to, label, current, count, look }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={current ? 'page' : undefined}
              className={classes(
                '-mb-px flex min-h-12 items-center gap-2 border-b-3 px-3 font-semibold whitespace-nowrap',
                current ? 'border-acacia' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {label}
              {count ? <TabCount count={count} look={look ?? 'quiet'} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TabCount({ count, look }: { count: number; look: keyof typeof looks }) {
  return (
    <span className={classes('figures min-w-6 rounded-full px-1.5 py-0.5 text-center text-sm', looks[look])}>
      {count}
      {look !== 'quiet' && <span className="sr-only"> {m.admin_common_waiting()}</span>}
    </span>
  )
}

/** For a bar of links that may be longer than its place: brings the one that is open to its middle, whenever `open` changes. */
export function useCurrentInSight<Bar extends HTMLElement>(open: string | undefined) {
  const bar = useRef<Bar>(null)
  useEffect(() => {
    const link = bar.current?.querySelector('[aria-current="page"]')
    if (open === undefined || !bar.current || !link) return
    const [visible, spot] = [bar.current.getBoundingClientRect(), link.getBoundingClientRect()]
    bar.current.scrollLeft += spot.left + spot.width / 2 - visible.left - visible.width / 2
    bar.current.scrollTop += spot.top + spot.height / 2 - visible.top - visible.height / 2
  }, [open])
  return bar
}
