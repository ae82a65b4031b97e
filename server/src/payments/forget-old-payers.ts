import { payersKnownSince } from '@twende/contract/payments/records-kept.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import { emptyOldPayers } from './personal-payment-store.ts'

const AT_A_TIME = 1_000

/** Takes the people out of records of money that are older than the privacy page says; amounts, codes and days stay. */
export async function forgetOldPayers({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const before = payersKnownSince(clock.now())
  while ((await inTransaction(db, (tx) => emptyOldPayers(tx, before, AT_A_TIME))) > 0);
}
