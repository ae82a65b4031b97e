import type { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { openLogin } from '@twende/ui/accounts/login-prompt.ts'
import { call, sendOfferingProof } from '@twende/ui/api/call.ts'
import { alertPerson } from '@twende/ui/controls/toast.ts'
import { newKey } from '@twende/ui/form/new-key.ts'
import { asRefusal } from '@twende/ui/loading/use-answer.ts'
import { useRef, useState } from 'react'
import { type Choices, chosenExtras } from './booking-choices.ts'
import type { Attempt, PlacedBooking } from './booking-draft.ts'
import { loadNewPrice } from './later-steps.ts'

type Wiring = {
  carId: string
  choices: Choices
  attempt: Attempt | null
  saveAttempt: (attempt: Attempt) => void
  onPlaced: (placed: PlacedBooking) => void
  /** The rental period cannot be had as chosen: back to the dates, with the server's newest word on them. */
  onPeriodRefused: () => void
  /** An extra is offered no longer, or the child seats are taken: back to the extras. */
  onExtrasRefused: () => void
}

const PERIOD_ERRORS: ReadonlySet<string> = new Set([
  'car_taken',
  'car_not_covered',
  'car_unavailable',
  'car_not_found',
  'rental_dates_invalid',
  'rental_too_short',
  'location_unknown',
])

const EXTRA_ERRORS: ReadonlySet<string> = new Set([
  'extra_not_offered',
  'child_seats_taken',
  'chauffeurs_taken',
])

/** Sends the booking once however often it is tapped, and meets each way the server can say no. */
export function usePlaceBooking(wiring: Wiring) {
  const { carId, choices, attempt, saveAttempt, onPlaced, onPeriodRefused, onExtrasRefused } = wiring
  const [placing, setPlacing] = useState(false)
  const busy = useRef(false)
  const last = useRef(attempt)
  const remember = (now: Attempt) => {
    last.current = now
    saveAttempt(now)
  }

  async function place(shownTotal: number): Promise<PlacedBooking | undefined> {
    if (busy.current) return undefined
    busy.current = true
    setPlacing(true)
    const body = bookingBody(carId, choices, shownTotal)
    const text = JSON.stringify(body)
    const sent = last.current?.body === text ? last.current : { body: text, key: newKey() }
    remember(sent)
    try {
      const send = (offersProof: boolean) =>
        call('POST /api/booking/create', { body }, { idempotencyKey: sent.key, offersProof })
      const placed = await (body.paymentMethod === 'mpesa' ? sendOfferingProof(send) : send(false))
      onPlaced(placed)
      return placed
    } catch (error) {
      // The key stays: an earlier answer may have been lost, and a booking that was refused was not made under it.
      void meet(asRefusal(error), shownTotal)
      return undefined
    } finally {
      busy.current = false
      setPlacing(false)
    }
  }

  async function meet(refusal: ApiError, shownTotal: number) {
    if (refusal.code === 'not_signed_in') {
      return openLogin({ prompt: true, onSignedIn: () => void place(shownTotal) })
    }
    if (refusal.code === 'price_changed') return confirmNewPrice(refusal, shownTotal)
    alertPerson(m.book_failed({ message: saidOf(refusal) }), 'error')
    if (PERIOD_ERRORS.has(refusal.code)) onPeriodRefused()
    if (EXTRA_ERRORS.has(refusal.code)) onExtrasRefused()
  }

  async function confirmNewPrice(refusal: ApiError, shownTotal: number) {
    const agreed = await loadNewPrice()
      .then(({ agreeNewPrice }) => agreeNewPrice(carId, choices, { shownTotal, sentence: refusal.message }))
      .catch(() => undefined)
    if (agreed === undefined) return alertPerson(m.book_failed({ message: refusal.message }), 'error')
    if (agreed.total !== null) await place(agreed.total)
  }

  return { placing, place }
}

/** The server's words, or ours where it has none. */
function saidOf({ code, message, reason }: ApiError): string {
  return code === 'internal' ? reason || m.book_failed_unknown() : message
}

/** The choices alone: names, prices and totals are the server's to know; it only compares the total. */
function bookingBody(carId: string, choices: Choices, finalAmount: number) {
  const { paymentMethod, mpesaNumber } = choices
  const extras = chosenExtras(choices)
  return {
    carId,
    startDate: choices.startDate,
    endDate: choices.endDate,
    pickupTime: choices.pickupTime,
    dropoffTime: choices.dropoffTime,
    pickupLocation: choices.pickupLocation.trim(),
    dropoffLocation: choices.dropoffLocation.trim(),
    customerInfo: {
      firstName: choices.firstName.trim(),
      lastName: choices.lastName.trim(),
      email: choices.email.trim(),
      phone: choices.phone.trim(),
      licenseNumber: choices.licenseNumber.trim(),
      address: choices.address.trim(),
    },
    paymentMethod,
    paymentDetails: { mpesaNumber: paymentMethod === 'mpesa' ? mpesaNumber.trim() : '' },
    specialRequests: choices.specialRequests.trim(),
    ...(extras && {
      extras: {
        ...extras,
        deliveryAddress: extras.deliveryToAddress ? choices.deliveryAddress.trim() : '',
        collectionAddress: extras.collectionFromAddress ? choices.collectionAddress.trim() : '',
      },
    }),
    finalAmount,
  }
}
