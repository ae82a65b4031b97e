import { classes } from '@twende/ui/controls/classes.ts'
import { type ReactElement, Suspense } from 'react'
import { Await, Link } from 'react-router'
import { useCurrentInSight } from './use-current-in-sight.ts'

export type QueueTab = {
  to: string
  label: string
  current: boolean
  /** How much is in it: a number, or an element that will tell. */
  count?: number | ReactElement | undefined
}
type QueueTabsProps = {
  label?: string
  tabs: readonly QueueTab[]
  /** What the number beside a tab means. */
  counted?: string
  /** Marks the numbers as things that wait for somebody. */
  urgent?: boolean
  className?: string
}

/** The lists of a room as tabs that are links, each with how much is in it. */
export function QueueTabs({ label = 'Queues', tabs, counted, urgent = false, className }: QueueTabsProps) {
  const bar = useCurrentInSight<HTMLElement>(tabs.find(({ current }) => current)?.to)
  return (
    <nav
      ref={bar}
      aria-label={label}
      className={classes(
        'relative -mx-4 min-w-0 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0 no-print',
        className,
      )}
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
              {typeof count === 'number' ? (
                <TabCount n={count} look={urgent ? 'waiting' : 'quiet'} counted={counted} />
              ) : (
                count
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const looks = {
  quiet: 'bg-sand text-ink',
  waiting: 'bg-sunrise-tint text-sunrise-ink',
  late: 'bg-clay-tint text-clay-deep',
}
type CountLook = { look?: keyof typeof looks; counted?: string | undefined }

function TabCount({ n, look = 'waiting', counted = 'waiting' }: CountLook & { n: number }) {
  if (n === 0) return null
  return (
    <span className={classes('figures min-w-6 rounded-full px-1.5 py-0.5 text-center text-sm', looks[look])}>
      {n}
      <span className="sr-only"> {counted}</span>
    </span>
  )
}

type ComingCountProps<Known> = CountLook & { from: Promise<Known>; of: (known: Known) => number }

/** How much is in a list, once an answer that is on its way tells. */
export function ComingCount<Known>({ from, of, ...look }: ComingCountProps<Known>) {
  return (
    <Suspense fallback={null}>
      <Await resolve={from} errorElement={null}>
        {(known: Known) => <TabCount n={of(known)} {...look} />}
      </Await>
    </Suspense>
  )
}
