import { randomBytes } from 'node:crypto'
import { people } from '../../demo/people.ts'
import { createAccount } from '../accounts/create-account.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'
import { noteDemoRows } from './demo-market-store.ts'
import { demoSignIns } from './demo-sign-ins.ts'

/** The people of the demo market; those without a printed sign-in get a password that nobody knows. */
export async function furnishPeople(tx: Db, { clock, tokenSecret }: Pick<AppDeps, 'clock' | 'tokenSecret'>) {
  const passwords = new Map(demoSignIns(tokenSecret).map(({ email, password }) => [email, password]))
  for (const { name, email, role } of people) {
    const password = passwords.get(email) ?? randomBytes(24).toString('base64url')
    const { id } = await createAccount({ clock }, tx, { name, email, role, password })
    await noteDemoRows(tx, 'accounts', [id])
  }
}
