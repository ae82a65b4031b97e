import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** A part of a page of details, under its own heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </section>
  )
}

type FactsProps = {
  rows: ReadonlyArray<readonly [name: string, fact: string | null]>
  /** Where names are long. */
  wide?: boolean
}

/** Facts by name; those that are not known are left out. */
export function Facts({ rows, wide = false }: FactsProps) {
  const columns = wide ? 'grid-cols-[8.5rem_minmax(0,1fr)]' : 'grid-cols-[6.5rem_minmax(0,1fr)]'
  return (
    <dl className={classes('grid gap-x-3 gap-y-1', columns)}>
      {rows
        .filter(([, fact]) => fact)
        .map(([name, fact]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="figures">{fact}</dd>
          </div>
        ))}
    </dl>
  )
}
