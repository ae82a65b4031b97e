import { createHash, randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, readFile, rmdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../config/folders.ts'
import type { PostgresUser } from './postgres-user.ts'

/** Where the server listens: a private socket folder, or a loopback port on systems without sockets. */
export type PostgresAddress = { readonly host: string; readonly port: number; readonly password?: string }

/** The system refuses longer socket paths: 107 bytes on Linux, 103 on macOS, `/.s.PGSQL.5432` included. */
const longestSocketFolder = 88

export async function postgresAddress(
  cluster: string,
  user: PostgresUser | undefined,
  password: string | undefined,
): Promise<PostgresAddress> {
  if (password !== undefined) return { host: '127.0.0.1', port: await freePort(), password }
  const beside = `${cluster}-socket`
  const fits = Buffer.byteLength(beside) <= longestSocketFolder
  const host = (fits ? await ownFolder(beside, user) : undefined) ?? (await shortFolder(cluster, user))
  return { host, port: 5432 }
}

/** Removes the socket folder after the server has stopped; a killed server leaves files in it. */
export async function removeAddress({ host, password }: PostgresAddress): Promise<void> {
  if (password === undefined) await rmdir(host).catch(() => {})
}

/** Sockets need no password, because only the owner can enter their folder. A port gets a random password, which is stored. */
export async function postgresPassword(dataDir: string): Promise<{ password?: string; file?: string }> {
  if (process.platform !== 'win32') return {}
  const file = join(dataDir, 'postgres-password')
  try {
    await writeFile(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  }
  return { password: await readFile(file, 'utf8'), file }
}

export function serverArguments(
  address: PostgresAddress,
  given: Readonly<Record<string, string>> = {},
): string[] {
  const overTcp = address.password !== undefined
  const settings = {
    listen_addresses: overTcp ? address.host : '',
    port: String(address.port),
    unix_socket_directories: overTcp ? '' : `"${address.host}"`,
    unix_socket_permissions: '0700',
    ...given,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The same folder at each start, unless another user owns it. */
async function shortFolder(cluster: string, user: PostgresUser | undefined): Promise<string> {
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 16)
  const usual = await ownFolder(join(tmpdir(), `twende-${name}`), user)
  return usual ?? (await give(await mkdtemp(join(tmpdir(), 'twende-')), user))
}

/** Undefined if the folder exists and belongs to another user, who may have created it to intercept connections. */
async function ownFolder(folder: string, user: PostgresUser | undefined): Promise<string | undefined> {
  try {
    await mkdir(folder, { mode: 0o700 })
    return await give(folder, user)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    const found = await lstat(folder)
    return found.isDirectory() && found.uid === (user?.uid ?? process.getuid?.()) ? folder : undefined
  }
}

async function give(folder: string, user: PostgresUser | undefined): Promise<string> {
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}

async function freePort(): Promise<number> {
  const server = createServer()
  return await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })
}
