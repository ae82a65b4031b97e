const REMEMBERED = 20_000

/** Money that moved. `amount` is in shillings. */
export type Transaction = {
  receipt: string
  kind: 'Pay Bill' | 'Buy Goods' | 'Reversal'
  phone: string
  amount: number
  reference: string
  at: Date
  originatorId: string
  reversedBy?: string
}

export type Ledger = ReturnType<typeof createLedger>

export function createLedger() {
  const byReceipt = new Map<string, Transaction>()
  return {
    record: (transaction: Transaction) => {
      byReceipt.set(transaction.receipt, transaction)
      const oldest = byReceipt.size > REMEMBERED ? byReceipt.keys().next() : undefined
      if (oldest && !oldest.done) byReceipt.delete(oldest.value)
    },
    find: (receipt: string) => byReceipt.get(receipt),
    findByOriginator: (id: string) => byReceipt.values().find((one) => one.originatorId === id),
    /** Whether this phone paid just this amount in the two minutes before. */
    paidLately: (phone: string, amount: number, now: Date) =>
      byReceipt
        .values()
        .some(
          (one) => one.phone === phone && one.amount === amount && now.getTime() - one.at.getTime() < 120_000,
        ),
  }
}
