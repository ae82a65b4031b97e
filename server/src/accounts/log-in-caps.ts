import { AppError } from '../http/app-error.ts'
import type { CountedGuess, CountGuess, GuessCap } from '../http/guess-limits.ts'

const QUARTER = 900
const HOUR = 3600
const DAY = 86_400

/** Where a password comes from. */
export type LogInSource = {
  email: string
  network: string
  /** Of a browser that signed in to this account before. */
  knownBrowserId: string | undefined
  /** More than one where a proxy does not say which visitor a request is from. */
  networkFactor: number
}

/**
 * Wrong passwords, narrowest first. A browser that signed in to the account before is counted on its own: neither the
 * guesses of strangers nor the other customers of its network keep it out. From all others together an account takes
 * 30 an hour and 100 a day; then, and where a whole network guesses, the email has to be proved.
 */
function capsOf({ email, network, knownBrowserId, networkFactor }: LogInSource): readonly GuessCap[] {
  if (knownBrowserId !== undefined) {
    const bucket = `log-in of browser ${knownBrowserId}`
    return [
      { bucket, max: 10, seconds: QUARTER },
      { bucket, max: 50, seconds: DAY },
    ]
  }
  return [
    { bucket: `log-in ${email} ${network}`, max: 10, seconds: QUARTER },
    { bucket: `log-in of network ${network}`, max: 600 * networkFactor, seconds: HOUR },
    { bucket: `log-in ${email}`, max: 30, seconds: HOUR },
    { bucket: `log-in ${email}`, max: 100, seconds: DAY },
  ]
}

/** Counts a password before it is looked at; refuses what is beyond the caps, in the same words for unknown emails. */
export async function countLogIn(
  countGuess: CountGuess,
  source: LogInSource,
  accountId: string | undefined,
): Promise<Extract<CountedGuess, { allowed: true }>> {
  const [narrowest] = capsOf(source)
  const guess = await countGuess(capsOf(source))
  if (guess.allowed) return guess
  const isOwnCount = source.knownBrowserId !== undefined || guess.cap.bucket === narrowest?.bucket
  throw new AppError(isOwnCount ? 'rate_limited' : 'email_proof_needed', {
    retryAfterSeconds: guess.retryAfterSeconds,
    securityFacts: { accountId, limitedBy: isOwnCount ? 'email' : 'address' },
  })
}
