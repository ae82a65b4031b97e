import { m } from '@twende/messages'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { Pencil, Trash2 } from 'lucide-react'
import { useAction } from '../frame/use-action.ts'

type EditAndRemoveProps = {
  name: string
  /** What removing it means, in the question before it is done. */
  removeText: string
  remove: () => Promise<{ message: string }>
  onEdit: () => void
}

/** The actions of a line of a price list; removing it is asked about. */
export function EditAndRemove({ name, removeText, remove, onEdit }: EditAndRemoveProps) {
  const { pending, run } = useAction()
  async function askAndRemove() {
    const confirmed = await ask({
      sentence: m.admin_prices_remove_title({ name }),
      more: removeText,
      yes: m.admin_prices_remove(),
      danger: true,
    })
    if (confirmed) await run(remove)
  }
  return (
    <div className="flex gap-2">
      <Button
        size="sm"
        variant="secondary"
        icon={<Pencil aria-hidden="true" className="size-4" />}
        aria-label={m.admin_prices_edit_label({ name })}
        onClick={onEdit}
      >
        {m.admin_prices_edit()}
      </Button>
      <Button
        size="sm"
        variant="quiet"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        aria-label={m.admin_prices_remove_label({ name })}
        pending={pending}
        onClick={() => void askAndRemove()}
      >
        {m.admin_prices_remove()}
      </Button>
    </div>
  )
}
