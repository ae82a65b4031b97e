import type { Day } from '@twende/contract/calendar-day.ts'
import type { Db } from '../db/database.ts'
import type { AppDeps } from '../deps.ts'

type ExportDeps = Pick<AppDeps, 'db' | 'clock' | 'config'>
export type AccountDeletion = { accountId: string; now: Date }

/** Why an account cannot be deleted yet. */
export type DeletionObstacle =
  | { code: 'open_booking' | 'open_order'; reference: string; mayCancel: boolean }
  | { code: 'open_payment' | 'open_refund' | 'open_report' }
  | { code: 'open_dispute'; reference: string }
  /** Money that is owed to us, or a deposit that we hold, in shillings. */
  | { code: 'owed' | 'deposit_held'; reference: string; amount: number }
  /** A rental whose charges and fines may come until the day before `from`. */
  | { code: 'recent_return'; reference: string; from: Day }
  /** Paid for, and never shown: the money goes back when the listing is deleted. */
  | { code: 'unused_listing'; name: string }

/** The personal data of one noun: how it is exported, and deleted with its account. */
export type PersonalData = {
  /** Everything about the account, for its owner: no secrets, and nothing of others. */
  exportData(deps: ExportDeps, accountId: string): Promise<unknown>
  /** Called while the account is locked. */
  findDeletionObstacle?(tx: Db, deletion: AccountDeletion): Promise<DeletionObstacle | undefined>
  /** Deletes what belongs to the person, and removes their name from what must be retained. */
  erase(tx: Db, deletion: AccountDeletion): Promise<void>
}

/** By the name of the noun in the export. */
export type PersonalDataOfNouns = Readonly<Record<string, PersonalData>>
