/** A CheckoutRequestID ends in the payer's number: keeps enough to find it again, not the number. */
export function redactCheckoutRequestId(id: string): string {
  return id.slice(0, -9) + '*'.repeat(Math.min(9, id.length))
}

/** Stars for every run of digits long enough to hold a phone number. */
export function redactNumbers(text: string): string {
  return text.replace(/\d{9,}/g, (digits) => `${digits.slice(0, -9)}*********`)
}
