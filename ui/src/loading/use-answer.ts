import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { useEffect, useEffectEvent, useState } from 'react'

export type Answer<Value> =
  | { state: 'waiting'; value?: undefined; error?: undefined }
  | { state: 'here'; value: Value; error?: undefined }
  | { state: 'refused'; value?: undefined; error: ApiError }

/**
 * Asks once for every `key`, and again on `retry`; an older answer never replaces a newer one. Nothing is asked for the first
 * key where its answer is here already, as `first`.
 */
export function useAnswer<Value>(key: string, ask: (signal: AbortSignal) => Promise<Value>, first?: Value) {
  const [round, setRound] = useState(0)
  const asked = `${key} ${round}`
  const [known, setKnown] = useState<{ asked: string; answer: Answer<Value> } | undefined>(
    first === undefined ? undefined : { asked, answer: { state: 'here', value: first } },
  )
  const isHere = useEffectEvent(() => known?.asked === asked)
  const askNow = useEffectEvent((signal: AbortSignal) => ask(signal))

  useEffect(() => {
    if (isHere()) return
    const leaving = new AbortController()
    const tell = (answer: Answer<Value>) => {
      if (!leaving.signal.aborted) setKnown({ asked, answer })
    }
    askNow(leaving.signal).then(
      (value) => tell({ state: 'here', value }),
      (error: unknown) => tell({ state: 'refused', error: asRefusal(error) }),
    )
    return () => leaving.abort()
  }, [asked])

  const answer: Answer<Value> = known?.asked === asked ? known.answer : { state: 'waiting' }
  return { answer, retry: () => setRound((n) => n + 1) }
}

/** What a failed call says; anything that is no answer of ours counts as not reached. */
export function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  return new ApiError(0, { code: 'unreachable', message: m.common_unreachable() })
}
