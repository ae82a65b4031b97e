import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@twende/contract/accounts/second-factor.ts'

/** Whether this browser knows passkeys, which it does only over https and on localhost. */
export const knowsPasskeys = browserSupportsWebAuthn

/** What the person's passkey signs; undefined if they stopped, or had none at hand. */
export async function signWithPasskey(request: PasskeyRequest): Promise<PasskeyAssertion | undefined> {
  const answer = await unlessStopped(startAuthentication({ optionsJSON: request }))
  if (!answer) return undefined
  const { id, rawId, response } = answer
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) },
  }
}

/** A new passkey on this device or a security key; undefined if the person stopped. */
export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskey | undefined> {
  const answer = await unlessStopped(startRegistration({ optionsJSON: creation }))
  if (!answer) return undefined
  const { id, rawId, response } = answer
  const { clientDataJSON, attestationObject, transports } = response
  return {
    id,
    rawId,
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject, transports: transports ?? [] },
  }
}

/** Browsers tell a stop, a timeout and a device that is known already in one way: by an error that may say little. */
async function unlessStopped<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof WebAuthnError || error instanceof DOMException) return undefined
    if (error instanceof Error && error.name === 'NotAllowedError') return undefined
    throw error
  }
}
