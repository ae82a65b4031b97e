import type { Role } from '@twende/contract/accounts/account-routes.ts'
import type { RefundQueue } from '@twende/contract/payments/money-choices.ts'
import type { RefundTask } from '@twende/contract/payments/money-row.ts'
import { needsSecondPerson } from '@twende/contract/payments/refund-rules.ts'
import type { Pagination } from '@twende/contract/text.ts'
import type { AppDeps } from '../deps.ts'
import { countRefunds, findRefunds, type RefundRow } from './refund-desk-store.ts'

const PAGE_SIZE = 25

type Wish = {
  queue?: RefundQueue | undefined
  search?: string | undefined
  page?: number | undefined
  limit?: number | undefined
}
export type Reader = { accountId: string; role: Role }

/** A page of refunds for staff, and how many wait. */
export async function deskRefunds(
  { db }: Pick<AppDeps, 'db'>,
  { queue = 'due', search, page = 1, limit = PAGE_SIZE }: Wish,
  reader: Reader,
) {
  const [{ rows, total }, counts] = await Promise.all([
    findRefunds(db, { queue, search, limit, offset: (page - 1) * limit }),
    countRefunds(db),
  ])
  const pagination: Pagination = { page, limit, total, pages: Math.ceil(total / limit) }
  return { data: rows.map((row) => presentRefund(row, reader)), counts, pagination }
}

/** A refund, and what this person may do about it. The whole phone number: the money is sent there. */
export function presentRefund(row: RefundRow, reader: Reader): RefundTask {
  const due = row.status === 'due'
  const two = needsSecondPerson(row.amount)
  return {
    _id: row.id,
    purpose: row.purpose,
    purchaseId: row.purchaseId,
    reference: row.reference,
    amount: row.amount,
    reason: row.reason,
    status: row.status,
    paymentId: row.paymentId,
    customer: { name: row.customer, email: row.email },
    phone: row.phone,
    needsSecondPerson: two,
    approvedBy: row.approvedBy,
    approvedAt: row.approvedAt?.toISOString() ?? null,
    sentBy: row.sentBy,
    sentAt: row.sentAt?.toISOString() ?? null,
    code: row.receipt,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    paymentToApprove: row.paymentToApprove,
    mayApprove: due && two && row.approvedById === null && reader.role === 'admin',
    maySend:
      due &&
      row.paymentToApprove === null &&
      (!two || (row.approvedById !== null && row.approvedById !== reader.accountId)),
  }
}
