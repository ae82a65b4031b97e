import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { StaySearch } from '../links.ts'
import { type BookVisit, visitState } from './book-visit.ts'
import { type Choices, changeChoices } from './booking-choices.ts'
import {
  type Attempt,
  type Draft,
  type DraftKey,
  keepDraft,
  openDraft,
  type PlacedBooking,
} from './booking-draft.ts'
import { furthestStep, type Step } from './wizard-rules.ts'

/** The draft of a visit to the wizard, kept at every change, and the step it stands on. */
export function useBookingDraft(
  { owner, carId }: DraftKey,
  { visit, step: asked }: BookVisit,
  stay: StaySearch,
) {
  const [draft, setDraft] = useState(() => openDraft({ owner, carId }, visit, stay))
  const [fresh, setFresh] = useState<PlacedBooking>()
  const { search } = useLocation()
  const navigate = useNavigate()
  const step: Step = draft.placed ? 4 : lower(asked, furthestStep(draft.choices, serverNow()))

  useEffect(() => keepDraft({ owner, carId }, draft), [owner, carId, draft])

  const add = (more: Partial<Draft>) => setDraft((last) => ({ ...last, ...more }))
  return {
    draft,
    step,
    /** The booking as it was answered, until the page is left. */
    fresh,
    change: (some: Partial<Choices>) =>
      setDraft((last) => ({ ...last, choices: changeChoices(last.choices, some) })),
    keepAttempt: (attempt: Attempt | null) => add({ attempt }),
    /** Each step is an entry in the browser's history, so that its Back button works as people expect. */
    goTo(next: Step) {
      if (next < asked) return void navigate(next - asked)
      void navigate({ search }, { state: visitState({ carId, visit, step: next }) })
    },
    /** Ends the draft; the entries of the form's steps are left behind, so that Back leaves the wizard. */
    place(answer: PlacedBooking) {
      setFresh(answer)
      const placed = { bookingId: answer.data._id, paymentId: answer.payment?._id ?? null, visit }
      add({ placed, attempt: null })
      if (asked > 1) void navigate(1 - asked)
    },
    keepPayment: (paymentId: string) =>
      setDraft((last) => (last.placed ? { ...last, placed: { ...last.placed, paymentId } } : last)),
  }
}

function lower(asked: Step, furthest: Step): Step {
  return asked < furthest ? asked : furthest
}

export type Wizard = ReturnType<typeof useBookingDraft>
