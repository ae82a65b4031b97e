import { call } from '@twende/ui/api/call.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useEffect, useState } from 'react'

export type Verdict = 'asking' | 'paid' | 'not paid' | 'unreachable'
type Asked = { success: string; orderId: string }

/** A payment may be on its way for a moment after its page said so. */
const TRIES = 6
const PAUSE_MS = 2000

/** Whether an order is paid, by the server's books; whoever says `success` is believed no more than to ask again. */
export function useVerdict({ success, orderId }: Asked): { verdict: Verdict; retry: () => void } {
  const [round, setRound] = useState(0)
  const [known, setKnown] = useState<{ round: number; verdict: Verdict }>()
  useEffect(() => {
    let wanted = true
    void verdictOn({ success, orderId }, () => wanted).then((verdict) => {
      if (wanted) setKnown({ round, verdict })
    })
    return () => {
      wanted = false
    }
  }, [success, orderId, round])
  const verdict = known?.round === round ? known.verdict : 'asking'
  return { verdict, retry: () => setRound((n) => n + 1) }
}

async function verdictOn({ success, orderId }: Asked, wanted: () => boolean): Promise<Verdict> {
  for (let tries = 1; wanted(); tries++) {
    try {
      const answer = await call('POST /api/order/verify', { body: { success, orderId } })
      if (answer.success) return 'paid'
      if (!answer.pending || success !== 'true' || tries === TRIES) return 'not paid'
    } catch (error) {
      return asRefusal(error).code === 'unreachable' ? 'unreachable' : 'not paid'
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return 'asking'
}
