import type { AppDeps } from '../../deps.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { markEmailProven } from '../account-store.ts'
import { type Contact, contactHash } from './contact.ts'
import { challengeId, fitsChallenge } from './contact-challenge.ts'

const TRIES_OF_CODE = 5
/** For all codes to one address or number together, and of one account: new codes give no more tries than these. */
const TRIES_AN_HOUR = 30

type CheckDeps = Pick<AppDeps, 'db' | 'clock' | 'tokenSecret' | 'countGuess'>
type CodeTry = { contact: Contact; challenge: string; code: string; currentUser: CurrentUser | undefined }

/** Checks the code that was sent; sent again, because the answer was lost, it is right again. The address of the account is proven with it for good. */
export async function checkContactCode(deps: CheckDeps, proof: CodeTry): Promise<void> {
  const { contact, challenge, currentUser } = proof
  const now = deps.clock.now()
  const id = challengeId(challenge, now)
  if (id === undefined) throw new AppError('wrong_code')
  const isOwn = currentUser !== undefined && contact.email === currentUser.email
  const subjects = [
    ...(currentUser ? [`by ${currentUser.accountId}`] : []),
    // Strangers cannot use up the tries of a person who is signed in and proves the address of the account.
    ...(isOwn ? [] : [`of ${contactHash(contact, deps.tokenSecret)}`]),
  ]
  const guess = await deps.countGuess([
    { bucket: `tries of contact code ${id}`, max: TRIES_OF_CODE, seconds: 3600 },
    ...subjects.map((subject) => ({
      bucket: `contact codes tried ${subject}`,
      max: TRIES_AN_HOUR,
      seconds: 3600,
    })),
  ])
  if (!guess.allowed || !fitsChallenge(deps, proof)) throw new AppError('wrong_code')
  await guess.forgive()
  if (isOwn) await markEmailProven(deps.db, currentUser.accountId, now)
}
