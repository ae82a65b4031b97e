import type { ApiError } from '@twende/contract/http/call.ts'
import { useSyncExternalStore } from 'react'

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

/** Whether a refusal asks for such a proof. */
export function asksForContactProof({ code }: ApiError): boolean {
  return code === 'contact_proof_needed' || code === 'email_proof_needed'
}

/** Asks the person; one question for all calls that wait. False where they would not, or no page can ask. */
export function askForContactProof(refusal: ApiError): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
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
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) request?.answer(false)
  }
}
