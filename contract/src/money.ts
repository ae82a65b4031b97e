/** Writes whole shillings the way the whole product does: `Ksh 12,500`. */
export function showKsh(shillings: number): string {
  return `Ksh ${shillings.toLocaleString('en-KE', { maximumFractionDigits: 0 })}`
}
