import type { ApiError } from '@twende/contract/http/call.ts'
import { useSyncExternalStore } from 'react'
import { contactProof } from '../api/call.ts'

/** A call that was refused until the person proves an email address or a phone number. */
export type ContactProofRequest = {
  /** Why the server asks, and for what. */
  refusal: ApiError
  /** Another number for each question. */
  asked: number
  answer: (proved: boolean) => void
}

let request: ContactProofRequest | undefined
let questions = 0
let answered: Promise<boolean> | undefined
const listeners = new Set<() => void>()

function tell(next: ContactProofRequest | undefined) {
  request = next
  for (const listener of listeners) listener()
}

/** Asks the person; one question for all calls that wait. False where they would not. */
function askForContactProof(refusal: ApiError): Promise<boolean> {
  answered ??= new Promise<boolean>((answer) => {
    tell({ refusal, asked: ++questions, answer })
  }).finally(() => {
    answered = undefined
    tell(undefined)
  })
  return answered
}

/** The question that waits for an answer. */
export function useContactProofRequest(): ContactProofRequest | undefined {
  return useSyncExternalStore(
    subscribe,
    () => request,
    () => undefined,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  contactProof.ask = askForContactProof
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    contactProof.ask = undefined
    request?.answer(false)
  }
}
