const wholeShillings = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })

/** Writes whole shillings the way the whole product does: `Ksh 12,500`. */
export function showKsh(shillings: number): string {
  return `Ksh ${wholeShillings.format(shillings)}`
}
