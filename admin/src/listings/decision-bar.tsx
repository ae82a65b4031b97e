import type { AdminListingDetail } from '@twende/contract/listings/listing.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { useShortcutsOn } from '../shortcuts.ts'
import { Key } from '../shortcuts-note.tsx'
import { decisionKinds } from './decision-kinds.ts'
import { type Decision, decisionsOn } from './listing-words.ts'
import { useShortcuts } from './use-queue-keys.ts'

type DecisionBarProps = { listing: AdminListingDetail; onDecide: (decision: Decision) => void }

/** What waits comes first, with its opposite: the payment, the car, its changes, then a listing off the market. */
const pairs: readonly (readonly [Decision, Decision?])[] = [
  ['approve', 'refuse'],
  ['verify', 'sendBack'],
  ['approveEdit', 'refuseEdit'],
  ['restore'],
]

/** What may be done now: the decision that waits first, then the others, each with its key. */
export function DecisionBar({ listing, onDecide }: DecisionBarProps) {
  const open = decisionsOn(listing)
  const keys = open.map((decision) => [decisionKinds[decision].key, () => onDecide(decision)] as const)
  useShortcuts(Object.fromEntries(keys))
  const pair: readonly (Decision | undefined)[] = pairs.find(([waits]) => open.includes(waits)) ?? []
  const first = open.filter((decision) => pair.includes(decision))
  const rest = open.filter((decision) => !first.includes(decision))
  if (open.length === 0) return null
  return (
    <>
      {first.length > 0 && (
        <div className="sticky bottom-0 z-20 -mx-4 mt-5 flex items-center gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 no-print">
          {first.map((decision, at) => (
            <DecisionButton key={decision} decision={decision} main={at === 0} onDecide={onDecide} />
          ))}
        </div>
      )}
      {rest.length > 0 && (
        <div className="mt-4 flex flex-wrap gap-3 border-t border-line pt-4">
          {rest.map((decision) => (
            <DecisionButton key={decision} decision={decision} main={false} small onDecide={onDecide} />
          ))}
        </div>
      )}
    </>
  )
}

type DecisionButtonProps = {
  decision: Decision
  main: boolean
  small?: boolean
  onDecide: (decision: Decision) => void
}

function DecisionButton({ decision, main, small = false, onDecide }: DecisionButtonProps) {
  const { label, key } = decisionKinds[decision]
  const keyed = useShortcutsOn()
  return (
    <Button
      variant={main ? 'primary' : 'secondary'}
      size={small ? 'sm' : 'md'}
      className={small ? undefined : 'flex-1 md:flex-none'}
      aria-keyshortcuts={keyed ? key : undefined}
      onClick={() => onDecide(decision)}
    >
      {label}
      {keyed && (
        <span aria-hidden="true" className="hidden lg:inline">
          <Key>{key.toUpperCase()}</Key>
        </span>
      )}
    </Button>
  )
}
