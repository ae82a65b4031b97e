import type { AdminListingDetail } from '@twende/contract/listings/listing.ts'
import { useRights } from '../frame/rights.tsx'
import { DecisionButtons, KeyButton, useShortcuts } from '../list/shortcuts.tsx'
import { decisionKeys, decisionTexts } from './decision-texts.ts'
import { type Decision, decisionsOn } from './listing-status-label.ts'

type DecisionBarProps = { listing: AdminListingDetail; onDecide: (decision: Decision) => void }

/** What waits comes first, with its opposite: the payment, the car, its changes, then a listing off the market. */
const pairs: readonly (readonly [Decision, Decision?])[] = [
  ['approve', 'refuse'],
  ['verify', 'sendBack'],
  ['acceptName', 'sendBack'],
  ['approveEdit', 'refuseEdit'],
  ['restore'],
]

/** What may be done now: the decision that waits first, then the others, each with its key. */
export function DecisionBar({ listing, onDecide }: DecisionBarProps) {
  const open = decisionsOn(listing, useRights())
  const keys = open.map((decision) => [decisionKeys[decision], () => onDecide(decision)] as const)
  useShortcuts(Object.fromEntries(keys))
  const pair: readonly (Decision | undefined)[] = pairs.find(([waits]) => open.includes(waits)) ?? []
  const first = open.filter((decision) => pair.includes(decision))
  const rest = open.filter((decision) => !first.includes(decision))
  if (open.length === 0) return null
  return (
    <>
      {first.length > 0 && (
        <DecisionButtons>
          {first.map((decision, at) => (
            <DecisionButton key={decision} decision={decision} main={at === 0} onDecide={onDecide} />
          ))}
        </DecisionButtons>
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
  return (
    <KeyButton
      shortcut={decisionKeys[decision]}
      variant={main ? 'primary' : 'secondary'}
      size={small ? 'sm' : 'md'}
      className={small ? undefined : 'flex-1 md:flex-none'}
      onClick={() => onDecide(decision)}
    >
      {decisionTexts[decision]().label}
    </KeyButton>
  )
}
