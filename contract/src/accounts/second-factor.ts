import { m } from '@twende/messages'
import * as z from 'zod/mini'

/** How long a proof counts for what asks for a fresh one. */
export const FRESH_PROOF_SECONDS = 300

/** What a browser holds in base64url: ids and keys of passkeys are a few hundred letters, attestations some thousand. */
const base64url = (max: number) => z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(max))

const passkeyAnswer = {
  id: base64url(2_000),
  rawId: base64url(2_000),
  type: z.literal('public-key'),
  clientExtensionResults: z._default(z.object({}), {}),
}

/** A new passkey, as the browser's `navigator.credentials.create` gives it. */
export const NewPasskey = z.object({
  ...passkeyAnswer,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(20_000),
    transports: z._default(z.array(z.string().check(z.maxLength(30))).check(z.maxLength(10)), []),
  }),
})
export type NewPasskey = z.output<typeof NewPasskey>

/** What a passkey signed, as the browser's `navigator.credentials.get` gives it. */
export const PasskeyAssertion = z.object({
  ...passkeyAnswer,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
    userHandle: z.optional(base64url(200)),
  }),
})
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>

/** The six digits of an authenticator app; apps show them with a space. */
export const AppCode = z
  .string({ error: m.validation_code_missing })
  .check(z.overwrite(withoutSpaces), z.regex(/^\d{6}$/, { error: m.validation_code }))

const RECOVERY_CODE_LETTERS = 24

/** A recovery code as it is compared: capital letters and digits, without what separates its groups. */
export const RecoveryCode = z.string({ error: m.validation_recovery_code_missing }).check(
  z.maxLength(100, { error: m.validation_recovery_code_unknown }),
  z.overwrite((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')),
  z.regex(new RegExp(`^[A-Z0-9]{${RECOVERY_CODE_LETTERS}}$`), {
    error: () => m.validation_recovery_code({ length: RECOVERY_CODE_LETTERS }),
  }),
)

/** Names a question that waits for its answer; given by the server a moment before. */
export const FactorChallenge = z.string().check(z.regex(/^[\w-]{43}$/, { error: m.validation_start_again }))

export const PROOF_METHODS = ['passkey', 'app', 'recovery', 'password'] as const
export const ProofMethod = z.enum(PROOF_METHODS)
export type ProofMethod = z.output<typeof ProofMethod>

/** Exactly one of them is sent. */
export const secondFactorProof = {
  code: z.optional(AppCode),
  recoveryCode: z.optional(RecoveryCode),
  passkey: z.optional(PasskeyAssertion),
}

const PasskeyDescriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** What the browser's `navigator.credentials.get` is asked with. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(PasskeyDescriptor),
})
export type PasskeyRequest = z.output<typeof PasskeyRequest>

/** What the browser's `navigator.credentials.create` is asked with. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(PasskeyDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreation = z.output<typeof PasskeyCreation>

/** A question to the person: what they may answer with, and what a passkey is asked with where they have one. */
export const ProofQuestion = z.object({
  challenge: z.string(),
  methods: z.array(ProofMethod),
  passkey: z.nullable(PasskeyRequest),
})
export type ProofQuestion = z.output<typeof ProofQuestion>

/** The second factors of the signed-in person. */
export const SecondFactors = z.object({
  /** Whether the back office stays closed to this person without one. */
  required: z.boolean(),
  app: z.nullable(z.object({ addedAt: z.string(), lastUsedAt: z.nullable(z.string()) })),
  passkeys: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      addedAt: z.string(),
      lastUsedAt: z.nullable(z.string()),
    }),
  ),
  recoveryCodesLeft: z.int(),
})
export type SecondFactors = z.output<typeof SecondFactors>

function withoutSpaces(text: string): string {
  return text.replace(/\s/g, '')
}
