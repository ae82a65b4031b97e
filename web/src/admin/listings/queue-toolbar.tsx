import { Link } from 'react-router'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { useAddressSearch } from '../../ui/use-address-search.ts'
import type { LoadedQueue } from './listings-page.tsx'
import { queueHref, queueTabs, readQueueSearch } from './queue-search.ts'

/** The queues with how many wait in each, and the search in the chosen one. */
export function QueueToolbar({ queue: { search, counts } }: { queue: LoadedQueue }) {
  const { change } = useAddressSearch((query) => ({
    search: readQueueSearch(query).search,
    queue: query.get('queue') ?? undefined,
  }))
  const countOf = (queue: (typeof queueTabs)[number]['queue']) =>
    queue === 'all' ? undefined : counts[queue]
  return (
    <div className="mt-4 grid gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-end">
      <nav
        aria-label="Queues"
        className="-mx-4 min-w-0 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
      >
        <ul className="flex gap-1">
          {queueTabs.map(({ queue, label }) => (
            <li key={queue}>
              <Link
                to={queueHref({ queue, search: '', page: 1 })}
                aria-current={queue === search.queue ? 'page' : undefined}
                className={classes(
                  '-mb-px flex min-h-12 items-center gap-2 border-b-3 px-3 font-semibold whitespace-nowrap',
                  queue === search.queue ? 'border-acacia' : 'border-transparent text-soft hover:text-ink',
                )}
              >
                {label}
                <Count n={countOf(queue)} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Field label="Search listings" labelHidden>
        <SearchInput
          value={search.search}
          placeholder="Car, seller, code or CAR number"
          onSearch={(words) => change({ search: words })}
        />
      </Field>
    </div>
  )
}

function Count({ n }: { n: number | undefined }) {
  if (!n) return null
  return (
    <span className="figures min-w-6 rounded-full bg-sunrise-tint px-1.5 py-0.5 text-center text-sm text-sunrise-ink">
      {n}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
