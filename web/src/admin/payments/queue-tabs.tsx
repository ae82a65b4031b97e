import { Suspense } from 'react'
import { Await, Link } from 'react-router'
import { classes } from '../../ui/classes.ts'

type QueueTabsProps<Queue extends string> = {
  tabs: readonly { queue: Queue; label: string }[]
  chosen: Queue
  hrefOf: (queue: Queue) => string
  /** How many wait in each, once that is known. */
  counts: Promise<Partial<Record<Queue, number>>>
}

/** The queues of a room as tabs, each with how many wait in it. */
export function QueueTabs<Queue extends string>({ tabs, chosen, hrefOf, counts }: QueueTabsProps<Queue>) {
  return (
    <nav aria-label="Queues" className="-mx-4 mt-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0">
      <ul className="flex gap-1">
        {tabs.map(({ queue, label }) => (
          <li key={queue}>
            <Link
              to={hrefOf(queue)}
              aria-current={queue === chosen ? 'page' : undefined}
              className={classes(
                '-mb-px flex min-h-12 items-center gap-2 border-b-3 px-3 font-semibold whitespace-nowrap',
                queue === chosen ? 'border-acacia' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {label}
              <Suspense fallback={null}>
                <Await resolve={counts} errorElement={null}>
                  {(known) => <Count n={known[queue] ?? 0} />}
                </Await>
              </Suspense>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Count({ n }: { n: number }) {
  if (n === 0) return null
  return (
    <span className="figures min-w-6 rounded-full bg-sunrise-tint px-1.5 py-0.5 text-center text-sm text-sunrise-ink">
      {n}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
