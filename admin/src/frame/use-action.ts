import { toast } from '@twende/ui/controls/toast.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

/** Runs an action of a button, shows what its answer or refusal says, and loads the page again. */
export function useAction() {
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()
  async function run(action: () => Promise<{ message: string }>) {
    setPending(true)
    try {
      toast.success((await action()).message)
    } catch (error) {
      toast.error(asRefusal(error).message)
    }
    await revalidate()
    setPending(false)
  }
  return { pending, run }
}
