/** The largest refund, in shillings, that one person may give back alone. */
export const REFUND_ALONE_UP_TO = 20_000

/** Whether an admin must agree first to a refund that somebody else then sends. */
export function needsSecondPerson(amount: number): boolean {
  return amount > REFUND_ALONE_UP_TO
}

/**
 * The most money of one purchase, in shillings, that may go back on the word of the one person who says that it came in.
 * Above it a second person approves the payment first.
 */
export const UNPROVEN_ALONE_UP_TO = 20_000

/** The most, in shillings, that one person may confirm a booking for without money. */
export const CONFIRM_UNPAID_ALONE_UP_TO = 20_000

/** Whether a text is written like an M-Pesa code of today: year, month and date as letters, then seven characters. */
export function isMpesaCode(text: string): boolean {
  return /^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$/.test(text)
}

/** The references that M-Pesa money can be matched with: a booking's, a listing's, an order's. */
export function isPurchaseReference(text: string): boolean {
  return /^(?:BK\d{4,5}|(?:CAR|ORD)\d{1,12})$/.test(text)
}
