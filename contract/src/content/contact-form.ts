import { m } from '@twende/messages'
import * as z from 'zod/mini'
import { Email, line, plainParagraphs } from '../text.ts'

const Message = z
  .string({ error: m.validation_message_missing })
  .check(
    z.overwrite(plainParagraphs),
    z.minLength(1, { error: m.validation_message_missing }),
    z.maxLength(4000, { error: () => m.validation_too_long({ max: 4000 }) }),
  )

/** A message to us. Without routes beside it, since the page of the form loads it. */
export const ContactForm = z.object({
  name: line(80, m.validation_name_of_person),
  email: Email,
  message: Message,
  /** A hidden field: only a spam program fills it in. */
  botcheck: z.optional(z.string().check(z.maxLength(500))),
})
