import type { Pagination } from '@twende/contract/text.ts'

type FoundCountProps = Pick<Pagination, 'total' | 'orMore'> & { what: string }

/** How much was found; a search that finds more than its list leads to says so, and what to do. */
export function FoundCount({ total, orMore, what }: FoundCountProps) {
  return (
    <p role="status" className="mb-3 font-semibold">
      {`${total.toLocaleString('en-KE')}${orMore ? '+' : ''} ${what}`}
      {orMore && <span className="ml-2 font-normal text-soft">Add a word to the search to find fewer.</span>}
    </p>
  )
}
