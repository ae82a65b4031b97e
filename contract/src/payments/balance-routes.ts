import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { defineRoutes } from '../http/route.ts'
import { DayInput, pageQuery, pageReply } from '../text.ts'
import { accountLabels } from './desk-payment.ts'
import { PAYABLE_TYPES } from './payment.ts'

/** What the books say that we have, owe and are owed, in the order in which the page shows it. */
export const balanceGroups = {
  /** Where our money is. */
  money: ['mpesa', 'cash', 'bank', 'card', 'cheque'],
  /** What is not ours of it. `credit`: it counts for a purchase and pays nothing yet. `undecided`: nobody said what it is for. */
  weOwe: ['refunds', 'deposits', 'credit', 'undecided'],
  /** What customers have not paid of prices, charges and fines. */
  owedToUs: ['owed'],
  /** What customers have paid of the rentals of days to come: we owe them the car. */
  paidAhead: ['ahead'],
} as const

export const BALANCES = [
  ...balanceGroups.money,
  ...balanceGroups.weOwe,
  ...balanceGroups.owedToUs,
  ...balanceGroups.paidAhead,
] as const
export type Balance = (typeof BALANCES)[number]

export const balanceLabels: Record<Balance, () => string> = {
  ...accountLabels,
  refunds: m.balance_refunds,
  deposits: m.balance_deposits,
  credit: m.balance_credit,
  undecided: m.balance_undecided,
  owed: m.balance_owed,
  ahead: m.balance_ahead,
}

const Purpose = z.enum(PAYABLE_TYPES)

export const BalanceFigure = z.object({
  balance: z.enum(BALANCES),
  /** How many rows its list has. */
  count: z.int(),
  amount: z.int(),
  /** Its parts by what the money is for. */
  parts: z.array(z.object({ purpose: Purpose, amount: z.int() })),
})
export type BalanceFigure = z.output<typeof BalanceFigure>

/** What a balance has of one purchase, or of money that matches no purchase. */
export const BalanceItem = z.object({
  _id: z.string(),
  purpose: Purpose,
  /** Null for money that matches no purchase. */
  purchaseId: z.nullable(z.string()),
  /** Of the purchase; of other money its code. */
  reference: z.string(),
  customer: z.string(),
  amount: z.int(),
  /** The day since which it is more than nothing without a break. */
  since: z.string(),
})
export type BalanceItem = z.output<typeof BalanceItem>

/** `day`: its end, today where it is left out. */
const listQuery = { balance: z.enum(BALANCES), day: z.optional(DayInput) }

export const balanceRoutes = defineRoutes({
  'GET /api/admin/balances': {
    summary: 'What we have, owe and are owed at the end of a day, by the ledger',
    access: 'staff',
    right: 'payments',
    personalData: false,
    query: z.object({ day: z.optional(DayInput) }),
    reply: z.object({
      success: z.literal(true),
      data: z.object({ day: z.string(), figures: z.array(BalanceFigure) }),
    }),
    errors: [],
  },
  'GET /api/admin/balance-items': {
    summary: 'The purchases of which a balance consists at the end of a day, the oldest first',
    access: 'staff',
    right: 'payments',
    personalData: true,
    query: pageQuery(listQuery, 100),
    reply: pageReply(BalanceItem, {}),
    errors: [],
  },
  'GET /api/admin/balance-items.csv': {
    summary: 'The same as a table for a spreadsheet, at most 50,000 rows',
    access: 'staff',
    right: 'payments',
    personalData: true,
    fresh: true,
    query: z.object(listQuery),
    reply: z.object({ success: z.literal(true) }),
    errors: [],
    sends: 'text/csv',
  },
})
