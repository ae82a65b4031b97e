import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@twende/contract/accounts/second-factor.ts'

const TIMEOUT_MS = 300_000
/** EdDSA, ES256 and RS256 as COSE numbers: every common authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257]

export type PasskeyKey = {
  credentialId: string
  /** In base64url. */
  publicKey: string
  counter: number
  transports: string[]
}

type Known = Pick<PasskeyKey, 'credentialId' | 'transports'>
type Creator = { accountId: string; email: string; name: string }

/** A passkey belongs to the host of this installation and works on pages of its origin only. */
function site(publicUrl: string) {
  const { hostname, origin } = new URL(publicUrl)
  return { expectedRPID: hostname, expectedOrigin: origin }
}

export function passkeyCreation(
  publicUrl: string,
  challenge: string,
  { person, known }: { person: Creator; known: readonly Known[] },
): PasskeyCreation {
  return {
    challenge,
    rp: { id: site(publicUrl).expectedRPID, name: 'Twende' },
    user: {
      id: Buffer.from(person.accountId).toString('base64url'),
      name: person.email,
      displayName: person.name,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: TIMEOUT_MS,
    attestation: 'none',
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: {
      residentKey: 'preferred',
      requireResidentKey: false,
      userVerification: 'required',
    },
  }
}

export function passkeyRequest(
  publicUrl: string,
  challenge: string,
  known: readonly Known[],
): PasskeyRequest {
  return {
    challenge,
    rpId: site(publicUrl).expectedRPID,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: known.map(descriptor),
  }
}

/** The key of a new passkey; undefined for another challenge, another site, or without user verification. */
export async function readNewPasskey(
  publicUrl: string,
  challenge: string,
  passkey: NewPasskey,
): Promise<PasskeyKey | undefined> {
  const { verifyRegistrationResponse } = await loadLibrary()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: passkey,
      expectedChallenge: challenge,
      ...site(publicUrl),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: passkey.response.transports,
    }
  } catch {
    // The library throws a different error for each defect; the reply is the same for all.
    return undefined
  }
}

/** The counter after this use; undefined if the assertion is not by this key for this challenge. */
export async function checkAssertion(
  publicUrl: string,
  challenge: string,
  { key, assertion }: { key: PasskeyKey; assertion: PasskeyAssertion },
): Promise<number | undefined> {
  const publicKey = new Uint8Array(Buffer.from(key.publicKey, 'base64url'))
  const { credentialId: id, counter, transports } = key
  const { clientDataJSON, authenticatorData, signature } = assertion.response
  const { verifyAuthenticationResponse } = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response: { clientDataJSON, authenticatorData, signature } },
      expectedChallenge: challenge,
      ...site(publicUrl),
      credential: { id, publicKey, counter, transports },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** Loaded when the first passkey arrives: its readers of certificates take several MiB. */
function loadLibrary() {
  return import('@simplewebauthn/server')
}

function descriptor({ credentialId, transports }: Known) {
  return { id: credentialId, type: 'public-key' as const, transports }
}
