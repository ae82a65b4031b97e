import type { ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import { ApiError } from '@twende/contract/http/call.ts'
import { m } from '@twende/messages'
import { call } from '../api/call.ts'
import { TextButton } from '../form/form-parts.tsx'
import { type Proof, ProofForm } from './proof-form.tsx'

type SecondStepFormProps = {
  question: ProofQuestion
  onDone: (token: string) => void
  /** Back to the password, with a sentence if that is not what the person chose. */
  onBack: (words?: string) => void
}

/** The second step of a log-in. Import it lazily: most people never see it. */
export function SecondStepForm({ question, onDone, onBack }: SecondStepFormProps) {
  async function finish(proof: Proof) {
    if ('password' in proof) return
    const body = { challenge: question.challenge, ...proof }
    try {
      onDone((await call('POST /api/user/second-factor', { body })).token)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'challenge_over') throw error
      onBack(error.message)
    }
  }
  return (
    <>
      <ProofForm question={question} yes={m.common_log_in()} onProof={finish} />
      <p className="mt-2">
        <TextButton onClick={() => onBack()}>{m.login_back()}</TextButton>
      </p>
    </>
  )
}
