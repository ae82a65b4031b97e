import { Suspense, useEffect } from 'react'
import { freshProof } from '../api/call.ts'
import { lazyWithRetry, retry } from '../loading/lazy-with-retry.ts'

const bringHost = () => import('./proof-host.tsx')
const ProofHost = lazyWithRetry(() => bringHost().then((module) => module.ProofHost))

/**
 * For pages whose calls may need a fresh proof, once on each: from now on such a call asks the person. A call that is
 * refused before the dialog has been fetched waits for it.
 */
export function FreshProofs() {
  useEffect(() => {
    const ask = () => retry(bringHost).then((module) => module.askForProof())
    freshProof.ask = ask
    return () => {
      if (freshProof.ask === ask) freshProof.ask = undefined
    }
  }, [])
  return (
    <Suspense>
      <ProofHost />
    </Suspense>
  )
}
