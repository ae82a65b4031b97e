import type { TodayCounts } from '@twende/contract/today/today-routes.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import { Link } from 'react-router'
import { type Queue, queues } from './queues.ts'

/** How much waits where; each tile leads to the queue it counts. */
export function QueueTiles({ counts }: { counts: TodayCounts }) {
  const waiting = queues.filter(({ name }) => counts[name] > 0).length
  return (
    <section aria-label="Queues" className="mt-5">
      <p role="status" className="sr-only">
        {waiting === 0 ? 'Nothing waits.' : `${waiting} of ${queues.length} queues have work in them.`}
      </p>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {queues.map((queue) => (
          <li key={queue.name}>
            <Tile queue={queue} n={counts[queue.name]} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Tile({ queue: { label, icon: Icon, to, urgent }, n }: { queue: Queue; n: number }) {
  const tone = urgent ? 'bg-clay-tint text-clay-deep' : 'bg-sunrise-tint text-sunrise-ink'
  return (
    <Link
      to={to}
      className="panel flex h-full flex-col justify-between gap-3 p-3.5 transition-colors duration-150 hover:border-ink sm:p-4"
    >
      <span className="flex items-center justify-between gap-2">
        <span
          className={classes('figures font-display text-3xl leading-none font-bold', n === 0 && 'text-soft')}
        >
          {n.toLocaleString('en-KE')}
        </span>
        <span
          className={classes(
            'grid size-9 shrink-0 place-items-center rounded-full',
            n > 0 ? tone : 'bg-sand text-soft',
          )}
        >
          <Icon aria-hidden="true" className="size-5" />
        </span>
      </span>
      <span className={classes('text-sm leading-tight font-semibold', n === 0 && 'text-soft')}>{label}</span>
    </Link>
  )
}
