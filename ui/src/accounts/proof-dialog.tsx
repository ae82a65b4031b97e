import type { ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../api/call.ts'
import { Dialog } from '../controls/dialog.tsx'
import { ErrorState } from '../controls/page-states.tsx'
import { type Proof, ProofForm } from './proof-form.tsx'

type ProofDialogProps = { open: boolean; onAnswer: (proved: boolean) => void }

/** Asks for a fresh proof before something that could do harm. Import it lazily. */
export function ProofDialog({ open, onAnswer }: ProofDialogProps) {
  const [question, setQuestion] = useState<ProofQuestion>()
  const [failed, setFailed] = useState('')
  const askAgain = useCallback(async () => {
    try {
      setFailed('')
      setQuestion((await call('POST /api/user/proof-question', {})).data)
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : m.common_unreachable())
    }
  }, [])
  useEffect(() => void askAgain(), [askAgain])
  async function prove(proof: Proof) {
    if (!question) return
    try {
      await call('POST /api/user/proof', { body: { challenge: question.challenge, ...proof } })
      onAnswer(true)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'challenge_over') await askAgain()
      throw error
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => next || onAnswer(false)}
      size="sm"
      title={m.login_proof_title()}
      description={m.login_proof_text()}
    >
      {failed && <ErrorState message={failed} onRetry={() => void askAgain()} />}
      {question && !failed && <ProofForm question={question} yes={m.login_proof_confirm()} onProof={prove} />}
    </Dialog>
  )
}
