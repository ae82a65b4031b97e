/** Phones' clocks are often minutes off, and holds end by the server's. */
let aheadMs = 0

/** Learns from an answer's `Date` header how far the server's clock is from this machine's. */
export function noteServerTime(date: string | null) {
  const told = Date.parse(date ?? '')
  if (Number.isNaN(told)) return
  const ahead = told - Date.now()
  // The header has whole seconds: smaller differences mean nothing.
  aheadMs = Math.abs(ahead) < 2000 ? 0 : ahead
}

/** Now, by the server's clock. */
export function serverNow(): Date {
  return new Date(Date.now() + aheadMs)
}
