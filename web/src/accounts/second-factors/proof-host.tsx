import { useEffect, useState } from 'react'
import { later } from '../../ui/later.ts'
import { WhenOpen } from '../../ui/when-open.tsx'
import { answerProofRequests } from './fresh-proof.ts'

const ProofDialog = later(() => import('./proof-dialog.tsx').then((module) => module.ProofDialog))

/** Shows the one dialog that asks for a fresh proof; once, on pages whose calls may need one. */
export function ProofHost() {
  const [request, setRequest] = useState<{ answer: (proved: boolean) => void }>()
  const [round, setRound] = useState(0)
  useEffect(
    () =>
      answerProofRequests(
        () =>
          new Promise((resolve) => {
            setRound((before) => before + 1)
            setRequest({
              answer: (proved) => {
                setRequest(undefined)
                resolve(proved)
              },
            })
          }),
      ),
    [],
  )
  return (
    <WhenOpen open={request !== undefined}>
      <ProofDialog key={round} open={request !== undefined} onAnswer={(proved) => request?.answer(proved)} />
    </WhenOpen>
  )
}
