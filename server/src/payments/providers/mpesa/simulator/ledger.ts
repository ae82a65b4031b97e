const REMEMBERED = 20_000

/** Money that moved. `amount` is in shillings. */
export type Transaction = {
  receipt: string
  kind: 'Pay Bill' | 'Buy Goods' | 'Reversal'
  phone: string
  shortcode: string
  amount: number
  reference: string
  at: Date
  originatorId: string
  conversationId: string
  /** Given by the validation address, told back to the confirmation address. */
  thirdPartyId?: string
  reversedBy?: string
}

export type Ledger = ReturnType<typeof createLedger>

export function createLedger() {
  const byReceipt = new Map<string, Transaction>()
  let balance = 0
  return {
    record: (transaction: Transaction) => {
      byReceipt.set(transaction.receipt, transaction)
      balance += transaction.kind === 'Reversal' ? -transaction.amount : transaction.amount
      const oldest = byReceipt.size > REMEMBERED ? byReceipt.keys().next() : undefined
      if (oldest && !oldest.done) byReceipt.delete(oldest.value)
    },
    /** What the business holds now. */
    balance: () => balance,
    find: (receipt: string) => byReceipt.get(receipt),
    /** Every movement of money, oldest first. */
    list: (): Transaction[] => [...byReceipt.values()],
    findByOriginator: (id: string) => byReceipt.values().find((one) => one.originatorId === id),
    /** Whether this phone paid just this amount in the two minutes before. */
    paidLately: (phone: string, amount: number, now: Date) =>
      byReceipt
        .values()
        .some(
          (one) =>
            one.kind !== 'Reversal' &&
            one.phone === phone &&
            one.amount === amount &&
            now.getTime() - one.at.getTime() < 120_000,
        ),
  }
}
