import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { Id, line } from '../text.ts'
import {
  AppCode,
  FactorChallenge,
  NewPasskey,
  PasskeyCreation,
  ProofQuestion,
  SecondFactors,
  secondFactorProof,
} from './second-factor.ts'

const Password = z.string().check(z.minLength(1, { error: m.validation_password_missing }), z.maxLength(256))

const exactlyOneProof = z.refine(isOneProof, { error: m.validation_one_factor })

const Changed = z.object({
  success: z.literal(true),
  data: SecondFactors,
  /** Shown once: given with the first factor of an account, and on request. */
  recoveryCodes: z.optional(z.array(z.string())),
  message: z.string(),
})

const STARTS = [{ per: 'user', max: 30, seconds: 3600 }] as const
const ANSWERS = [{ per: 'user', max: 60, seconds: 3600 }] as const

/** The second step of a log-in, the second factors of one's own account, and the proof that one is still oneself. */
export const secondFactorRoutes = defineRoutes({
  'POST /api/user/second-factor': {
    summary: 'The second step of a log-in, for an account with a second factor',
    access: 'anyone',
    body: z.object({ challenge: FactorChallenge, ...secondFactorProof }).check(exactlyOneProof),
    reply: z.object({ success: z.literal(true), token: z.string(), message: z.string() }),
    errors: [
      'wrong_second_factor',
      'challenge_over',
      'account_banned',
      'contact_proof_needed',
      'rate_limited',
    ],
    limits: [{ per: 'address', max: 120, seconds: 900, ofPerson: 30 }],
  },
  'POST /api/user/proof-question': {
    summary: 'Ask what this account can prove itself with, for what needs a fresh proof',
    access: 'user',
    withoutSecondFactor: true,
    reply: z.object({ success: z.literal(true), data: ProofQuestion }),
    errors: ['rate_limited'],
    limits: ANSWERS,
  },
  'POST /api/user/proof': {
    summary: 'Prove oneself again; counts five minutes, for this session alone',
    access: 'user',
    withoutSecondFactor: true,
    body: z
      .object({ challenge: FactorChallenge, ...secondFactorProof, password: z.optional(Password) })
      .check(exactlyOneProof),
    reply: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['wrong_second_factor', 'wrong_password', 'challenge_over', 'rate_limited'],
    limits: ANSWERS,
  },
  'GET /api/user/second-factors': {
    summary: 'The second factors of the caller',
    access: 'user',
    withoutSecondFactor: true,
    reply: z.object({ success: z.literal(true), data: SecondFactors }),
    errors: [],
  },
  'POST /api/user/second-factors/app': {
    summary: 'Begin to add an authenticator app: answers the secret that the app needs',
    access: 'user',
    withoutSecondFactor: true,
    fresh: true,
    reply: z.object({
      success: z.literal(true),
      data: z.object({ challenge: z.string(), secret: z.string(), address: z.string() }),
    }),
    errors: ['app_already_added', 'rate_limited'],
    limits: STARTS,
  },
  'POST /api/user/second-factors/app/confirm': {
    summary: 'Add the authenticator app, by a code of it',
    access: 'user',
    withoutSecondFactor: true,
    body: z.object({ challenge: FactorChallenge, code: AppCode }),
    reply: Changed,
    errors: ['wrong_second_factor', 'challenge_over', 'app_already_added', 'rate_limited'],
    limits: ANSWERS,
  },
  'POST /api/user/second-factors/app/remove': {
    summary: 'Remove the authenticator app',
    access: 'user',
    withoutSecondFactor: true,
    fresh: true,
    reply: Changed,
    errors: ['last_second_factor'],
  },
  'POST /api/user/second-factors/passkey': {
    summary: 'Begin to add a passkey: answers what the browser is asked with',
    access: 'user',
    withoutSecondFactor: true,
    fresh: true,
    reply: z.object({
      success: z.literal(true),
      data: z.object({ challenge: z.string(), passkey: PasskeyCreation }),
    }),
    errors: ['too_many_passkeys', 'rate_limited'],
    limits: STARTS,
  },
  'POST /api/user/second-factors/passkey/confirm': {
    summary: 'Add the passkey that the browser made',
    access: 'user',
    withoutSecondFactor: true,
    body: z.object({
      challenge: FactorChallenge,
      name: line(40, m.validation_passkey_name),
      passkey: NewPasskey,
    }),
    reply: Changed,
    errors: ['wrong_second_factor', 'challenge_over', 'too_many_passkeys', 'rate_limited'],
    limits: ANSWERS,
  },
  'POST /api/user/second-factors/passkey/:passkeyId/remove': {
    summary: 'Remove a passkey',
    access: 'user',
    withoutSecondFactor: true,
    fresh: true,
    params: z.object({ passkeyId: Id }),
    reply: Changed,
    errors: ['last_second_factor'],
  },
  'POST /api/user/second-factors/recovery-codes': {
    summary: 'New recovery codes; the old ones no longer work',
    access: 'user',
    withoutSecondFactor: true,
    fresh: true,
    reply: Changed,
    errors: ['no_second_factor', 'rate_limited'],
    limits: STARTS,
  },
})

function isOneProof(sent: unknown): boolean {
  const { challenge: _, ...proofs }: Record<string, unknown> = { ...Object(sent) }
  return Object.values(proofs).filter((proof) => proof !== undefined).length === 1
}
