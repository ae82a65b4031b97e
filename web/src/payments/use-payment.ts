import type { Payment } from '@twende/contract/payments/payment.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useEffect, useEffectEvent, useState } from 'react'

const QUICK_MS = 1500
const STEADY_MS = 3000
const SLOW_MS = 10_000
/** A prompt on a phone lives for about a minute; after that nothing happens often. */
const QUICK_FOR_MS = 45_000
const STEADY_FOR_MS = 3 * 60_000

/** Follows a payment until its money is here. It rests while the page is hidden and looks at once when it comes back. */
export function usePayment(first: Payment) {
  const [latest, setLatest] = useState(first)
  const payment = latest._id === first._id ? latest : first
  const [round, setRound] = useState(0)
  const done = isOver(payment.status)

  const look = useEffectEvent(async (signal: AbortSignal) => {
    const paymentId = first._id
    // A missed answer is made up for by the next look.
    const answer = await call('GET /api/payment/:paymentId', { params: { paymentId } }, { signal }).catch(
      () => null,
    )
    if (answer && !signal.aborted) setLatest(answer.data)
  })

  useEffect(() => {
    if (done) return
    const leaving = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      timer = setTimeout(lookAndWait, pause(first, payment.status))
    }
    const lookAndWait = async () => {
      if (document.hidden) return
      await look(leaving.signal)
      if (!leaving.signal.aborted) wait()
    }
    const wake = () => {
      clearTimeout(timer)
      if (!document.hidden) void lookAndWait()
    }
    if (round > 0) void lookAndWait()
    else wait()
    document.addEventListener('visibilitychange', wake)
    return () => {
      leaving.abort()
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [done, first, payment.status, round])

  return { payment, lookNow: () => setRound((n) => n + 1) }
}

/** Money is here, or went back: nothing more to wait for. What failed may still turn out to be paid. */
function isOver(status: Payment['status']): boolean {
  return status === 'paid' || status === 'refunding' || status === 'refunded'
}

function pause({ startedAt }: Payment, status: Payment['status']): number {
  const passedMs = serverNow().getTime() - Date.parse(startedAt)
  if (status !== 'processing' && status !== 'pending') return SLOW_MS
  if (passedMs < QUICK_FOR_MS) return QUICK_MS
  return passedMs < STEADY_FOR_MS ? STEADY_MS : SLOW_MS
}
