import { ApiError } from '@twende/contract/http/call.ts'
import { toast } from '@twende/ui/controls/toast.ts'

/** What became of it: `done`, `late` when somebody was faster, else the sentence that says why not. */
export async function doWithRefund(
  deed: () => Promise<{ message: string }>,
): Promise<'done' | 'late' | { problem: string }> {
  try {
    toast.success((await deed()).message)
    return 'done'
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code !== 'refund_wrong_state') return { problem: error.message }
    toast.error(error.message)
    return 'late'
  }
}
