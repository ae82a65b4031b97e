import type { Config } from '../config/config.ts'
import { generatedSecret } from '../config/generated-secret.ts'
import type { Db } from '../db/database.ts'
import { bucketPictureFiles } from '../media/bucket-picture-files.ts'
import { diskPictureFiles, type PictureFiles } from '../media/picture-files.ts'
import { type PrivateFileKeys, privateFileKeys, refuseUnknownKeys } from './private-file-keys.ts'
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
