import type { NewPasskey, PasskeyCreation } from '@twende/contract/accounts/second-factor.ts'
import { m } from '@twende/messages'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CurrentUser } from '../../http/current-user.ts'
import { lockOpenAccount } from '../profile/profile-store.ts'
import { tokenHash } from '../secrets.ts'
import { endOtherSessions, markSecondFactorProved } from '../sessions/session-store.ts'
import { appSecretTexts, newAppSecret, openSecret, sealSecret, stepOfCode } from './authenticator-app.ts'
import {
  type Challenge,
  type ChallengePurpose,
  consumeChallenge,
  countChallengeAttempt,
} from './challenge-store.ts'
import { type CheckDeps, newRecoveryCodes, recoveryCodeHash } from './check-proof.ts'
import { createChallenge } from './create-challenge.ts'
import {
  findApp,
  findPasskeys,
  hasSecondFactor,
  insertApp,
  insertPasskey,
  replaceRecoveryCodes,
} from './factor-store.ts'
import { notifyFactorAdded } from './notify-factor-change.ts'
import { passkeyCreation, readNewPasskey } from './passkey-ceremony.ts'

const MAX_PASSKEYS = 10

/** Recovery codes are created with the first factor of an account. */
type Added = { recoveryCodes?: string[] }

/** Creates a secret for the person's app; it is a second factor once a code of it was entered. */
export async function startApp(deps: CheckDeps, { accountId, email }: CurrentUser) {
  if (await findApp(deps.db, accountId)) throw new AppError('app_already_added')
  const secret = newAppSecret(deps.secrets)
  const sealedSecret = sealSecret(deps, accountId, secret)
  const { challenge } = await createChallenge(deps, { accountId, purpose: 'add_app', sealedSecret })
  return { challenge, ...appSecretTexts(secret, email) }
}

export async function confirmApp(
  deps: CheckDeps,
  currentUser: CurrentUser,
  answer: { challenge: string; code: string },
): Promise<Added> {
  const { accountId } = currentUser
  const stored = await findAnsweredChallenge(deps, currentUser, {
    challenge: answer.challenge,
    purpose: 'add_app',
  })
  const { sealedSecret } = stored
  const secret = sealedSecret === null ? undefined : openSecret(deps, accountId, sealedSecret)
  if (!secret || sealedSecret === null) throw new AppError('challenge_over')
  const now = deps.clock.now()
  const step = stepOfCode(secret, answer.code, now)
  if (step === undefined) throw new AppError('wrong_second_factor')
  return addFactor(deps, currentUser, stored, async (tx) => {
    await insertApp(tx, { accountId, sealedSecret, step, now })
    await notifyFactorAdded(tx, { ...currentUser, id: accountId }, 'app', now)
  })
}

/** The options with which the browser creates a passkey. */
export async function startPasskey(
  deps: CheckDeps,
  currentUser: CurrentUser,
): Promise<{ challenge: string; passkey: PasskeyCreation }> {
  const known = await findPasskeys(deps.db, currentUser.accountId)
  if (known.length >= MAX_PASSKEYS) throw new AppError('too_many_passkeys')
  const input = { accountId: currentUser.accountId, purpose: 'add_passkey' as const }
  const { challenge, passkeyChallenge } = await createChallenge(deps, input)
  const passkey = passkeyCreation(deps.config.publicUrl, passkeyChallenge, { person: currentUser, known })
  return { challenge, passkey }
}

export async function confirmPasskey(
  deps: CheckDeps,
  currentUser: CurrentUser,
  answer: { challenge: string; name: string; passkey: NewPasskey },
): Promise<Added> {
  const { accountId } = currentUser
  const stored = await findAnsweredChallenge(deps, currentUser, {
    challenge: answer.challenge,
    purpose: 'add_passkey',
  })
  const key = await readNewPasskey(deps.config.publicUrl, stored.passkeyChallenge, answer.passkey)
  if (!key) throw new AppError('wrong_second_factor', { message: m.error_passkey_not_accepted() })
  const now = deps.clock.now()
  return addFactor(deps, currentUser, stored, async (tx) => {
    if ((await findPasskeys(tx, accountId)).length >= MAX_PASSKEYS) throw new AppError('too_many_passkeys')
    await insertPasskey(tx, { ...key, id: uuidv7(), accountId, name: answer.name, createdAt: now })
    await notifyFactorAdded(tx, { ...currentUser, id: accountId }, 'passkey', now)
  })
}

async function findAnsweredChallenge(
  { db, clock }: CheckDeps,
  { accountId }: CurrentUser,
  { challenge, purpose }: { challenge: string; purpose: ChallengePurpose },
): Promise<Challenge> {
  const answer = { tokenHash: tokenHash(challenge), purpose, accountId, now: clock.now() }
  const stored = await countChallengeAttempt(db, answer)
  if (!stored) throw new AppError('challenge_over')
  return stored
}

/** With the first factor every other session ends, because none of them has proved it. */
function addFactor(
  deps: CheckDeps,
  { accountId, sessionId }: CurrentUser,
  { tokenHash: challengeHash }: Challenge,
  insert: (tx: Db) => Promise<void>,
): Promise<Added> {
  const now = deps.clock.now()
  return inTransaction(deps.db, async (tx) => {
    if (!(await lockOpenAccount(tx, accountId))) throw new AppError('not_signed_in')
    if (!(await consumeChallenge(tx, challengeHash))) throw new AppError('challenge_over')
    const isFirst = !(await hasSecondFactor(tx, accountId))
    await insert(tx)
    await markSecondFactorProved(tx, sessionId, now)
    if (!isFirst) return {}
    await endOtherSessions(tx, { accountId, sessionId, now })
    return { recoveryCodes: await replaceWithNewRecoveryCodes(deps, tx, accountId) }
  })
}

/** Replaces all recovery codes with ten new ones. */
export async function replaceWithNewRecoveryCodes(
  deps: CheckDeps,
  tx: Db,
  accountId: string,
): Promise<string[]> {
  const codes = newRecoveryCodes(deps.secrets)
  const hashes = codes.map((code) => recoveryCodeHash(accountId, code))
  await replaceRecoveryCodes(tx, { accountId, hashes, now: deps.clock.now() })
  return codes
}
