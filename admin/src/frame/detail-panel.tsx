import { keepAmounts } from '@twende/contract/keep-amounts.ts'
import { classes } from '@twende/ui/controls/classes.ts'
import type { ReactNode } from 'react'

/** One subject of a thing that is looked at closely: a title and what there is to say. */
export function DetailPanel({
  title,
  aside,
  as: Heading = 'h3',
  children,
}: {
  title: string
  aside?: ReactNode
  /** `h2` where the panels stand right under the page's title. */
  as?: 'h2' | 'h3'
  children: ReactNode
}) {
  return (
    <section aria-label={title} className="panel p-4 sm:p-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Heading className="text-lg">{title}</Heading>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** More does not fit into half the width of a phone without breaking words, as those of an address do. */
const MOST_BESIDE = 16

/** A sentence. */
const MOST_IN_A_COLUMN = 60

function widthOf(value: ReactNode): string | false {
  if (typeof value !== 'string' || value.length <= MOST_BESIDE) return false
  return value.length > MOST_IN_A_COLUMN ? 'col-span-full' : 'col-span-full sm:col-span-1'
}

/** Facts side by side, a long one alone on a phone: what they are and what they say; those that say nothing are left out. */
export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-3">
      {facts
        .filter(([, value]) => value !== '' && value !== false && value !== null && value !== undefined)
        .map(([label, value]) => (
          <div key={label} className={classes('min-w-0', widthOf(value))}>
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="figures font-medium break-words">
              {typeof value === 'string' ? keepAmounts(value) : value}
            </dd>
          </div>
        ))}
    </dl>
  )
}
