import type { CustomerReach } from '@twende/contract/notifications/customer-reach.ts'
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
  // M-Pesa hides digits of the number of a stranger.
  if (phone === '' || phone.includes('*')) return m.admin_reach_nobody()
  const shown = { phone: showPhone(phone) }
  return email === null ? m.admin_reach_phone(shown) : m.admin_reach_muted(shown)
}

/** The same of a seller, who always has an account. */
export function sellerReachWords(
  { email, isMuted }: { email: string; isMuted: boolean },
  { mutable = false }: { mutable?: boolean } = {},
): string {
  return mutable && isMuted ? m.admin_reach_seller_muted() : m.admin_reach_seller({ email })
}

/** Of an act on a customer's thing of which no message is sent. */
export const notTold = () => m.admin_reach_not_told()

/** Of money that staff records: a message is sent only where some of it goes back. */
export const toldOfMore = () => m.admin_reach_if_more()

/** Sentences after each other, each of them a text of its own on the page. */
export const sentences = (...parts: readonly (string | false | undefined)[]): readonly string[] =>
  parts.filter((part) => typeof part === 'string').flatMap((part, at) => (at === 0 ? [part] : [' ', part]))
