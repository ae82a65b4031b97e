import { useEffect, useState } from 'react'
import { later } from '../../ui/later.ts'
import { WhenOpen } from '../../ui/when-open.tsx'
import { freshProof } from './fresh-proof.ts'

const ProofDialog = later(() => import('./proof-dialog.tsx').then((module) => module.ProofDialog))

type ProofRequest = { answer: (proved: boolean) => void }

/** Shows the one dialog that asks for a fresh proof; once, on pages whose calls may need one. Import it lazily. */
export function ProofHost() {
  const [request, setRequest] = useState<ProofRequest>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    // One question for all calls that wait.
    let asked: Promise<boolean> | undefined
    const openDialog = () =>
      new Promise<boolean>((answer) => {
        setRound((before) => before + 1)
        setRequest({ answer })
      }).finally(() => {
        asked = undefined
        setRequest(undefined)
      })
    freshProof.ask = () => {
      asked ??= openDialog()
      return asked
    }
    return () => {
      freshProof.ask = undefined
    }
  }, [])
  return (
    <WhenOpen open={request !== undefined}>
      <ProofDialog key={round} open={request !== undefined} onAnswer={(proved) => request?.answer(proved)} />
    </WhenOpen>
  )
}
