import type { ContactMessage } from '@twende/contract/content/contact-message-routes.ts'
import { type KenyanPhoneNumber, normaliseKenyanPhone } from '@twende/contract/payments/phone-number.ts'
import { clipForLink } from '@twende/contract/whatsapp.ts'
import { m } from '@twende/messages'

const LONGEST_QUOTE = 600

/** A mail to whoever wrote, with what they wrote below. */
export function replyHref({ name, email, message }: ContactMessage): string {
  const subject = encodeURIComponent(m.admin_messages_reply_subject())
  const greeting = encodeURIComponent(
    `${m.admin_messages_reply_greeting({ name })}\r\n\r\n\r\n\r\n${m.admin_messages_reply_quote()}\r\n`,
  )
  return `mailto:${encodeURIComponent(email)}?subject=${subject}&body=${greeting}${encodeURIComponent(clipForLink(message, LONGEST_QUOTE))}`
}

/** The first Kenyan phone number that the words name. */
export function phoneIn(words: string): KenyanPhoneNumber | undefined {
  for (const [written] of words.matchAll(/\+?[\d\uff10-\uff19][\p{N}\p{Zs}\p{Pd}\p{Cf}.()]{7,20}\p{N}/gu)) {
    const phone = normaliseKenyanPhone(written)
    if (phone) return phone
  }
  return undefined
}
