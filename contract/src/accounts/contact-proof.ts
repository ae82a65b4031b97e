/** A code is sent to an email address or, where text messages are set up, to a phone. */
export const PROOF_WAYS = ['email', 'sms'] as const
export type ProofWay = (typeof PROOF_WAYS)[number]

/** How long a code can be typed in. */
export const CONTACT_CODE_MINUTES = 10

/** What comes with `contact_proof_needed` and `email_proof_needed`. */
export type ContactProofNeeded = {
  /** How a code can be sent. */
  ways: readonly ProofWay[]
  /** The address that the request or the account names; may be empty. */
  email: string
  /** True if no other address counts, as for a log-in. */
  emailFixed: boolean
}

/** Reads the data of such a refusal. */
export function contactProofIn(data: unknown): ContactProofNeeded {
  const { ways, email, emailFixed } = (data ?? {}) as { [Name in keyof ContactProofNeeded]?: unknown }
  const known = PROOF_WAYS.filter((way) => Array.isArray(ways) && ways.includes(way))
  return {
    ways: known.length > 0 ? known : ['email'],
    email: typeof email === 'string' ? email : '',
    emailFixed: emailFixed === true,
  }
}
