import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { LONGEST_MPESA_MESSAGE, readMpesaMessage } from './mpesa-message.ts'
import { isMpesaCode, isPaymentCode } from './payment-choices.ts'

/** An M-Pesa code as staff types it, or its whole message, or nothing. */
export const MpesaCode = z.string().check(
  z.overwrite(readTypedCode),
  z.refine((text) => text === '' || isMpesaCode(text), { error: m.validation_mpesa_code }),
)

/** The code of a refund at the provider that sent it, as staff types it, or its whole message, or nothing. */
export const RefundCode = z.string().check(
  z.overwrite(readTypedCode),
  z.refine((text) => text === '' || isPaymentCode(text), { error: m.validation_mpesa_code }),
)

/** A code in capitals, without spaces and without signs that nobody sees; of a pasted message, its code. */
export function readTypedCode(text: string): string {
  const message = readMpesaMessage(text)
  if (message.read) return message.code
  return text
    .slice(0, LONGEST_MPESA_MESSAGE)
    .normalize('NFKC')
    .replace(/[\s\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
}

/** What staff types to search a list; a whole pasted message is its code. */
export const searchText = (longest = 100) =>
  z.string().check(
    z.trim(),
    z.overwrite((text) => {
      const message = readMpesaMessage(text)
      return message.read ? message.code : text
    }),
    z.maxLength(longest),
  )
