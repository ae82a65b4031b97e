import type { Pagination as Paging } from '@twende/contract/text.ts'
import type { ReactNode } from 'react'
import { classes } from '../controls/classes.ts'
import { Pagination } from './pagination.tsx'

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
