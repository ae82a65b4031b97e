import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '../config/config.ts'
import { generatedSecret } from '../config/generated-secret.ts'
import { SettingError } from '../config/setting.ts'
import type { Db } from '../db/database.ts'
import { bucketPictureFiles } from '../media/bucket-picture-files.ts'
import { diskPictureFiles, type PictureFiles } from '../media/picture-files.ts'
import { countFilesByKey } from './private-file-store.ts'

/** The stored variants of a private file; a PDF has only the first. */
export const VARIANT_FILES = { full: 'full.enc', small: 'small.enc' } as const
export type PrivateFileVariant = keyof typeof VARIANT_FILES

/** Where the encrypted bytes are, and the keys that open them. */
export type PrivateFileStorage = { files: PictureFiles; keys: PrivateFileKeys }

/** Opens the storage of private files, apart from the pictures that everybody may see; fails with a sentence if a key is missing. */
export async function openPrivateFiles(
  db: Db,
  config: Pick<Config, 'privateMedia' | 'privateFilesKeys' | 'dataDir'>,
): Promise<PrivateFileStorage> {
  const { privateMedia, privateFilesKeys, dataDir } = config
  const secrets = privateFilesKeys ?? [await generatedSecret(dataDir, 'private-files-key')]
  const names = Object.values(VARIANT_FILES)
  const files =
    privateMedia.kind === 's3'
      ? bucketPictureFiles(privateMedia, { names })
      : diskPictureFiles(privateMedia.folder)
  const keys = privateFileKeys(secrets)
  refuseUnknownKeys(keys, await countFilesByKey(db))
  return { files, keys }
}

/** Encrypts new files with the first key; opens those of every key. */
type PrivateFileKeys = {
  /** Identifies the first key, without saying anything about it. */
  keyId: string
  keyIds: readonly string[]
  encrypt(name: string, bytes: Buffer): Buffer
  /** Fails if a byte was changed, the file is another one, or its key is not here. */
  decrypt(name: string, stored: Buffer): Buffer
}

const MAGIC = Buffer.from('TWPF1')
const KEY_ID_BYTES = 8
const SALT_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const HEADER_BYTES = MAGIC.length + KEY_ID_BYTES + SALT_BYTES + IV_BYTES

/**
 * AES-256-GCM with a key for each file, derived by HKDF from the secret and a random salt. The stored file is
 * magic, key id, salt, nonce, ciphertext, tag; the header and the file's name are authenticated.
 */
export function privateFileKeys(secrets: readonly string[]): PrivateFileKeys {
  const keys = secrets.map((secret) => ({ secret, id: keyIdOf(secret) }))
  const [first] = keys
  if (!first) throw new Error('there is always a key for private files')
  return {
    keyId: first.id.toString('hex'),
    keyIds: keys.map(({ id }) => id.toString('hex')),
    encrypt(name, bytes) {
      const salt = randomBytes(SALT_BYTES)
      const nonce = randomBytes(IV_BYTES)
      const header = Buffer.concat([MAGIC, first.id, salt, nonce])
      const cipher = createCipheriv('aes-256-gcm', fileKey(first.secret, salt), nonce)
      cipher.setAAD(Buffer.concat([header, Buffer.from(name)]))
      return Buffer.concat([header, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(name, stored) {
      const header = stored.subarray(0, HEADER_BYTES)
      if (stored.length < HEADER_BYTES + TAG_BYTES || !header.subarray(0, MAGIC.length).equals(MAGIC))
        throw new Error('a private file is damaged')
      const id = header.subarray(MAGIC.length, MAGIC.length + KEY_ID_BYTES)
      const key = keys.find((known) => known.id.equals(id))
      if (!key) throw new Error('a private file was encrypted with a key that is not set')
      const salt = header.subarray(MAGIC.length + KEY_ID_BYTES, HEADER_BYTES - IV_BYTES)
      const nonce = header.subarray(HEADER_BYTES - IV_BYTES)
      const decipher = createDecipheriv('aes-256-gcm', fileKey(key.secret, salt), nonce, {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.concat([header, Buffer.from(name)]))
      decipher.setAuthTag(stored.subarray(-TAG_BYTES))
      return Buffer.concat([decipher.update(stored.subarray(HEADER_BYTES, -TAG_BYTES)), decipher.final()])
    },
  }
}

/** Fails with a sentence if files are stored that none of the keys opens. */
function refuseUnknownKeys(keys: PrivateFileKeys, stored: ReadonlyMap<string, number>): void {
  let count = 0
  for (const [keyId, files] of stored) if (!keys.keyIds.includes(keyId)) count += files
  if (count === 0) return
  throw new SettingError(
    `PRIVATE_FILES_KEY does not open ${count} of the private files that are stored. Set the key with which they were stored (without the setting it is in DATA_DIR/private-files-key); a new key may stand before it, with a comma between.`,
  )
}

function keyIdOf(secret: string): Buffer {
  return createHmac('sha256', secret).update('twende private files key id').digest().subarray(0, KEY_ID_BYTES)
}

function fileKey(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'twende private file', 32))
}
