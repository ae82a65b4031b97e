import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { toast } from '@twende/ui/controls/toast.ts'
import { useState } from 'react'
import { useRevalidator } from 'react-router'

/** Does something to a shared calendar, says what the answer says, and loads the page again. */
export function useCalendarAction() {
  const [pending, setPending] = useState(false)
  const { revalidate } = useRevalidator()
  async function run(action: () => Promise<{ message: string }>) {
    setPending(true)
    try {
      toast.success((await action()).message)
    } catch (error) {
      toast.error(error instanceof ApiError ? error.message : m.admin_common_unreachable())
    }
    await revalidate()
    setPending(false)
  }
  return { pending, run }
}
