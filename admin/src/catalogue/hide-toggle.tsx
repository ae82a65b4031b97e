import { ApiError } from '@twende/contract/http/call.ts'
import { Button } from '@twende/ui/controls/button.tsx'
import { toast } from '@twende/ui/controls/toast.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

type HideToggleProps = {
  name: string
  hidden: boolean
  /** What is true of it once it is shown, such as `in the shop`. */
  shownWords: string
  onSet: (hidden: boolean) => Promise<unknown>
}

/** Takes a thing out of what everybody sees, or puts it back; a toast undoes it. */
export function HideToggle({ name, hidden, shownWords, onSet }: HideToggleProps) {
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()

  async function set(hide: boolean, undone = false) {
    setPending(true)
    try {
      await onSet(hide)
      const words = `${name} is ${hide ? 'hidden' : shownWords}`
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
      aria-label={`${hidden ? 'Show' : 'Hide'} ${name}`}
      onClick={() => void set(!hidden)}
    >
      {hidden ? 'Show' : 'Hide'}
    </Button>
  )
}
