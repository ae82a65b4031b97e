import type { AdminBooking } from '@twende/contract/bookings/admin-booking.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { useShortcuts } from '../listings/use-queue-keys.ts'
import { useShortcutsOn } from '../shortcuts.ts'
import { Key } from '../shortcuts-note.tsx'
import { actionsOn, type DeskAction, deskActions } from './desk-actions.ts'

type ActionBarProps = { booking: AdminBooking; onAct: (action: DeskAction) => void }

/** What may be done now: what is due first at the thumb, then the rest, each with its key. */
export function ActionBar({ booking, onAct }: ActionBarProps) {
  const open = actionsOn(booking)
  useShortcuts(Object.fromEntries(open.map((action) => [deskActions[action].key, () => onAct(action)])))
  const [first, ...rest] = open
  if (!first) return null
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-5 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 no-print">
      <ActionButton action={first} main onAct={onAct} />
      {rest.map((action) => (
        <ActionButton key={action} action={action} onAct={onAct} />
      ))}
    </div>
  )
}

type ActionButtonProps = { action: DeskAction; main?: boolean; onAct: (action: DeskAction) => void }

function ActionButton({ action, main = false, onAct }: ActionButtonProps) {
  const { label, key } = deskActions[action]
  const keyed = useShortcutsOn()
  return (
    <Button
      variant={main ? 'primary' : 'secondary'}
      size={main ? 'md' : 'sm'}
      className={main ? 'min-w-full flex-1 sm:min-w-0 md:flex-none' : 'flex-1 md:flex-none'}
      aria-keyshortcuts={keyed ? key : undefined}
      onClick={() => onAct(action)}
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
