import type { CatalogList } from '@twende/contract/content/catalog-choices.ts'
import type { CatalogItem } from '@twende/contract/content/catalog-routes.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { ask } from '@twende/ui/controls/ask.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { HideToggle } from './hide-toggle.tsx'

type EntryButtonProps = { shelf: CatalogList; entry: CatalogItem; name: string }

export function EntryHideButton({ shelf, entry, name }: EntryButtonProps) {
  const set = (hidden: boolean) =>
    call('POST /api/admin/catalog/:list/:itemId/visibility', {
      params: { list: shelf, itemId: entry._id },
      body: { hidden },
    })
  return <HideToggle name={name} hidden={entry.hidden} shownWords="shown again" onSet={set} />
}

/** Takes away for good what nothing uses, after asking. */
export function RemoveButton({
  shelf,
  entry,
  name,
  onRemoved,
}: EntryButtonProps & { onRemoved: () => void }) {
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()
  async function remove() {
    const more = 'Nothing uses it. It cannot be brought back; to hide it is enough for a while.'
    if (!(await ask({ sentence: `Remove ${name}?`, more, yes: 'Remove', no: 'Keep', danger: true }))) return
    setPending(true)
    try {
      const params = { list: shelf, itemId: entry._id }
      await call('POST /api/admin/catalog/:list/:itemId/remove', { params })
      toast.success(`${name} is removed`)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
    await revalidate()
    setPending(false)
    onRemoved()
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      pending={pending}
      aria-label={`Remove ${name}`}
      icon={<Trash2 aria-hidden="true" className="size-4" />}
      onClick={() => void remove()}
    >
      Remove
    </Button>
  )
}
