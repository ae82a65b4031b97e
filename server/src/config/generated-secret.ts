import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ensureDataDir, errorCode, syncFolder } from './folders.ts'
import { SettingError } from './setting.ts'

/** The key that signs tokens: the configured one, otherwise one generated at the first start and stored in the data folder. */
export async function tokenSecret(config: {
  tokenSecret: string | undefined
  dataDir: string
}): Promise<string> {
  if (config.tokenSecret !== undefined) return config.tokenSecret
  return generatedSecret(config.dataDir, 'token-secret')
}

/** What to do when the file of a generated secret is damaged. */
const advice = {
  'token-secret': 'Remove it: everyone will have to log in again.',
  'private-files-key': 'Restore it from a backup: without it, private files cannot be read.',
}

/** A secret that is generated at the first start and stored in the data folder. */
export async function generatedSecret(dataDir: string, file: keyof typeof advice): Promise<string> {
  await ensureDataDir(dataDir)
  const path = join(dataDir, file)
  const secret = (await readIfThere(path)) ?? (await keep(path))
  if (secret.length < 32) throw new SettingError(`The file ${path} is damaged. ${advice[file]}`)
  return secret
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new SettingError(`The file ${path} cannot be read by this user.`, { cause: error })
  }
}

/** Several processes may start at once: `link` succeeds for one of them, and all read its file. */
async function keep(path: string): Promise<string> {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(48).toString('base64url')}\n`)
    await file.sync()
    await link(draft, path).catch((error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error
    })
    await syncFolder(dirname(path))
  } finally {
    await file.close()
    await rm(draft, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}
