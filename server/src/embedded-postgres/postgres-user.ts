import { spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { SettingError } from '../config/setting.ts'

export type PostgresUser = { readonly uid: number; readonly gid: number; readonly name: string }

/** The user PostgreSQL runs as: undefined for the present user, or an unprivileged one for root, whom PostgreSQL refuses. */
export async function postgresUser(cluster: string): Promise<PostgresUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readAccounts(await readFile('/etc/passwd', 'utf8').catch(() => ''))
  const found = await stat(cluster).catch(() => undefined)
  if (found && found.uid !== 0) {
    const owner = accounts.find((account) => account.uid === found.uid)
    return owner ?? { uid: found.uid, gid: found.gid, name: `user ${found.uid}` }
  }
  for (const name of ['postgres', '_postgres', 'nobody', 'daemon']) {
    const account = accounts.find((candidate) => candidate.name === name && candidate.uid > 0)
    if (account) return account
  }
  throw new SettingError(
    'PostgreSQL does not run as root, and this machine has no user postgres or nobody to run it as. Start Twende as an ordinary user, or set DATABASE_URL.',
  )
}

export function readAccounts(passwd: string): PostgresUser[] {
  return passwd.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** The options of `spawn` that start a program as this user. */
export function runAs(user: PostgresUser | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {}
}

/** Whether this user can enter the folder; tried out, because modes, access lists and mounts all count. */
export function canEnter(user: PostgresUser | undefined, folder: string): boolean {
  if (!user) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...runAs(user), cwd: '/' }).status === 0
}
