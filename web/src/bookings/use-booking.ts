import type { Booking, BookingEvent } from '@twende/contract/bookings/booking.ts'
import type { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useEffect, useEffectEvent, useState } from 'react'

export type KnownBooking = { booking: Booking; timeline: readonly BookingEvent[] }

const LOOK_MS = 15_000

/** A booking kept up to date while it is unpaid; the last known one stays on screen while it is asked again. */
export function useBooking(bookingId: string, first: Booking | undefined) {
  const [known, setKnown] = useState<KnownBooking | undefined>(first && { booking: first, timeline: [] })
  const [refusal, setRefusal] = useState<ApiError>()
  const [round, setRound] = useState(0)

  const look = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const answer = await call('GET /api/booking/:bookingId', { params: { bookingId } }, { signal })
      if (signal.aborted) return
      setKnown({ booking: answer.data, timeline: answer.timeline })
      setRefusal(undefined)
    } catch (error) {
      if (!signal.aborted) setRefusal(asRefusal(error))
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: every round looks again
  useEffect(() => {
    const leaving = new AbortController()
    void look(leaving.signal)
    return () => leaving.abort()
  }, [bookingId, round])

  const unpaid = known?.booking.status === 'pending'
  useEffect(() => {
    if (!unpaid) return
    const timer = setInterval(() => {
      if (!document.hidden) setRound((n) => n + 1)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [unpaid])

  return { known, refusal, refresh: () => setRound((n) => n + 1) }
}
