import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@twende/contract/accounts/second-factor.ts'

type Site = { origin: string; rpId: string }
export type SoftwareAuthenticator = {
  create(creation: PasskeyCreation): NewPasskey
  /** Counts one use; `given` makes an answer that a server must refuse. */
  get(
    request: PasskeyRequest,
    given?: { site?: Site; verified?: boolean; counter?: number },
  ): PasskeyAssertion
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/** An authenticator with one ES256 key that counts its uses, as a security key does. */
export function softwareAuthenticator(home: Site): SoftwareAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let uses = 0

  function create({ challenge }: PasskeyCreation): NewPasskey {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, Buffer.from(key)])
    const flags = USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL
    const authData = Buffer.concat([authenticatorData(home.rpId, flags, uses), credential])
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]),
    )
    return {
      ...named(id),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, home.origin),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['usb'],
      },
    }
  }

  function get(
    { challenge }: PasskeyRequest,
    { site = home, verified = true, counter = ++uses }: Parameters<SoftwareAuthenticator['get']>[1] = {},
  ): PasskeyAssertion {
    const flags = USER_PRESENT | (verified ? USER_VERIFIED : 0)
    const data = authenticatorData(site.rpId, flags, counter)
    const client = clientData('webauthn.get', challenge, site.origin)
    const clientHash = createHash('sha256').update(Buffer.from(client, 'base64url')).digest()
    const signature = createSign('sha256')
      .update(Buffer.concat([data, clientHash]))
      .sign(privateKey)
    return {
      ...named(id),
      response: {
        clientDataJSON: client,
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    }
  }

  return { create, get }
}

function named(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url')
}

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count])
}
