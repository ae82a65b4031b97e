import type { PasskeyRequest, ProofMethod, ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import type { Clock } from '../../basic-deps.ts'
import type { Db } from '../../db/database.ts'
import { type Secrets, tokenHash } from '../secrets.ts'
import { type ChallengePurpose, deleteExpiredChallenges, insertChallenge } from './challenge-store.ts'
import { countRecoveryCodes, findApp, findPasskeys } from './factor-store.ts'
import { passkeyRequest } from './passkey-ceremony.ts'

export type FactorDeps = {
  db: Db
  clock: Clock
  secrets: Secrets
  tokenSecret: string
  config: { publicUrl: string; payments: { movesRealMoney: boolean } }
}

/** Long enough to fetch a phone and to start again once. */
const CHALLENGE_MINUTES = 10

/** Stores a challenge for one answer. Its token is returned to the person only; the database holds the hash. */
export async function createChallenge(
  { db, clock, secrets }: Pick<FactorDeps, 'db' | 'clock' | 'secrets'>,
  input: {
    accountId: string
    purpose: ChallengePurpose
    sealedSecret?: string
    passwordHash?: string
  },
): Promise<{ challenge: string; passkeyChallenge: string }> {
  const challenge = secrets.token()
  const passkeyChallenge = secrets.token()
  const now = clock.now()
  await insertChallenge(db, {
    tokenHash: tokenHash(challenge),
    accountId: input.accountId,
    purpose: input.purpose,
    passkeyChallenge,
    sealedSecret: input.sealedSecret ?? null,
    passwordFingerprint: tokenHash(input.passwordHash ?? ''),
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHALLENGE_MINUTES * 60_000),
  })
  return { challenge, passkeyChallenge }
}

type SecondFactorInput = { accountId: string; purpose: 'sign_in' | 'prove'; passwordHash?: string }

/** A challenge for the second factor of an account; undefined if it has none. */
export async function createSecondFactorChallenge(
  deps: FactorDeps,
  input: SecondFactorInput,
): Promise<ProofQuestion | undefined> {
  const { db, config } = deps
  const [passkeys, app] = await Promise.all([findPasskeys(db, input.accountId), findApp(db, input.accountId)])
  if (passkeys.length === 0 && !app) return undefined
  const codes = await countRecoveryCodes(db, input.accountId)
  const { challenge, passkeyChallenge } = await createChallenge(deps, input)
  const methods: ProofMethod[] = [
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    ...(app ? ['app' as const] : []),
    ...(codes > 0 ? ['recovery' as const] : []),
  ]
  const passkey: PasskeyRequest | null =
    passkeys.length > 0 ? passkeyRequest(config.publicUrl, passkeyChallenge, passkeys) : null
  return { challenge, methods, passkey }
}

/** A challenge for the signed-in person: the second factor or, without one, the password. */
export async function createProofChallenge(deps: FactorDeps, accountId: string): Promise<ProofQuestion> {
  const question = await createSecondFactorChallenge(deps, { accountId, purpose: 'prove' })
  if (question) return question
  const { challenge } = await createChallenge(deps, { accountId, purpose: 'prove' })
  return { challenge, methods: ['password'], passkey: null }
}

export function deleteOldChallenges({ db, clock }: Pick<FactorDeps, 'db' | 'clock'>): Promise<void> {
  return deleteExpiredChallenges(db, clock.now())
}
