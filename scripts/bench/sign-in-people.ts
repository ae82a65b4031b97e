import { findAccountById } from '../../server/src/accounts/account-store.ts'
import { systemSecrets } from '../../server/src/accounts/secrets.ts'
import { startSession } from '../../server/src/accounts/sessions/start-session.ts'
import { type Connection, openDatabase, openPool } from '../../server/src/db/database.ts'

const AT_ONCE = 100

type Market = { connection: Connection; tokenSecret: string }

/** Tokens of new sessions of these accounts, in their order. */
export async function signInPeople(
  { connection, tokenSecret }: Market,
  accountIds: readonly string[],
): Promise<string[]> {
  const db = openDatabase(openPool(connection, { max: 4 }))
  const deps = { tokenSecret, clock: { now: () => new Date() }, secrets: systemSecrets }
  const tokenOf = async (id: string) => {
    const account = await findAccountById(db, id)
    const session =
      account &&
      (await startSession(deps, db, { account, browser: { device: { browser: null, system: null } } }))
    if (!session) throw new Error(`account ${id} cannot sign in`)
    return session.token
  }
  try {
    const tokens: string[] = []
    // Not all at once: a statement that waits too long for a connection fails.
    for (let at = 0; at < accountIds.length; at += AT_ONCE) {
      tokens.push(...(await Promise.all(accountIds.slice(at, at + AT_ONCE).map(tokenOf))))
    }
    return tokens
  } finally {
    await db.destroy()
  }
}
