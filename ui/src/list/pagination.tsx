import type { Pagination as Paging } from '@twende/contract/text.ts'
import { m } from '@twende/messages'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { classes } from '../controls/classes.ts'

type PaginationProps = { page: number; pages: number; hrefFor: (page: number) => string; label?: string }

const step = 'grid h-11 min-w-11 place-items-center rounded-md border px-2 font-semibold figures'

/** Links to the pages of a list; nothing when there is only one. A page after the last leads to the last. */
export function Pagination({ page, pages, hrefFor, label = m.control_pages() }: PaginationProps) {
  const navigate = useNavigate()
  const last = Math.max(pages, 1)
  useEffect(() => {
    if (page > last) void navigate(hrefFor(last), { replace: true })
  })
  if (pages <= 1) return null
  return (
    <nav aria-label={label} className="mt-10 flex flex-wrap items-center justify-center gap-1.5">
      <StepLink to={page > 1 ? hrefFor(page - 1) : undefined} label={m.control_page_previous()}>
        <ChevronLeft aria-hidden="true" className="size-5" />
      </StepLink>
      {shownPages(page, pages).map((n, at, all) => (
        <span key={n} className="contents">
          {at > 0 && n - (all[at - 1] ?? n) > 1 && <span className="px-1 text-soft">…</span>}
          <Link
            to={hrefFor(n)}
            aria-label={m.control_page({ page: n })}
            aria-current={n === page ? 'page' : undefined}
            className={classes(
              step,
              n === page ? 'border-acacia bg-acacia text-paper' : 'border-line bg-card hover:border-ink',
            )}
          >
            {n}
          </Link>
        </span>
      ))}
      <StepLink to={page < pages ? hrefFor(page + 1) : undefined} label={m.control_page_next()}>
        <ChevronRight aria-hidden="true" className="size-5" />
      </StepLink>
    </nav>
  )
}

function StepLink({ to, label, children }: { to: string | undefined; label: string; children: ReactNode }) {
  if (!to) return <span className={classes(step, 'border-transparent text-line')}>{children}</span>
  return (
    <Link to={to} aria-label={label} className={classes(step, 'border-line bg-card hover:border-ink')}>
      {children}
    </Link>
  )
}

/** First, last, and the neighbours of the page in view. */
export function shownPages(page: number, pages: number): number[] {
  const wanted = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
  return [...new Set(wanted)].sort((a, b) => a - b)
}

type ResultPagesProps = {
  paging: Paging | undefined
  hrefForPage: (page: number) => string
  /** The next list is on its way. */
  pending: boolean
  children: ReactNode
}

/** One page of what was found, and the way to the others. */
export function ResultPages({ paging, hrefForPage, pending, children }: ResultPagesProps) {
  return (
    <div className={classes('mt-5 transition-opacity', pending && 'opacity-55')} aria-busy={pending}>
      {children}
      <Pagination page={paging?.page ?? 1} pages={paging?.pages ?? 1} hrefFor={hrefForPage} />
    </div>
  )
}
