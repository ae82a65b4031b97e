import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { optionalParagraphs, RecordedDay } from '../text.ts'
import { MpesaCode } from './mpesa-code-input.ts'

/** How money comes to the desk, and leaves it. Each has its own account in the ledger. */
export const DESK_METHODS = ['cash', 'mpesa', 'card', 'bank', 'cheque'] as const
export type DeskMethod = (typeof DESK_METHODS)[number]

/** Where it may be paid later: `none` is not paid yet, and is owed. */
export const DESK_METHODS_OR_LATER = [...DESK_METHODS, 'none'] as const

/** Of what is owed once the car is back: the deposit that is held may pay it. */
export const SETTLED_BY = [...DESK_METHODS, 'deposit'] as const
export const SETTLED_BY_OR_LATER = [...SETTLED_BY, 'none'] as const
export type SettledBy = (typeof SETTLED_BY_OR_LATER)[number]

/** Money that staff took at the desk. The note only explains it. */
export type DeskPayment = { paidBy: DeskMethod; code: string; note: string; paidOn?: string | undefined }

/** The accounts that hold money. */
export const accountLabels: Record<DeskMethod, () => string> = {
  mpesa: m.desk_account_mpesa,
  cash: m.desk_paid_by_cash,
  card: m.desk_paid_by_card,
  bank: m.desk_paid_by_bank,
  cheque: m.desk_paid_by_cheque,
}

export const settledByLabels: Record<SettledBy, () => string> = {
  ...accountLabels,
  mpesa: m.desk_paid_by_mpesa,
  deposit: m.desk_paid_by_deposit,
  none: m.desk_paid_by_none,
}

/** What staff says of money that it took: how and on which day it was paid, the M-Pesa code, a note. */
export const deskPaymentFields = <const Ways extends readonly SettledBy[]>(ways: Ways) => ({
  paidBy: z.enum(ways, { error: m.validation_how_paid }),
  code: z._default(MpesaCode, ''),
  note: optionalParagraphs(300),
  /** Today where it is not given; M-Pesa itself says when its money came. */
  paidOn: z.optional(RecordedDay),
})

/** An M-Pesa payment has its code, and nothing else has one. */
export const codeFitsMethod = z.refine<{ paidBy?: SettledBy | undefined; code: string }>(
  ({ paidBy, code }) => (paidBy === 'mpesa') === (code !== ''),
  {
    error: ({ input }) =>
      (input as { paidBy: SettledBy }).paidBy === 'mpesa'
        ? m.validation_payment_code()
        : m.validation_code_of_mpesa(),
    path: ['code'],
  },
)

/** Whether it is money that came to the desk. */
export function isDeskMethod(paidBy: SettledBy): paidBy is DeskMethod {
  return paidBy !== 'none' && paidBy !== 'deposit'
}
