import { nairobiDay, nairobiInstant } from '@twende/contract/calendar-day.ts'
import type { PersonalData } from '../accounts/personal-data.ts'
import { inTransaction } from '../db/transaction.ts'
import type { AppDeps } from '../deps.ts'
import {
  countOpenPayments,
  emptyOldPayers,
  emptyPayers,
  findOpenBalance,
  findPaymentsOf,
  findProofsOf,
  findRefundsOf,
} from './personal-payment-store.ts'
import { providers } from './providers/registry.ts'

/** Tax law requires complete records of a payment for this many full years after its year; the privacy page says so. */
const YEARS_KEPT = 5

const AT_A_TIME = 1_000

/** The payments, proofs and refunds of an account. */
export const personalPayments: PersonalData = {
  async exportData({ db }, accountId) {
    return {
      payments: await findPaymentsOf(db, accountId),
      paymentProofs: await findProofsOf(db, accountId),
      refunds: await findRefundsOf(db, accountId),
    }
  },
  async findDeletionObstacle(tx, { accountId }) {
    const proofs = await findProofsOf(tx, accountId)
    if ((await countOpenPayments(tx, accountId)) > 0 || proofs.some(({ status }) => status === 'waiting')) {
      return { code: 'open_payment' }
    }
    const refunds = await findRefundsOf(tx, accountId)
    if (refunds.some(({ status }) => status === 'due')) return { code: 'open_refund' }
    const open = await findOpenBalance(tx, accountId)
    if (!open) return undefined
    const { reference, owed, held, undecided } = open
    if (owed > 0) return { code: 'owed', reference, amount: owed }
    if (held > 0) return { code: 'deposit_held', reference, amount: held }
    return { code: undecided > 0 ? 'open_payment' : 'open_refund' }
  },
  async erase(tx, { accountId }) {
    await emptyPayers(tx, accountId)
  },
}

/** Erases people from payment records that are older than the privacy page says; amounts, codes and days stay. */
export async function deleteOldPayers({ db, clock }: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  const before = payersKnownSince(clock.now())
  while ((await inTransaction(db, (tx) => emptyOldPayers(tx, before, AT_A_TIME))) > 0);
  for (const { collection } of providers)
    while (collection && (await collection.deleteOldPayers(db, before, AT_A_TIME)) > 0);
}

/** Payments before this instant no longer name who paid. */
export function payersKnownSince(now: Date): Date {
  const year = Number(nairobiDay(now).slice(0, 4)) - YEARS_KEPT
  return nairobiInstant(`${year}-01-01`, '00:00')
}
