import { LinkButton } from '@twende/ui/controls/button.tsx'
import { EmptyState } from '@twende/ui/controls/page-states.tsx'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyQueueProps = {
  /** What the list is of, as in "payment". */
  thing: string
  /** Whether a search or a filter is in force. */
  narrowed: boolean
  /** The same queue without them. */
  whole: string
  /** What it means that nothing is in the whole queue. */
  children: ReactNode
}

/** A queue in which nothing waits, or nothing that was asked for. */
export function EmptyQueue({ thing, narrowed, whole, children }: EmptyQueueProps) {
  return (
    <div className="panel">
      <EmptyState
        icon={<CircleCheck />}
        title={narrowed ? `No ${thing}s found` : 'All done'}
        action={
          narrowed && (
            <LinkButton variant="secondary" to={whole}>
              Clear filters
            </LinkButton>
          )
        }
      >
        {narrowed ? `No ${thing} of this queue matches.` : children}
      </EmptyState>
    </div>
  )
}
