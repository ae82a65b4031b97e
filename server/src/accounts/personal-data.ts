import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'

type TellDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
export type Leaving = { accountId: string; now: Date }

/** What a noun keeps about people, and what becomes of it when one of them goes. */
export type PersonalData = {
  /** Everything about the account, to be read by its owner: no secrets, nothing of others. */
  tell(deps: TellDeps, accountId: string): Promise<unknown>
  /** Why the account cannot be deleted yet, as a sentence; asked while the account is locked. */
  openBusiness?(tx: Db, leaving: Leaving): Promise<string | undefined>
  /** Deletes what is the person's own, and takes their name off what must be kept. */
  forget(tx: Db, leaving: Leaving): Promise<void>
}

/** By the name under which a noun's data stands in the export. */
export type PersonalDataOfNouns = Readonly<Record<string, PersonalData>>
