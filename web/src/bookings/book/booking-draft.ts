import type { Reply } from '@twende/ui/api/call.ts'
import { serverNow } from '@twende/ui/api/server-clock.ts'
import { useEffect, useState } from 'react'
import { type Location, useLocation, useNavigate } from 'react-router'
import type { StaySearch } from '../../links.ts'
import {
  type Choices,
  changeChoices,
  forAnotherBooking,
  noChoices,
  readChoices,
  withPeriod,
} from './booking-choices.ts'
import { furthestStep, type Step } from './wizard-rules.ts'

/** What the server answers to a placed booking. */
export type PlacedBooking = Reply<'POST /api/booking/create'>

/** A request as it was last sent: sent again unchanged, it carries the same key and books once. */
export type Attempt = { body: string; key: string }
/** The booking this draft became, and the visit to the wizard in which it did. */
export type Placed = { bookingId: string; paymentId: string | null; visit: string }
export type Draft = { choices: Choices; attempt: Attempt | null; placed: Placed | null }

/** Whose draft it is: it holds a name and a phone number, which the next person on this machine must not find. */
export type DraftKey = { owner: string; carId: string }

const draftName = ({ owner, carId }: DraftKey) => `booking ${owner} ${carId}`
const personName = (owner: string) => `booking person ${owner}`
const carName = (owner: string) => `booking car ${owner}`

/** Takes up the draft of a car where it was left; a new visit after a finished booking starts with new dates. */
export function openDraft(key: DraftKey, visit: string, period: StaySearch): Draft {
  const saved = read(draftName(key))
  const draft = saved ?? {
    choices: read(personName(key.owner))?.choices ?? noChoices,
    attempt: null,
    placed: null,
  }
  if (draft.placed?.visit === visit) return draft
  const choices = draft.placed ? forAnotherBooking(draft.choices) : draft.choices
  return { choices: withPeriod(choices, period), attempt: draft.placed ? null : draft.attempt, placed: null }
}

export function saveDraft(key: DraftKey, draft: Draft) {
  write(draftName(key), draft)
  write(personName(key.owner), { choices: forAnotherBooking(draft.choices) })
}

/** The car of the last visit, for a visit that does not name one. */
export function lastCar(owner: string): string | undefined {
  return sessionStorage.getItem(carName(owner)) ?? undefined
}

export function saveLastCar({ owner, carId }: DraftKey) {
  sessionStorage.setItem(carName(owner), carId)
}

function write(key: string, value: unknown) {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A full or forbidden store: the draft then lives as long as the page.
  }
}

function read(key: string): Draft | undefined {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(key) ?? '')
    if (typeof saved !== 'object' || saved === null) return undefined
    const parts = new Map<string, unknown>(Object.entries(saved))
    return {
      choices: readChoices(parts.get('choices')),
      attempt: readAttempt(parts.get('attempt')),
      placed: readPlaced(parts.get('placed')),
    }
  } catch {
    return undefined
  }
}

function readAttempt(saved: unknown): Attempt | null {
  if (typeof saved !== 'object' || saved === null || !('body' in saved) || !('key' in saved)) return null
  const { body, key } = saved
  return typeof body === 'string' && typeof key === 'string' ? { body, key } : null
}

function readPlaced(saved: unknown): Placed | null {
  if (typeof saved !== 'object' || saved === null || !('bookingId' in saved) || !('visit' in saved))
    return null
  const { bookingId, visit } = saved
  if (typeof bookingId !== 'string' || typeof visit !== 'string') return null
  const paymentId = 'paymentId' in saved && typeof saved.paymentId === 'string' ? saved.paymentId : null
  return { bookingId, paymentId, visit }
}

/** The draft of a visit to the wizard, kept at every change, and the step it stands on. */
export function useBookingDraft(
  { owner, carId }: DraftKey,
  { visit, step: asked }: BookVisit,
  period: StaySearch,
) {
  const [draft, setDraft] = useState(() => openDraft({ owner, carId }, visit, period))
  const [fresh, setFresh] = useState<PlacedBooking>()
  const { search } = useLocation()
  const navigate = useNavigate()
  const step: Step = draft.placed ? 4 : lower(asked, furthestStep(draft.choices, serverNow()))

  useEffect(() => saveDraft({ owner, carId }, draft), [owner, carId, draft])

  const add = (more: Partial<Draft>) => setDraft((last) => ({ ...last, ...more }))
  return {
    draft,
    step,
    /** The booking as it was answered, until the page is left. */
    fresh,
    change: (some: Partial<Choices>) =>
      setDraft((last) => ({ ...last, choices: changeChoices(last.choices, some) })),
    saveAttempt: (attempt: Attempt) => add({ attempt }),
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
    savePayment: (paymentId: string) =>
      setDraft((last) => (last.placed ? { ...last, placed: { ...last.placed, paymentId } } : last)),
  }
}

function lower(asked: Step, furthest: Step): Step {
  return asked < furthest ? asked : furthest
}

export type Wizard = ReturnType<typeof useBookingDraft>

/** One walk through the wizard: all its steps share the `visit`, the key of its first history entry. */
export type BookVisit = { visit: string; step: Step }

type State = { carId: string; visit: string; step: Step }

export function visitState(state: State): State {
  return state
}

/** What the navigation state says; a bare `{ carId }` opens the first step. */
export function readVisit({ state, key }: Pick<Location, 'state' | 'key'>): BookVisit & {
  carId: string | undefined
} {
  const values = new Map<string, unknown>(Object.entries(isObject(state) ? state : {}))
  const carId = values.get('carId')
  const visit = values.get('visit')
  const step = values.get('step')
  return {
    carId: typeof carId === 'string' && carId ? carId : undefined,
    visit: typeof visit === 'string' ? visit : key,
    step: step === 2 || step === 3 ? step : 1,
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
