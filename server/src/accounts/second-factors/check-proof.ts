import type { PasskeyAssertion, ProofMethod } from '@twende/contract/accounts/second-factor.ts'
import { m } from '@twende/messages'
import type { Clock } from '../../basic-deps.ts'
import type { Database, Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import { countInWindow, uncount } from '../../http/limits/rate-limit-store.ts'
import { type Secrets, tokenHash } from '../secrets.ts'
import { openSecret, stepOfCode } from './authenticator-app.ts'
import type { Challenge } from './challenge-store.ts'
import type { FactorDeps } from './create-challenge.ts'
import { findApp, findPasskeys, useAppStep, usePasskey, useRecoveryCode } from './factor-store.ts'
import { checkAssertion } from './passkey-ceremony.ts'

const CODES = 10

const RANDOM_BYTES = 15

/** 32 letters and digits that are not easily confused. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

export type SecondFactorProof = {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: PasskeyAssertion | undefined
}
export type CheckDeps = FactorDeps & { db: Database }

/** A correct proof. `use` marks it as used, in the transaction of the action that it allows; false if it was used before. */
export type CheckedProof = { method: ProofMethod; use: (tx: Db) => Promise<boolean> }

/** Checks a proof against the second factors of the account; throws if it is wrong. */
export async function checkSecondFactor(
  deps: CheckDeps,
  challenge: Challenge,
  proof: SecondFactorProof,
): Promise<CheckedProof> {
  const { accountId } = challenge
  const checked = await checkEither(deps, challenge, proof)
  if (!checked) throw new AppError('wrong_second_factor', { securityFacts: { accountId } })
  if (proof.code !== undefined) await forgiveGuess(deps, accountId)
  return checked
}

function checkEither(
  deps: CheckDeps,
  challenge: Challenge,
  { code, recoveryCode, passkey }: SecondFactorProof,
) {
  if (code !== undefined) return checkCode(deps, challenge.accountId, code)
  if (passkey !== undefined) return checkPasskey(deps, challenge, passkey)
  if (recoveryCode !== undefined) return checkRecoveryCode(deps, challenge.accountId, recoveryCode)
  return undefined
}

async function checkCode(
  deps: CheckDeps,
  accountId: string,
  code: string,
): Promise<CheckedProof | undefined> {
  await countGuess(deps, accountId)
  const now = deps.clock.now()
  const app = await findApp(deps.db, accountId)
  const secret = app && openSecret(deps, accountId, app.sealedSecret)
  const step = secret && stepOfCode(secret, code, now)
  if (step === undefined) return undefined
  return { method: 'app', use: (tx) => useAppStep(tx, { accountId, step, now }) }
}

async function checkPasskey(
  deps: CheckDeps,
  { accountId, passkeyChallenge }: Challenge,
  assertion: PasskeyAssertion,
): Promise<CheckedProof | undefined> {
  const key = (await findPasskeys(deps.db, accountId)).find(
    ({ credentialId }) => credentialId === assertion.id,
  )
  if (!key) return undefined
  const counter = await checkAssertion(deps.config.publicUrl, passkeyChallenge, { key, assertion })
  if (counter === undefined) return undefined
  const now = deps.clock.now()
  return { method: 'passkey', use: (tx) => usePasskey(tx, { id: key.id, counter, now }) }
}

/** 120 random bits cannot be guessed, so the code is checked by the statement that uses it. */
async function checkRecoveryCode(
  { clock }: { clock: Clock },
  accountId: string,
  code: string,
): Promise<CheckedProof> {
  const spent = { accountId, hash: recoveryCodeHash(accountId, code), now: clock.now() }
  return { method: 'recovery', use: (tx) => useRecoveryCode(tx, spent) }
}

/** Limits of wrong codes for an account, from all sources: of a million codes three are correct at any time. */
const GUESSES = [
  { seconds: 900, max: 5 },
  { seconds: 86_400, max: 20 },
] as const

const guessBucket = (accountId: string, seconds: number) => `guesses of factor ${accountId} ${seconds}`

/** Passkeys and recovery codes are not limited: guessing of codes does not lock out the owner. */
async function countGuess({ db, clock }: CheckDeps, accountId: string): Promise<void> {
  for (const { seconds, max } of GUESSES) {
    const bucket = guessBucket(accountId, seconds)
    const { count, secondsLeft } = await countInWindow(db, bucket, seconds, clock.now())
    if (count > max) {
      throw new AppError('rate_limited', {
        message: m.error_too_many_wrong_factors(),
        retryAfterSeconds: Math.max(1, secondsLeft),
      })
    }
  }
}

async function forgiveGuess({ db }: CheckDeps, accountId: string): Promise<void> {
  await uncount(
    db,
    GUESSES.map(({ seconds }) => guessBucket(accountId, seconds)),
  )
}

/** Ten codes of 120 random bits, in groups of four for reading. */
export function newRecoveryCodes(secrets: Secrets): string[] {
  return Array.from({ length: CODES }, () => newRecoveryCode(secrets))
}

/** The hash of a code, without the separators of its groups. */
export function recoveryCodeHash(accountId: string, code: string): string {
  return tokenHash(`${accountId} ${code.replaceAll('-', '')}`)
}

function newRecoveryCode(secrets: Secrets): string {
  const bytes = Buffer.from(secrets.token(), 'base64url').subarray(0, RANDOM_BYTES)
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const letters = bits.replace(/.{5}/g, (five) => LETTERS[Number.parseInt(five, 2)] ?? '')
  return letters.replace(/(.{4})(?=.)/g, '$1-')
}
