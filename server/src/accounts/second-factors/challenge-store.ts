import type { Db } from '../../db/database.ts'

export type ChallengePurpose = 'sign_in' | 'prove' | 'add_passkey' | 'add_app'

type NewChallenge = {
  tokenHash: string
  accountId: string
  purpose: ChallengePurpose
  passkeyChallenge: string
  sealedSecret: string | null
  passwordFingerprint: string
  createdAt: Date
  expiresAt: Date
}

/** Of one account; older ones are deleted. */
const MAX_OPEN_CHALLENGES = 10
const MAX_ATTEMPTS = 5

export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await db
    .insertInto('factor_challenges')
    .values({
      token_hash: challenge.tokenHash,
      account_id: challenge.accountId,
      purpose: challenge.purpose,
      passkey_challenge: challenge.passkeyChallenge,
      sealed_secret: challenge.sealedSecret,
      password_fingerprint: challenge.passwordFingerprint,
      created_at: challenge.createdAt,
      expires_at: challenge.expiresAt,
    })
    .execute()
  await db
    .deleteFrom('factor_challenges')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('factor_challenges')
        .select('token_hash')
        .where('account_id', '=', challenge.accountId)
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .offset(MAX_OPEN_CHALLENGES),
    )
    .execute()
}

export type Challenge = {
  tokenHash: string
  accountId: string
  passkeyChallenge: string
  sealedSecret: string | null
  passwordFingerprint: string
}

type Answer = { tokenHash: string; purpose: ChallengePurpose; accountId?: string | undefined; now: Date }

/** Counts one attempt and returns the challenge; one statement, so that parallel attempts are all counted. */
export async function countChallengeAttempt(db: Db, answer: Answer): Promise<Challenge | undefined> {
  const { tokenHash, purpose, accountId, now } = answer
  return db
    .updateTable('factor_challenges')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .where('attempts', '<', MAX_ATTEMPTS)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .returning([
      'token_hash as tokenHash',
      'account_id as accountId',
      'passkey_challenge as passkeyChallenge',
      'sealed_secret as sealedSecret',
      'password_fingerprint as passwordFingerprint',
    ])
    .executeTakeFirst()
}

/** Deletes the challenge; of many correct answers at the same moment one gets true. */
export async function consumeChallenge(tx: Db, tokenHash: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('factor_challenges')
    .where('token_hash', '=', tokenHash)
    .returning('account_id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('factor_challenges').where('expires_at', '<', now).execute()
}
