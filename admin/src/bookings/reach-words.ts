import type { CustomerReach } from '@twende/contract/bookings/customer-reach.ts'
import { showPhone } from '@twende/contract/payments/phone-number.ts'
import { m } from '@twende/messages'

/**
 * By which way the customer hears of what staff is about to do, or that nobody does and whom to call. `mutable`: of a message
 * that customers may switch off.
 */
export function reachWords(
  { email, isMuted, phone }: CustomerReach,
  { mutable = false }: { mutable?: boolean } = {},
): string {
  if (email !== null && !(mutable && isMuted)) return m.admin_reach_email({ email })
  if (phone === '') return m.admin_reach_nobody()
  const shown = { phone: showPhone(phone) }
  return email === null ? m.admin_reach_phone(shown) : m.admin_reach_muted(shown)
}
