import type { RouteAnswer } from '@twende/contract/http/route.ts'
import type { Routes } from '@twende/contract/routes.ts'
import { useSession } from '@twende/ui/accounts/session.ts'
import { call } from '@twende/ui/api/call.ts'
import { useAnswer } from '@twende/ui/loading/use-answer.ts'
import { useState } from 'react'

export type KnownOrder = RouteAnswer<Routes['GET /api/order/get/:orderId']>

/** One order of the signed-in person as it was last read; what is known stays while it is read again. */
export function useOrder(orderId: string) {
  const token = useSession()?.token ?? ''
  const [known, setKnown] = useState<KnownOrder>()
  const { answer, retry } = useAnswer(`${orderId} ${token}`, (signal) =>
    call('GET /api/order/get/:orderId', { params: { orderId } }, { signal }),
  )
  if (answer.state === 'here' && answer.value !== known) setKnown(answer.value)
  return { known, error: answer.error, refresh: retry }
}
