import type { ChangePreview } from '@twende/contract/bookings/change-record.ts'
import type { RentalPeriod } from '@twende/contract/bookings/rental-period.ts'
import type { ApiError } from '@twende/contract/http/call.ts'
import { call } from '@twende/ui/api/call.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useEffect, useState } from 'react'

/** What the server says of a change: `asking` until the answer for just this period is there. */
export type ChangeCheck =
  | { state: 'none' | 'asking' }
  | { state: 'known'; preview: ChangePreview }
  | { state: 'refused'; refusal: ApiError }

const TYPING_MS = 350

/** What a booking is to have. */
type Choice = RentalPeriod & { carId: string }

/** Asks what a change of a booking would cost, a moment after it was chosen; nothing while all is as booked. */
export function useChangePreview(bookingId: string, booked: Choice, choice: Choice) {
  const [known, setKnown] = useState<{ asked: string; check: ChangeCheck }>()
  const { startDate, endDate, pickupTime, dropoffTime, carId } = choice
  const isSame = keyOf(booked) === keyOf(choice)
  const asked = startDate && endDate && !isSame ? keyOf(choice) : ''

  useEffect(() => {
    if (!asked) return
    const leaving = new AbortController()
    const tell = (check: ChangeCheck) => {
      if (!leaving.signal.aborted) setKnown({ asked, check })
    }
    const request = { params: { bookingId }, query: { startDate, endDate, pickupTime, dropoffTime, carId } }
    const timer = setTimeout(() => {
      call('GET /api/booking/:bookingId/change', request, { signal: leaving.signal }).then(
        ({ data }) => tell({ state: 'known', preview: data }),
        (error: unknown) => tell({ state: 'refused', refusal: asRefusal(error) }),
      )
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [asked, bookingId, startDate, endDate, pickupTime, dropoffTime, carId])

  const check: ChangeCheck = !asked
    ? { state: 'none' }
    : known?.asked === asked
      ? known.check
      : { state: 'asking' }
  return {
    check,
    replace: (preview: ChangePreview) => setKnown({ asked, check: { state: 'known', preview } }),
  }
}

function keyOf({ startDate, endDate, pickupTime, dropoffTime, carId }: Choice): string {
  return [startDate, pickupTime, endDate, dropoffTime, carId].join(' ')
}
