import { FilterChips } from '@twende/ui/list/filter-chips.tsx'
import { Suspense } from 'react'
import { Await } from 'react-router'

type Whose = { whose: string | null }
type WhoseChipProps = {
  accountId: string | undefined
  found: Whose | Promise<Whose>
  change: (changed: { accountId: undefined }) => void
}

/** Says that a list is one person's, and leads to everybody's. */
export function WhoseChip({ accountId, found, change }: WhoseChipProps) {
  if (accountId === undefined) return null
  const chip = (name: string) => (
    <FilterChips
      chips={[{ name: 'accountId', label: `Of ${name}` }]}
      onDrop={() => change({ accountId: undefined })}
      onClear={undefined}
    />
  )
  return (
    <div className="mt-3">
      <Suspense fallback={chip('one person')}>
        <Await resolve={found} errorElement={chip('one person')}>
          {({ whose }: Whose) => chip(whose ?? 'somebody who is not here')}
        </Await>
      </Suspense>
    </div>
  )
}
