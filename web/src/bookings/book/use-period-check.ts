import type { BookingQuote } from '@twende/contract/bookings/booking-routes.ts'
import type { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useEffect, useState } from 'react'
import { type Choices, quoteBody } from './booking-choices.ts'
import { isWholePeriod } from './wizard-rules.ts'

/** What the server says of the chosen dates, places and extras: `asking` until the answer for just these is there. */
export type PeriodCheck =
  | { state: 'none'; quote?: undefined }
  | { state: 'asking'; quote?: undefined }
  | { state: 'known'; quote: BookingQuote }
  | { state: 'refused'; refusal: ApiError; quote?: undefined }

const TYPING_MS = 350

/** Asks for price and availability whenever the rental period changes, a moment after the last change. */
export function usePeriodCheck(carId: string, choices: Choices) {
  const [round, setRound] = useState(0)
  const [known, setKnown] = useState<{ asked: string; period: string; check: PeriodCheck }>()
  const whole = isWholePeriod(choices, serverNow())
  const { startDate, endDate, pickupTime, dropoffTime } = choices
  const period = JSON.stringify([carId, startDate, endDate, pickupTime, dropoffTime])
  const body = quoteBody(carId, choices)
  const asked = whole ? JSON.stringify([body, round]) : ''

  useEffect(() => {
    if (!asked) return
    const leaving = new AbortController()
    const tell = (check: PeriodCheck) => {
      if (!leaving.signal.aborted) setKnown({ asked, period, check })
    }
    const timer = setTimeout(() => {
      const [body] = JSON.parse(asked)
      call('POST /api/booking/quote', { body }, { signal: leaving.signal }).then(
        ({ data }) => tell({ state: 'known', quote: data }),
        (error: unknown) => tell({ state: 'refused', refusal: asRefusal(error) }),
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [asked, period])

  // Other places and extras change the price and not whether the car is free: what was told of these dates stays.
  const before = known?.period === period ? known.check : undefined
  const isTaken = before?.quote?.free === false
  const check = checkOf(asked, known?.asked === asked || isTaken ? known?.check : undefined)
  return {
    check,
    price: check.quote ?? (check.state === 'asking' ? before?.quote : undefined),
    askAgain: () => setRound((n) => n + 1),
  }
}

function checkOf(asked: string, answer: PeriodCheck | undefined): PeriodCheck {
  if (!asked) return { state: 'none' }
  return answer ?? { state: 'asking' }
}
