import type { ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import { ApiError } from '@twende/contract/http/call.ts'

/** What a refused log-in asks next, if its password was right and the account has a second factor. */
export function secondStepIn(error: unknown): ProofQuestion | undefined {
  if (!(error instanceof ApiError) || error.code !== 'second_factor_needed') return undefined
  return isQuestion(error.data) ? error.data : undefined
}

function isQuestion(data: unknown): data is ProofQuestion {
  return typeof data === 'object' && data !== null && 'challenge' in data && 'methods' in data
}
