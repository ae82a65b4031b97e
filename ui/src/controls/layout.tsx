import { m } from '@twende/messages'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { classes } from './classes.ts'

/** The page's measure: its widest line and its margins. */
export function Container({
  narrow,
  className,
  children,
}: {
  narrow?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <div
      className={classes(
        'mx-auto w-full px-4 sm:px-6 lg:px-8',
        narrow ? 'max-w-3xl' : 'max-w-7xl',
        className,
      )}
    >
      {children}
    </div>
  )
}

type SectionHeadingProps = {
  title: ReactNode
  kicker?: ReactNode
  children?: ReactNode
  action?: ReactNode
  as?: 'h1' | 'h2'
}

/** The opening of a page (`as="h1"`) or of a section: a title, a sentence, and perhaps a link at its side. */
export function SectionHeading({ title, kicker, children, action, as: Heading = 'h2' }: SectionHeadingProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="max-w-2xl">
        {kicker && <p className="kicker mb-2">{kicker}</p>}
        <Heading className="title">{title}</Heading>
        {children && <div className="mt-3 text-lg text-soft">{children}</div>}
      </div>
      {action}
    </div>
  )
}

export type Crumb = { label: string; to?: string }

/** Where the page stands; the last crumb is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={m.control_breadcrumb()} className="text-sm">
      <ol className="flex flex-wrap items-center gap-1.5 text-soft">
        {crumbs.map((crumb, at) => (
          <li key={crumb.label} className="flex min-w-0 items-center gap-1.5">
            {at > 0 && <ChevronRight aria-hidden="true" className="size-4 shrink-0" />}
            {crumb.to ? (
              <Link
                to={crumb.to}
                className="inline-flex min-h-8 items-center underline-offset-4 hover:text-ink hover:underline"
              >
                {crumb.label}
              </Link>
            ) : (
              <span aria-current="page" className="truncate font-semibold text-ink">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
