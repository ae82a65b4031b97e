import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

type HideToggleProps = {
  name: string
  hidden: boolean
  onSet: (hidden: boolean) => Promise<unknown>
}

/** Takes a thing out of what everybody sees, or puts it back; a toast undoes it. */
export function HideToggle({ name, hidden, onSet }: HideToggleProps) {
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()

  async function set(hide: boolean, undone = false) {
    setPending(true)
    try {
      await onSet(hide)
      const words = hide ? m.admin_catalog_hidden({ name }) : m.admin_catalog_shown({ name })
      if (undone) toast.info(words)
      else toast.undoable(words, () => void set(!hide, true))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast.error(error.message)
    }
    await revalidate()
    setPending(false)
  }
  return (
    <Button
      size="sm"
      variant="quiet"
      pending={pending}
      aria-label={hidden ? m.admin_catalog_show_label({ name }) : m.admin_catalog_hide_label({ name })}
      onClick={() => void set(!hidden)}
    >
      {hidden ? m.admin_catalog_show_button() : m.admin_catalog_hide_button()}
    </Button>
  )
}
