import type { PersonalData } from '../accounts/personal-data.ts'
import {
  countOpenPayments,
  emptyPayers,
  findClaimsOf,
  findPaymentsOf,
  findRefundsOf,
} from './personal-payment-store.ts'

/** What a person paid us, and what we paid back. */
export const personalPayments: PersonalData = {
  async tell({ db }, accountId) {
    return {
      payments: await findPaymentsOf(db, accountId),
      mpesaMessages: await findClaimsOf(db, accountId),
      refunds: await findRefundsOf(db, accountId),
    }
  },
  async openBusiness(tx, { accountId }) {
    const claims = await findClaimsOf(tx, accountId)
    if ((await countOpenPayments(tx, accountId)) > 0 || claims.some(({ status }) => status === 'waiting')) {
      return 'A payment of yours is still being checked. Please wait until it is done.'
    }
    const refunds = await findRefundsOf(tx, accountId)
    if (refunds.every(({ status }) => status === 'sent')) return undefined
    return 'We still owe you a refund. Please wait until it has reached your M-Pesa.'
  },
  async forget(tx, { accountId }) {
    await emptyPayers(tx, accountId)
  },
}
