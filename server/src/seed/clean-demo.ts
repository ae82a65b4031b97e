import { randomBytes } from 'node:crypto'
import { changeRole } from '../accounts/account-store.ts'
import { hashPassword } from '../accounts/passwords/password-hash.ts'
import { anonymizeAccount } from '../accounts/profile/profile-store.ts'
import { changeCar } from '../cars/car-store.ts'
import { SettingError } from '../config/setting.ts'
import type { Database, Db } from '../db/database.ts'
import { changeProduct } from '../shop/product-store.ts'
import {
  countOtherPrograms,
  countRealCustomers,
  type DemoSubject,
  deleteDemoActivity,
  deleteDemoMarket,
  deleteJobs,
  findDemoRows,
  inOneTransaction,
  truncateAllTables,
  tryToDelete,
} from './clean-demo-store.ts'
import { findDemoMarket } from './demo-market-store.ts'

export type CleanMode = 'keep-real' | 'everything' | undefined

/** What was removed, and what was only closed because real data refers to it. */
export type CleanReport =
  | { kind: 'emptied' }
  | { kind: 'kept-real'; removed: Record<DemoSubject, number>; closed: Record<DemoSubject, number> }

/** A running program would go on with cached data of the removed rows. */
export async function refuseWhileRunning(owner: Database): Promise<void> {
  if ((await countOtherPrograms(owner)) > 0)
    throw new SettingError('Twende is running on this database. Stop it first. Nothing was removed.')
}

/** Removes the demo market. Run as the owner of the database while no program uses it. */
export async function cleanDemo(owner: Database, mode: CleanMode, now: Date): Promise<CleanReport> {
  if (!(await findDemoMarket(owner)))
    throw new SettingError('This is not a demo market. Nothing was removed.')
  if (mode === 'keep-real') return inOneTransaction(owner, (tx) => keepReal(tx, now))
  const real = await countRealCustomers(owner)
  if (mode === undefined && real > 0)
    throw new SettingError(
      `${real} ${real === 1 ? 'customer is' : 'customers are'} not of the demo. Nothing was removed. Keep them and what they made with "npm run clean-demo -- --keep-real", or remove them too with "npm run clean-demo -- --everything".`,
    )
  await inOneTransaction(owner, (tx) => truncateAllTables(tx, now))
  return { kind: 'emptied' }
}

async function keepReal(tx: Db, now: Date): Promise<CleanReport> {
  await deleteDemoActivity(tx, now)
  await deleteJobs(tx)
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  const cars = await removeOrClose(tx, 'cars', (id) =>
    changeCar(tx, id, { available: false, retired_at: now, updated_at: now }),
  )
  const products = await removeOrClose(tx, 'products', (id) =>
    changeProduct(tx, id, { hidden_at: now, updated_at: now }),
  )
  const accounts = await removeOrClose(tx, 'accounts', async (id) => {
    await changeRole(tx, { accountId: id, role: 'user', now })
    await anonymizeAccount(tx, { accountId: id, passwordHash, now })
  })
  await deleteDemoMarket(tx)
  const both = { cars, products, accounts }
  return { kind: 'kept-real', removed: counted(both, 'removed'), closed: counted(both, 'closed') }
}

type Counts = { removed: number; closed: number }

function counted(
  { cars, products, accounts }: Record<DemoSubject, Counts>,
  what: keyof Counts,
): Record<DemoSubject, number> {
  return { cars: cars[what], products: products[what], accounts: accounts[what] }
}

/** Removes each row of the demo; a row that real data refers to is closed instead. */
async function removeOrClose(
  tx: Db,
  subject: DemoSubject,
  close: (id: string) => Promise<void>,
): Promise<Counts> {
  const count = { removed: 0, closed: 0 }
  for (const id of await findDemoRows(tx, subject)) {
    if (await tryToDelete(tx, subject, id)) {
      count.removed += 1
    } else {
      await close(id)
      count.closed += 1
    }
  }
  return count
}
