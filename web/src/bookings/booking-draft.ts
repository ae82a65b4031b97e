import type { Reply } from '@twende/ui/api/call.ts'
import type { StaySearch } from '../links.ts'
import { type Choices, noChoices, readChoices, withoutStay, withStay } from './booking-choices.ts'

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
export function openDraft(key: DraftKey, visit: string, stay: StaySearch): Draft {
  const kept = read(draftName(key))
  const draft = kept ?? {
    choices: read(personName(key.owner))?.choices ?? noChoices,
    attempt: null,
    placed: null,
  }
  if (draft.placed?.visit === visit) return draft
  const choices = draft.placed ? withoutStay(draft.choices) : draft.choices
  return { choices: withStay(choices, stay), attempt: draft.placed ? null : draft.attempt, placed: null }
}

export function keepDraft(key: DraftKey, draft: Draft) {
  write(draftName(key), draft)
  write(personName(key.owner), { choices: withoutStay(draft.choices) })
}

/** The car of the last visit, for a visit that does not name one. */
export function lastCar(owner: string): string | undefined {
  return sessionStorage.getItem(carName(owner)) ?? undefined
}

export function keepLastCar({ owner, carId }: DraftKey) {
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
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '')
    if (typeof kept !== 'object' || kept === null) return undefined
    const parts = new Map<string, unknown>(Object.entries(kept))
    return {
      choices: readChoices(parts.get('choices')),
      attempt: readAttempt(parts.get('attempt')),
      placed: readPlaced(parts.get('placed')),
    }
  } catch {
    return undefined
  }
}

function readAttempt(kept: unknown): Attempt | null {
  if (typeof kept !== 'object' || kept === null || !('body' in kept) || !('key' in kept)) return null
  const { body, key } = kept
  return typeof body === 'string' && typeof key === 'string' ? { body, key } : null
}

function readPlaced(kept: unknown): Placed | null {
  if (typeof kept !== 'object' || kept === null || !('bookingId' in kept) || !('visit' in kept)) return null
  const { bookingId, visit } = kept
  if (typeof bookingId !== 'string' || typeof visit !== 'string') return null
  const paymentId = 'paymentId' in kept && typeof kept.paymentId === 'string' ? kept.paymentId : null
  return { bookingId, paymentId, visit }
}
