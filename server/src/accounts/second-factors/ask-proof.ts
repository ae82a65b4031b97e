import type { PasskeyRequest, ProofMethod, ProofQuestion } from '@twende/contract/accounts/second-factor.ts'
import type { Clock } from '../../basic-deps.ts'
import type { Db } from '../../db/database.ts'
import { tokenHash } from '../keyed-hash.ts'
import type { Secrets } from '../secrets.ts'
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

/** Time enough to find the phone and to start again once. */
const CHALLENGE_MINUTES = 10

/** Begins something that waits for one answer: what names it is given to the person alone, and only its hash is kept. */
export async function openChallenge(
  { db, clock, secrets }: Pick<FactorDeps, 'db' | 'clock' | 'secrets'>,
  question: {
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
    accountId: question.accountId,
    purpose: question.purpose,
    passkeyChallenge,
    sealedSecret: question.sealedSecret ?? null,
    passwordFingerprint: tokenHash(question.passwordHash ?? ''),
    createdAt: now,
    expiresAt: new Date(now.getTime() + CHALLENGE_MINUTES * 60_000),
  })
  return { challenge, passkeyChallenge }
}

type Asked = { accountId: string; purpose: 'sign_in' | 'prove'; passwordHash?: string }

/** Asks for the second factor of an account; undefined where it has none. */
export async function askSecondFactor(deps: FactorDeps, asked: Asked): Promise<ProofQuestion | undefined> {
  const { db, config } = deps
  const [passkeys, app] = await Promise.all([findPasskeys(db, asked.accountId), findApp(db, asked.accountId)])
  if (passkeys.length === 0 && !app) return undefined
  const codes = await countRecoveryCodes(db, asked.accountId)
  const { challenge, passkeyChallenge } = await openChallenge(deps, asked)
  const methods: ProofMethod[] = [
    ...(passkeys.length > 0 ? ['passkey' as const] : []),
    ...(app ? ['app' as const] : []),
    ...(codes > 0 ? ['recovery' as const] : []),
  ]
  const passkey: PasskeyRequest | null =
    passkeys.length > 0 ? passkeyRequest(config.publicUrl, passkeyChallenge, passkeys) : null
  return { challenge, methods, passkey }
}

/** Asks the signed-in person: for the second factor or, where there is none, for the password. */
export async function askProof(deps: FactorDeps, accountId: string): Promise<ProofQuestion> {
  const question = await askSecondFactor(deps, { accountId, purpose: 'prove' })
  if (question) return question
  const { challenge } = await openChallenge(deps, { accountId, purpose: 'prove' })
  return { challenge, methods: ['password'], passkey: null }
}

/** Forgets questions that nobody answered in time. */
export function deleteOldChallenges({ db, clock }: Pick<FactorDeps, 'db' | 'clock'>): Promise<void> {
  return deleteExpiredChallenges(db, clock.now())
}
