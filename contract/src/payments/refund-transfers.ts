import type { RefundPayer } from './payment-list-item.ts'

/** What of a refund goes to one number. */
export type RefundTransfer = { amount: number; phone: string; name: string }

/**
 * The transfers that a refund by M-Pesa takes: one to each number that paid. Money whose number is not known goes with the
 * first.
 */
export function transfersOf(payers: readonly RefundPayer[]): RefundTransfer[] {
  const transfers: RefundTransfer[] = []
  for (const { amount, phone, name } of payers.filter((payer) => payer.phone !== '')) {
    const same = transfers.find((one) => one.phone === phone && one.name === name)
    if (same) same.amount += amount
    else transfers.push({ amount, phone, name })
  }
  const unknown = payers.filter(({ phone }) => phone === '').reduce((sum, { amount }) => sum + amount, 0)
  if (unknown > 0 && transfers[0]) transfers[0].amount += unknown
  else if (unknown > 0) transfers.push({ amount: unknown, phone: '', name: '' })
  return transfers
}
