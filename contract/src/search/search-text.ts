import * as z from 'zod/mini'
import { readMpesaMessage } from '../payments/mpesa-message.ts'

/** What staff types to search a list; a whole pasted M-Pesa message is its code. */
export const searchText = (longest = 100) =>
  z.string().check(
    z.trim(),
    z.overwrite((text) => {
      const message = readMpesaMessage(text)
      return message.read ? message.code : text
    }),
    z.maxLength(longest),
  )
