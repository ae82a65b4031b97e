import { findAccountById } from '../../server/src/accounts/account-store.ts'
import { systemSecrets } from '../../server/src/accounts/secrets.ts'
import { startSession } from '../../server/src/accounts/sessions/start-session.ts'
import { type Connection, openDatabase, openPool } from '../../server/src/db/database.ts'

type Market = { connection: Connection; tokenSecret: string }

/** Tokens of new sessions of these accounts, in their order. */
export async function signInPeople(
  { connection, tokenSecret }: Market,
  accountIds: readonly string[],
): Promise<string[]> {
  const db = openDatabase(openPool(connection, { max: 4 }))
  const deps = { tokenSecret, clock: { now: () => new Date() }, secrets: systemSecrets }
  try {
    return await Promise.all(
      accountIds.map(async (id) => {
        const account = await findAccountById(db, id)
        const session = account && (await startSession(deps, db, { account, browser: { device: 'Bench' } }))
        if (!session) throw new Error(`account ${id} cannot sign in`)
        return session.token
      }),
    )
  } finally {
    await db.destroy()
  }
}
