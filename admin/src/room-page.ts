import { ApiError } from '@twende/contract/http/call.ts'
import { soon } from '@twende/ui/loading/soon.ts'

/** What a room shows, or why it cannot. */
export type Brought<Answer> = { answer: Answer; failed?: undefined } | { answer?: undefined; failed: string }

/** Loads what a room shows: at once when it comes quickly, else behind skeletons; a refusal is a sentence to show. */
export function bringRoom<Answer>(asked: Promise<Answer>) {
  return soon(
    asked.then(
      (answer): Brought<Answer> => ({ answer }),
      (error: unknown): Brought<Answer> => {
        if (error instanceof ApiError && error.code !== 'not_signed_in') return { failed: error.message }
        throw error
      },
    ),
  )
}
