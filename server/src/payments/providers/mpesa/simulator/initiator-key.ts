import { constants, createPrivateKey, generateKeyPair, privateDecrypt } from 'node:crypto'
import { promisify } from 'node:util'

export type InitiatorKey = ReturnType<typeof createInitiatorKey>

/** The key pair behind SecurityCredential, made when it is first needed. */
export function createInitiatorKey() {
  let making: Promise<{ publicKey: string; privateKey: string }> | undefined
  const pair = () => {
    making ??= promisify(generateKeyPair)('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    return making
  }
  return {
    publicPem: async () => (await pair()).publicKey,
    /** The password inside a credential; undefined when it was not encrypted with our key. */
    async read(credential: string): Promise<string | undefined> {
      const { privateKey } = await pair()
      const sealed = Buffer.from(credential, 'base64')
      if (sealed.length !== 256) return undefined
      try {
        // The padding is undone by hand, since Node versions differ in whether they will do it.
        const key = createPrivateKey(privateKey)
        return withoutPadding(privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, sealed))
      } catch {
        return undefined
      }
    },
  }
}

/** PKCS#1 v1.5: zero, two, random bytes without a zero, zero, message. */
function withoutPadding(block: Buffer): string | undefined {
  if (block[0] !== 0 || block[1] !== 2) return undefined
  const end = block.indexOf(0, 2)
  return end < 10 ? undefined : block.subarray(end + 1).toString('utf8')
}
