import { Suspense, useEffect } from 'react'
import { later, patiently } from '../loading/later.ts'
import { freshProof } from './fresh-proof.ts'

const bringHost = () => import('./proof-host.tsx')
const ProofHost = later(() => bringHost().then((module) => module.ProofHost))

/**
 * For pages whose calls may need a fresh proof, once on each: from now on such a call asks the person. A call that is
 * refused before the dialog has been fetched waits for it.
 */
export function FreshProofs() {
  useEffect(() => {
    const ask = () => patiently(bringHost).then((module) => module.askForProof())
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
