import { showKsh } from '@twende/contract/money.ts'
import { m } from '@twende/messages'
import type { Db } from '../../db/database.ts'
import { AppError } from '../../http/app-error.ts'
import type { PayableName } from '../payable-store.ts'
import { sumRefundsOf } from './list-refunds.ts'

/** Why money of a purchase does not leave the books: what was sent back is not undone; anything else can be undone first. */
export async function moneyIsGone(db: Db, payable: PayableName): Promise<AppError> {
  const { sent } = await sumRefundsOf(db, payable)
  const message = sent > 0 ? m.error_void_money_sent({ amount: showKsh(sent) }) : m.error_void_money_gone()
  return new AppError('payment_wrong_state', { message })
}
