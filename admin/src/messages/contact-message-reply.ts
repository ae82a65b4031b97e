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

/** A Kenyan mobile number among words: with its zero or country code, or nine digits that begin with 7. */
const PHONE =
  /(?<![\d+])(?:(?:(?:\+|00)?254|\(\+?254\))[\p{Zs}\p{Pd}\p{Cf}.]*(?:\(?0\)?)?[17]|\(?0[17]|7)(?:[\p{Zs}\p{Pd}\p{Cf}.()]{0,2}\d){8}(?!\d)/u

/** The first Kenyan phone number that the words name. */
export function phoneIn(words: string): KenyanPhoneNumber | undefined {
  return normaliseKenyanPhone(PHONE.exec(words.normalize('NFKC'))?.[0] ?? '')
}
