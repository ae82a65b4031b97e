import { useSyncExternalStore } from 'react'
import { WhenOpen } from '../controls/when-open.tsx'
import { lazyWithRetry } from '../loading/lazy-with-retry.ts'

const ProofDialog = lazyWithRetry(() => import('./proof-dialog.tsx').then((module) => module.ProofDialog))

type ProofRequest = { answer: (proved: boolean) => void }

let request: ProofRequest | undefined
let answered: Promise<boolean> | undefined
/** Each question has a dialog of its own, which stays while it closes. */
let rounds = 0
const listeners = new Set<() => void>()

function setRequest(next: ProofRequest | undefined) {
  request = next
  for (const listener of listeners) listener()
}

/** Asks the person; one question for all calls that wait. False where they would not prove themselves. */
export function askForProof(): Promise<boolean> {
  answered ??= new Promise<boolean>((answer) => {
    rounds += 1
    setRequest({ answer })
  }).finally(() => {
    answered = undefined
    setRequest(undefined)
  })
  return answered
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    // Nobody can answer any more once the page is left.
    if (listeners.size === 0) request?.answer(false)
  }
}

/** Shows the one dialog that asks for a fresh proof. */
export function ProofHost() {
  const asked = useSyncExternalStore(
    subscribe,
    () => request,
    () => undefined,
  )
  return (
    <WhenOpen open={asked !== undefined}>
      <ProofDialog key={rounds} open={asked !== undefined} onAnswer={(proved) => asked?.answer(proved)} />
    </WhenOpen>
  )
}
