const NAIROBI_OFFSET_MS = 3 * 3_600_000

/** `YYYYMMDDHHmmss` on a Nairobi clock, as Daraja writes instants. */
export function mpesaTimestamp(instant: Date): string {
  return new Date(instant.getTime() + NAIROBI_OFFSET_MS).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** `YYYY-MM-DD HH:mm:ss` on a Nairobi clock, as Pull Transactions is asked. */
export function pullTimestamp(instant: Date): string {
  return new Date(instant.getTime() + NAIROBI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** Reads a Daraja instant back as ISO UTC; undefined when there is no such instant. */
export function readMpesaTimestamp(text: string): string | undefined {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`)
  if (Number.isNaN(instant.getTime()) || mpesaTimestamp(instant) !== text) return undefined
  return instant.toISOString()
}
